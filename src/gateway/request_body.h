#pragma once
// The body of a request, and how many bytes of bodies the gateway holds at once.
#include <atomic>
#include <cstdint>
#include <string>
#include <utility>

namespace foreshock::gateway {

// Over all connections. Safe to call from any thread.
class ByteBudget {
 public:
  explicit ByteBudget(int64_t most) : left_(most) {}

  bool has(int64_t bytes) const { return left_ >= bytes; }
  // False, and nothing taken, where there are not so many.
  bool take(int64_t bytes) {
    if (left_.fetch_sub(bytes) >= bytes) return true;
    left_ += bytes;
    return false;
  }
  void give_back(int64_t bytes) { left_ += bytes; }

 private:
  std::atomic<int64_t> left_;
};

// What one body has of it; given back when this ends.
class ByteLease {
 public:
  ByteLease() = default;
  explicit ByteLease(ByteBudget& budget) : budget_(&budget) {}
  ByteLease(ByteLease&& other) noexcept
      : budget_(std::exchange(other.budget_, nullptr)), held_(std::exchange(other.held_, 0)) {}
  ByteLease& operator=(ByteLease&& other) noexcept {
    std::swap(budget_, other.budget_);
    std::swap(held_, other.held_);
    return *this;
  }
  ~ByteLease() { release(); }

  // Whether there was room.
  bool grow_to(int64_t bytes) {
    if (budget_ == nullptr || bytes <= held_) return true;
    if (!budget_->take(bytes - held_)) return false;
    held_ = bytes;
    return true;
  }
  void release() {
    if (budget_ != nullptr) budget_->give_back(std::exchange(held_, 0));
  }

 private:
  ByteBudget* budget_ = nullptr;
  int64_t held_ = 0;
};

struct RequestBody {
  std::string bytes;
  ByteLease lease;

  // Whether there was room for them.
  bool lease_all() { return lease.grow_to(static_cast<int64_t>(bytes.size())); }
  void release() {
    bytes = std::string();
    lease.release();
  }
};

}  // namespace foreshock::gateway

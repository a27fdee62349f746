#pragma once
// The place of one request at a backend, given back when it goes out of scope.
#include <utility>

#include "gateway/backend.h"

namespace foreshock::gateway {

class WaitingLine;

class Permit {
 public:
  Permit() = default;
  // BACKEND has counted the request already; LINE hears when its place is free again. Both outlive it.
  Permit(Backend& backend, WaitingLine& line) : backend_(&backend), line_(&line) {}
  Permit(Permit&& other) noexcept : backend_(std::exchange(other.backend_, nullptr)), line_(other.line_) {}
  Permit& operator=(Permit&& other) noexcept {
    Permit old(std::move(*this));
    backend_ = std::exchange(other.backend_, nullptr);
    line_ = other.line_;
    return *this;
  }
  ~Permit();

  Backend* backend() const { return backend_; }
  explicit operator bool() const { return backend_ != nullptr; }

 private:
  Backend* backend_ = nullptr;
  WaitingLine* line_ = nullptr;
};

}  // namespace foreshock::gateway

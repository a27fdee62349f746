#include "net/task_end.h"

#include <fmt/format.h>
#include <asio/error.hpp>
#include <asio/multiple_exceptions.hpp>
#include <asio/system_error.hpp>

#include "core/log.h"

namespace foreshock::net {

void log_task_end(std::exception_ptr exception) {
  if (!exception) return;
  try {
    std::rethrow_exception(exception);
  } catch (const asio::system_error& error) {
    if (error.code() != asio::error::operation_aborted)
      log::error("net", fmt::format("a task ended with an exception: {}", error.what()));
  } catch (const asio::multiple_exceptions& error) {  // of tasks of which the first to end counts
    log_task_end(error.first_exception());
  } catch (const std::exception& error) {
    log::error("net", fmt::format("a task ended with an exception: {}", error.what()));
  } catch (...) {
    log::error("net", "a task ended with an exception of unknown type");
  }
}

}  // namespace foreshock::net

#pragma once
// What happens to an exception that leaves a task.
#include <exception>

namespace foreshock::net {

// Logs EXCEPTION, if it is one and not the mark of a cancelled task.
void log_task_end(std::exception_ptr exception);

}  // namespace foreshock::net

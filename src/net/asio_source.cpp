// The one translation unit that holds Asio's own code (ASIO_SEPARATE_COMPILATION).
#include <asio/impl/src.hpp>

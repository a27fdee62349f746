# Every library that Foreshock takes from Debian, each as one target; nothing is vendored.
find_package(PkgConfig REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(simdjson REQUIRED)
find_package(tl-expected REQUIRED)
find_package(CLI11 REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(OpenSSL REQUIRED)
pkg_check_modules(yaml_cpp REQUIRED IMPORTED_TARGET yaml-cpp)
pkg_check_modules(nghttp2 REQUIRED IMPORTED_TARGET libnghttp2)
pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)

# Aligned new is taken or left by what happens to be included before Asio, so that units differ and one frees what another took: never
# take it.
add_library(asio INTERFACE)
target_compile_definitions(asio INTERFACE ASIO_STANDALONE ASIO_NO_DEPRECATED ASIO_SEPARATE_COMPILATION ASIO_DISABLE_STD_ALIGNED_ALLOC
                           $<$<CXX_COMPILER_ID:Clang>:ASIO_HAS_CO_AWAIT>)  # this Asio looks for what only older clangs have

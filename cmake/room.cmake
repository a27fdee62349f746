# foreshock_room(NAME [ROOMS …] [LIBRARIES …] [PRIVATE_LIBRARIES …] [TEST_ROOMS …])
# Makes the static library of one room out of src/NAME/*.cpp, with its test program (*_test.cpp) and its benchmarks (*_bench.cpp).
# ROOMS are the rooms that it may include: the layer rule of docs/architecture.md. TEST_ROOMS are what its tests need besides.
function(foreshock_room name)
  cmake_parse_arguments(ROOM "" "" "ROOMS;LIBRARIES;PRIVATE_LIBRARIES;TEST_ROOMS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp")
  set(tests ${sources})
  set(benches ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(FILTER benches INCLUDE REGEX "_bench\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "(_test|_bench|/main)\\.cpp$")
  list(TRANSFORM ROOM_ROOMS PREPEND "foreshock_" OUTPUT_VARIABLE rooms)
  list(TRANSFORM ROOM_TEST_ROOMS PREPEND "foreshock_" OUTPUT_VARIABLE test_rooms)

  add_library(foreshock_${name} STATIC ${sources})
  target_link_libraries(foreshock_${name} PUBLIC foreshock_flags ${rooms} ${ROOM_LIBRARIES} PRIVATE ${ROOM_PRIVATE_LIBRARIES})

  if(FORESHOCK_TESTS AND tests)
    add_executable(${name}_tests ${tests})
    target_link_libraries(${name}_tests PRIVATE foreshock_${name} ${ROOM_PRIVATE_LIBRARIES} ${test_rooms} foreshock_testkit
                          GTest::gmock GTest::gtest_main)
    gtest_discover_tests(${name}_tests DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 120)
  endif()
  if(FORESHOCK_BENCHES AND benches)
    find_package(benchmark REQUIRED)
    add_executable(${name}_bench ${benches})
    target_link_libraries(${name}_bench PRIVATE foreshock_${name} benchmark::benchmark_main)
  endif()
endfunction()

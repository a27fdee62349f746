# foreshock_embed(TARGET FOLDER): builds every file under FOLDER into TARGET as a constexpr byte array; they come out of
# embedded_assets() of console/asset.h. The same file is the script that writes the source, whenever one of the files changes.
function(foreshock_embed target folder)
  file(GLOB_RECURSE names CONFIGURE_DEPENDS RELATIVE "${folder}" "${folder}/*")
  list(SORT names)
  list(TRANSFORM names PREPEND "${folder}/" OUTPUT_VARIABLE files)
  set(output "${CMAKE_BINARY_DIR}/generated/console/embedded_assets.cpp")
  set(script "${CMAKE_SOURCE_DIR}/cmake/embed.cmake")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${folder}" "-DNAMES=${names}" "-DOUTPUT=${output}" -P "${script}"
    DEPENDS ${files} "${script}"
    COMMENT "Embedding ${folder}" VERBATIM)
  set_source_files_properties("${output}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE "${output}")
endfunction()

function(write_embedded_assets folder names output)
  set(arrays "")
  set(rows "")
  set(index 0)
  foreach(name IN LISTS names)
    file(READ "${folder}/${name}" bytes HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(APPEND arrays "constexpr unsigned char file_${index}[] = {${bytes}0};\n")
    string(APPEND rows "    Asset{\"/${name}\", bytes_of(file_${index})},\n")
    math(EXPR index "${index} + 1")
  endforeach()
  file(WRITE "${output}" "// Written by cmake/embed.cmake.
#include \"console/asset.h\"

#include <array>

namespace foreshock::console {
namespace embedded_assets_impl {

// A zero follows each file, so that an empty one is an array as well.
template <size_t size>
std::string_view bytes_of(const unsigned char (&bytes)[size]) {
  return {reinterpret_cast<const char*>(bytes), size - 1};
}
${arrays}
}  // namespace embedded_assets_impl

std::span<const Asset> embedded_assets() {
  using namespace embedded_assets_impl;
  static const std::array<Asset, ${index}> assets = {{
${rows}  }};
  return assets;
}

}  // namespace foreshock::console
")
endfunction()

if(CMAKE_SCRIPT_MODE_FILE)
  write_embedded_assets("${FOLDER}" "${NAMES}" "${OUTPUT}")
endif()

# Libraries, each found in four steps: a target that exists, a folder the user gives
# (-DHW_EIGEN_DIR=..., -DHW_CATCH2_DIR=..., -DHW_IMGUI_DIR=...: the unpacked source), the system's package,
# the pinned source that tools/fetch keeps in the cache.

set(HW_EIGEN_DIR "" CACHE PATH "Eigen's source (holds Eigen/Core)")
set(HW_CATCH2_DIR "" CACHE PATH "Catch2's source")
set(HW_IMGUI_DIR "" CACHE PATH "Dear ImGui's source (holds imgui.h)")

function(hw_fetch name out)
  message(STATUS "Using the pinned source of ${name} (tools/fetch)")
  execute_process(
    COMMAND "${PROJECT_SOURCE_DIR}/tools/fetch" ${name}
    OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
  if(failed)
    string(TOUPPER ${name} upper)
    message(FATAL_ERROR "${name} could not be fetched. Give its folder with -DHW_${upper}_DIR=...")
  endif()
  set(${out} "${folder}" PARENT_SCOPE)
endfunction()

# hw_NAME, a library in C: a target that exists, a folder that the user gives (-DHW_NAME_DIR=...), the system's package, the pinned source. A
# system package is compiled for this machine only, so WebAssembly always takes the source. Whoever calls it goes on with hw_compile_library where
# HW_NAME_COMPILES is set. A macro: a package's targets are those of the folder that looks for it.
macro(hw_find_library name)
  string(TOUPPER ${name} hw_upper)
  set(HW_${hw_upper}_DIR "" CACHE PATH "${name}'s source")
  set(HW_${hw_upper}_COMPILES OFF)
  if(NOT TARGET hw_${name})
    add_library(hw_${name} INTERFACE)
    if(NOT HW_${hw_upper}_DIR AND NOT EMSCRIPTEN AND NOT TARGET ${hw_upper}::${hw_upper})
      find_package(${hw_upper} QUIET)
    endif()
    if(NOT HW_${hw_upper}_DIR AND TARGET ${hw_upper}::${hw_upper})
      target_link_libraries(hw_${name} INTERFACE ${hw_upper}::${hw_upper})
    else()
      if(NOT HW_${hw_upper}_DIR)
        hw_fetch(${name} HW_${hw_upper}_DIR)
      endif()
      enable_language(C)
      set(HW_${hw_upper}_COMPILES ON)
    endif()
  endif()
endmacro()

# Compiles hw_NAME of the folder's SOURCES (without .c), with HEADERS in front of the folder; its LICENCE is named PROJECT.
function(hw_compile_library name)
  cmake_parse_arguments(PARSE_ARGV 1 own "" "PROJECT;LICENCE" "SOURCES;HEADERS")
  string(TOUPPER ${name} upper)
  set(folder "${HW_${upper}_DIR}")
  list(TRANSFORM own_SOURCES PREPEND "${folder}/")
  list(TRANSFORM own_SOURCES APPEND ".c")
  add_library(hw_${name}_static STATIC ${own_SOURCES})
  target_include_directories(hw_${name}_static SYSTEM PUBLIC ${own_HEADERS} "${folder}")
  target_compile_options(hw_${name}_static PRIVATE -w)
  target_link_libraries(hw_${name}_static PUBLIC hw_options)
  target_link_libraries(hw_${name} INTERFACE hw_${name}_static)
  configure_file("${folder}/${own_LICENCE}" "${PROJECT_BINARY_DIR}/licences/${own_PROJECT}.txt" COPYONLY)
endfunction()

# Eigen: headers only, so the system's copy serves WebAssembly as well.
if(NOT TARGET Eigen3::Eigen)
  if(NOT HW_EIGEN_DIR)
    find_path(HW_EIGEN_SYSTEM Eigen/Core
      PATHS /usr/include/eigen3 /usr/local/include/eigen3 /opt/homebrew/include/eigen3
      NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
    mark_as_advanced(HW_EIGEN_SYSTEM)
    if(HW_EIGEN_SYSTEM)
      set(HW_EIGEN_DIR "${HW_EIGEN_SYSTEM}")
    else()
      hw_fetch(eigen HW_EIGEN_DIR)
    endif()
  endif()
  add_library(hw_eigen INTERFACE)
  add_library(Eigen3::Eigen ALIAS hw_eigen)
  target_include_directories(hw_eigen SYSTEM INTERFACE "${HW_EIGEN_DIR}")
endif()
# Only the parts under the MPL; and products are never split over threads behind our back. In WebAssembly Eigen's
# expressions are left to the compiler's vectors: its SSE code, mapped to SIMD instructions, makes fusing heads no
# faster (n = 128, 12 heads: 4.6 ms either way). Its products gain a quarter; tests/rollout_bench has them so.
add_library(hw_eigen_settings INTERFACE)
target_link_libraries(hw_eigen_settings INTERFACE Eigen3::Eigen)
target_compile_definitions(hw_eigen_settings INTERFACE EIGEN_MPL2_ONLY EIGEN_DONT_PARALLELIZE)

# Catch2: a system package is compiled for this machine only, so WebAssembly always takes the source.
if(HW_TESTS AND NOT TARGET Catch2::Catch2WithMain)
  if(NOT HW_CATCH2_DIR AND NOT EMSCRIPTEN)
    find_package(Catch2 3.7 QUIET)
  endif()
  if(NOT TARGET Catch2::Catch2WithMain)
    if(NOT HW_CATCH2_DIR)
      hw_fetch(catch2 HW_CATCH2_DIR)
    endif()
    # The one-file form: its hundred files, one after the other, take ten times as long to compile.
    add_library(hw_catch2 STATIC EXCLUDE_FROM_ALL "${HW_CATCH2_DIR}/extras/catch_amalgamated.cpp")
    add_library(Catch2::Catch2WithMain ALIAS hw_catch2)
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/catch2/catch2/catch_user_config.hpp" CONTENT
"// Catch2's defaults.\n#pragma once\n")
    target_include_directories(hw_catch2 SYSTEM PUBLIC
      "${PROJECT_BINARY_DIR}/catch2" "${HW_CATCH2_DIR}/src")
    target_link_libraries(hw_catch2 PUBLIC hw_options)
    target_compile_options(hw_catch2 PRIVATE -O1)
    if(EMSCRIPTEN)
      target_compile_options(hw_catch2 PUBLIC -fwasm-exceptions)
    endif()
    list(APPEND CMAKE_MODULE_PATH "${HW_CATCH2_DIR}/extras")
  endif()
endif()

# Dear ImGui: always from source, with settings of our own. Natively only tests of the view use it.
if(NOT TARGET hw_imgui AND NOT HW_PYTHON)
  if(NOT HW_IMGUI_DIR)
    hw_fetch(imgui HW_IMGUI_DIR)
  endif()
  add_library(hw_imgui STATIC EXCLUDE_FROM_ALL
    "${HW_IMGUI_DIR}/imgui.cpp" "${HW_IMGUI_DIR}/imgui_draw.cpp" "${HW_IMGUI_DIR}/imgui_widgets.cpp"
    "${HW_IMGUI_DIR}/misc/cpp/imgui_stdlib.cpp" "${PROJECT_SOURCE_DIR}/cmake/imgui_parts.cpp")
  target_include_directories(hw_imgui SYSTEM PUBLIC
    "${HW_IMGUI_DIR}" "${HW_IMGUI_DIR}/backends" "${HW_IMGUI_DIR}/misc/cpp")
  target_link_libraries(hw_imgui PUBLIC hw_options PRIVATE hw_no_exceptions)
  if(EMSCRIPTEN)
    target_sources(hw_imgui PRIVATE "${HW_IMGUI_DIR}/backends/imgui_impl_opengl3.cpp")
    target_compile_options(hw_imgui PRIVATE ${HW_SMALL})  # 121 KB of brotli for a small page; at -O2 150
  endif()
  target_compile_definitions(hw_imgui PUBLIC
    IMGUI_USE_WCHAR32               # emoji lie above U+FFFF
    IMGUI_DISABLE_DEMO_WINDOWS IMGUI_DISABLE_DEBUG_TOOLS
    IMGUI_DISABLE_OBSOLETE_FUNCTIONS
    IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS IMGUI_DISABLE_FILE_FUNCTIONS  # no shell, no files in a page
    IMGUI_DISABLE_SSE)              # its checksum in x86 instructions
  configure_file("${HW_IMGUI_DIR}/LICENSE.txt" "${PROJECT_BINARY_DIR}/licences/dear-imgui.txt" COPYONLY)
  if(EXISTS "${PROJECT_SOURCE_DIR}/src/view/widgets/imgui_config.h")
    target_include_directories(hw_imgui PUBLIC "${PROJECT_SOURCE_DIR}/src")
    target_compile_definitions(hw_imgui PUBLIC IMGUI_USER_CONFIG="view/widgets/imgui_config.h")
  endif()
endif()

# zlib, for gzip and .npz: a target that exists, a folder the user gives (-DHW_ZLIB_DIR=...), the system's
# package, the pinned source. A system package is compiled for this machine only, so WebAssembly always
# takes the source, and of it the unpacking half.
set(HW_ZLIB_DIR "" CACHE PATH "zlib's source (holds zlib.h)")

if(NOT TARGET hw_zlib)
  add_library(hw_zlib INTERFACE)
  if(NOT HW_ZLIB_DIR AND NOT EMSCRIPTEN)
    find_package(ZLIB QUIET)
  endif()
  if(ZLIB_FOUND)
    target_link_libraries(hw_zlib INTERFACE ZLIB::ZLIB)
  else()
    if(NOT HW_ZLIB_DIR)
      hw_fetch(zlib HW_ZLIB_DIR)
    endif()
    enable_language(C)
    set(zlib_sources adler32 crc32 inffast inflate inftrees uncompr zutil)  # uncompr: for tests alone
    list(TRANSFORM zlib_sources PREPEND "${HW_ZLIB_DIR}/")
    list(TRANSFORM zlib_sources APPEND ".c")
    add_library(hw_zlib_static STATIC ${zlib_sources})
    target_include_directories(hw_zlib_static SYSTEM PUBLIC "${HW_ZLIB_DIR}")
    target_compile_options(hw_zlib_static PRIVATE -w)
    target_link_libraries(hw_zlib_static PUBLIC hw_options)
    target_link_libraries(hw_zlib INTERFACE hw_zlib_static)
    configure_file("${HW_ZLIB_DIR}/LICENSE" "${PROJECT_BINARY_DIR}/licences/zlib.txt" COPYONLY)
  endif()
endif()

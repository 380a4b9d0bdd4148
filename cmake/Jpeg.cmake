# libjpeg-turbo, for photos on the command line: a target that exists, a folder the user gives (-DHW_JPEG_DIR=...), the
# system's package, the pinned source. Of the source the half that decodes, without code for single processors.
set(HW_JPEG_DIR "" CACHE PATH "libjpeg-turbo's source (holds jpeglib.h)")

if(NOT TARGET hw_jpeg)
  add_library(hw_jpeg INTERFACE)
  if(NOT HW_JPEG_DIR AND NOT TARGET JPEG::JPEG)
    find_package(JPEG QUIET)
  endif()
  if(TARGET JPEG::JPEG)
    target_link_libraries(hw_jpeg INTERFACE JPEG::JPEG)
  else()
    if(NOT HW_JPEG_DIR)
      hw_fetch(jpeg HW_JPEG_DIR)
    endif()
    enable_language(C)
    # What its own build would have found out; the names are those of jconfig.h.in and jconfigint.h.in.
    set(jpeg_made "${PROJECT_BINARY_DIR}/jpeg")
    file(CONFIGURE OUTPUT "${jpeg_made}/jconfig.h" CONTENT
"#define JPEG_LIB_VERSION 62
#define LIBJPEG_TURBO_VERSION 2.1.5
#define LIBJPEG_TURBO_VERSION_NUMBER 2001005
#define D_ARITH_CODING_SUPPORTED 1
#define MEM_SRCDST_SUPPORTED 1
#define BITS_IN_JSAMPLE 8
")
    file(CONFIGURE OUTPUT "${jpeg_made}/jconfigint.h" CONTENT
"#include <stddef.h>
#include <stdint.h>
#define BUILD \"\"
#define INLINE inline
#define THREAD_LOCAL
#define PACKAGE_NAME \"libjpeg-turbo\"
#define VERSION \"2.1.5\"
#if SIZE_MAX > 0xFFFFFFFFU
#define SIZEOF_SIZE_T 8
#else
#define SIZEOF_SIZE_T 4
#endif
#define FALLTHROUGH
")
    set(COPYRIGHT_YEAR "1991-2023")
    configure_file("${HW_JPEG_DIR}/jversion.h.in" "${jpeg_made}/jversion.h")
    set(jpeg_sources jaricom jcomapi jdapimin jdapistd jdarith jdcoefct jdcolor jddctmgr jdhuff jdinput jdmainct jdmarker
      jdmaster jdmerge jdphuff jdpostct jdsample jerror jidctflt jidctfst jidctint jidctred jmemmgr jmemnobs jquant1 jquant2
      jsimd_none jutils)
    list(TRANSFORM jpeg_sources PREPEND "${HW_JPEG_DIR}/")
    list(TRANSFORM jpeg_sources APPEND ".c")
    add_library(hw_jpeg_static STATIC ${jpeg_sources})
    target_include_directories(hw_jpeg_static SYSTEM PUBLIC "${jpeg_made}" "${HW_JPEG_DIR}")
    target_compile_options(hw_jpeg_static PRIVATE -w)
    target_link_libraries(hw_jpeg_static PUBLIC hw_options)
    target_link_libraries(hw_jpeg INTERFACE hw_jpeg_static)
    configure_file("${HW_JPEG_DIR}/LICENSE.md" "${PROJECT_BINARY_DIR}/licences/libjpeg-turbo.txt" COPYONLY)
  endif()
endif()

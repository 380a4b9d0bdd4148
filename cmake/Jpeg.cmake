# libjpeg-turbo, for photos on the command line; of its source the half that decodes, without code for single processors.
hw_find_library(jpeg)
if(HW_JPEG_COMPILES)
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
  hw_compile_library(jpeg PROJECT libjpeg-turbo LICENCE LICENSE.md HEADERS "${jpeg_made}"
    SOURCES jaricom jcomapi jdapimin jdapistd jdarith jdcoefct jdcolor jddctmgr jdhuff jdinput jdmainct jdmarker jdmaster jdmerge
      jdphuff jdpostct jdsample jerror jidctflt jidctfst jidctint jidctred jmemmgr jmemnobs jquant1 jquant2 jsimd_none jutils)
endif()

# zlib, for gzip and .npz; of its source the unpacking half. The source is zlib-ng under zlib's names: as WebAssembly it unpacks 1.4 times as
# fast (docs/performance.md).
hw_find_library(zlib)
if(HW_ZLIB_COMPILES)
  # What its own build would write.
  set(zlib_made "${PROJECT_BINARY_DIR}/zlib")
  set(ZLIB_SYMBOL_PREFIX "")
  configure_file("${HW_ZLIB_DIR}/zlib.h.in" "${zlib_made}/zlib.h" @ONLY)
  configure_file("${HW_ZLIB_DIR}/zconf.h.in" "${zlib_made}/zconf.h" COPYONLY)
  configure_file("${HW_ZLIB_DIR}/zlib_name_mangling.h.empty" "${zlib_made}/zlib_name_mangling.h" COPYONLY)
  # uncompr: for tests alone
  hw_compile_library(zlib PROJECT zlib-ng LICENCE LICENSE.md HEADERS "${zlib_made}"
    SOURCES adler32 crc32 crc32_braid_comb inflate inftrees uncompr zutil
            arch/generic/adler32_c arch/generic/adler32_fold_c arch/generic/chunkset_c arch/generic/crc32_braid_c arch/generic/crc32_fold_c)
  # Without chorba, its newest way to sum: it takes 10 KB more, and with 64-bit words 2.3.3 was wrong for a large file.
  target_compile_definitions(hw_zlib_static PRIVATE ZLIB_COMPAT DISABLE_RUNTIME_CPU_DETECTION WITHOUT_CHORBA)
endif()

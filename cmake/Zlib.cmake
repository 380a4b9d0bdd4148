# zlib, for gzip and .npz; of its source the unpacking half.
hw_find_library(zlib)
if(HW_ZLIB_COMPILES)
  # uncompr: for tests alone
  hw_compile_library(zlib PROJECT zlib LICENCE LICENSE SOURCES adler32 crc32 inffast inflate inftrees uncompr zutil)
endif()

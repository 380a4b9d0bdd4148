# zlib, for the checksums of zip, gzip and PNG; its unpacking half holds ours (io/inflate) to account, in tests alone.
hw_find_library(zlib)
if(HW_ZLIB_COMPILES)
  # all but crc32: for tests alone
  hw_compile_library(zlib PROJECT zlib LICENCE LICENSE SOURCES adler32 crc32 inffast inflate inftrees uncompr zutil)
endif()

# hw_shaders (below) turns shaders/ into a C++ header.

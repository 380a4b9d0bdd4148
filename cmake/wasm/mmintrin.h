// Deliberately empty. Eigen's SSE code, which Emscripten maps to WebAssembly SIMD, asks for this header of
// MMX intrinsics; it uses none of them, and clang's own refuses every target but x86.
#pragma once

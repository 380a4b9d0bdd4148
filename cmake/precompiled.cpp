// Nothing of its own: a target needs a file for hw_precompile (Options.cmake) to compile its header with.

// Package compile reads compiler settings for a source file (include directories, macros, files included first, data model) from compilation databases
// (compile_commands.json, as CMake, Bear and others write them, clang's "JSON Compilation Database Format Specification") and renders them as directives to be
// read before a program.
//
// Example: the command "gcc -m64 -DN=4 -include cfg.h -c a.c" for a.c gives Bits 64 and Before "#define N 4" and "#include" of cfg.h.
package compile

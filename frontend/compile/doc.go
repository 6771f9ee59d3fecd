// Package compile says how a compiler is told to read a program: directories of headers, macros, files included first. It reads
// that from compilation databases (compile_commands.json, as CMake, Bear and others write them, clang's "JSON Compilation Database
// Format Specification") and writes it as what is read before a program.
package compile

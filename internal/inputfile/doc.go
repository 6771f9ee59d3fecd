// Package inputfile reads input files in bounded time and memory: in an untrusted
// repository a file may be a link to a device, a pipe without a writer, a
// directory, or larger than the memory.
package inputfile

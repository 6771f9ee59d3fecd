// Package inputfile reads input files in bounded time and memory: a file of a
// repository that nobody trusts may be a link to a device, a pipe that nobody
// writes to, a directory, or larger than the memory.
package inputfile

// Package everyday has programs as a practising developer writes them, safe and with a bug, each with the verdict in its first line: ring buffers,
// a pool, a hash table, dates, encodings, control in floats, sorting and search, a red-black tree, checksums, formatting, a receiver of frames.
package everyday

package benchexec

// maxFile bounds a file of results after decompression, in bytes.
const maxFile = 1 << 30

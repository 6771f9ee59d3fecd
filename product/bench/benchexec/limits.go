package benchexec

// maxFile bounds a file of results when it is no longer compressed, in bytes.
const maxFile = 1 << 30

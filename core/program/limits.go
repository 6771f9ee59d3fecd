package program

// maxReported bounds the violations that an error of the sanity check lists.
const maxReported = 10

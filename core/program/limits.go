package program

// maxReported bounds how many violations a sanity error lists.
const maxReported = 10

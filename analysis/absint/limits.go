package absint

// maxMends bounds the passes that make the result of narrowing inductive.
const maxMends = 4

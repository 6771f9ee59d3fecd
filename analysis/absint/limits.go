package absint

// maxMends bounds the passes that make the result of narrowing inductive.
const maxMends = 4

// incomingWork is the work of an element that is recomputed from those of the locations before, in units of package work; domains spend
// more for what takes them longer.
const incomingWork = 5

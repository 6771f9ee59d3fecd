package absint

// maxMends bounds the passes that make the result of narrowing inductive.
const maxMends = 4

// incomingWork is the work of an element that is recomputed from those of the predecessors, in units of package work;
// domains add what their operations cost beyond that.
const incomingWork = 5

package petri

// maxFarkas bounds the work of Farkas' algorithm, in steps of some ten nanoseconds.
const maxFarkas = 10_000_000

// maxSimplify bounds the simplification passes; two nearly always suffice.
const maxSimplify = 8

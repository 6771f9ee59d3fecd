// Package interp runs programs concretely, exactly as C defines their
// machine-typed operations. It is the judge of counterexamples: an execution
// that fails an OpCheck or accesses memory outside every live object has
// undefined behaviour and ends there.
//
// Terms over words (Bool, bit-vectors up to 64 bits, float, double) are
// compiled once into closures over machine words; arrays are maps from words to
// words, updated in place. Everything else (integers of lowered programs, wider
// bit-vectors, long double) is evaluated through package logic.
package interp

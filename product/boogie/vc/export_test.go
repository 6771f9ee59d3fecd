package vc

import (
	"math/rand"

	"cupel/product/boogie"
)

// RandomProgram is the text of a random program whose procedure main is to be verified, without
// quantifiers.
func RandomProgram(seed int64) string {
	a := &author{Rand: rand.New(rand.NewSource(seed)), flat: true}
	return a.program()
}

// Executions enumerates the executions of main with its loops executed and calls replaced by contracts, as a verifier does. complete: all were seen; ok:
// there are not too many.
func Executions(p *boogie.Checked) (failed map[string]bool, complete, ok bool) {
	in := &interp{p: newProgram(p), modular: true, unrolled: true}
	ok = in.enumerate(procedure(p.Program, "main"))
	return in.failed, !in.cut, ok
}

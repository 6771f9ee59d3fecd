package ctext

const (
	// maxText bounds the length of an expression in bytes: compilers and people read it.
	maxText = 1 << 16
	// maxDepth bounds the depth of formulas: compilers recurse.
	maxDepth = 10_000
	// maxSteps bounds the subterms that are printed for one expression, each as often as its context changes.
	maxSteps = 200_000
)

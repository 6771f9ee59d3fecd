package pnml

// maxFormulaDepth bounds the nesting of formulas.
const maxFormulaDepth = 1000

// maxDepth bounds the nesting of pages.
const maxDepth = 64

// maxRepeated bounds a coefficient that is written by repeating a place.
const maxRepeated = 64

package sizeinduction

const (
	maxParameters = 3    // bounds the inputs on which induction is tried
	maxLeast      = 8    // bounds the value of the input in the base case
	maxLocations  = 4000 // bounds the locations of the product program
)

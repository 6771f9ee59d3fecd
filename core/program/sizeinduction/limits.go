package sizeinduction

const (
	maxParameters = 3    // inputs by which induction is tried
	maxLeast      = 8    // the greatest value of the base case
	maxLocations  = 4000 // of the product
)

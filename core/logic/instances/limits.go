package instances

const (
	maxValues   = 16   // values of a bound symbol
	maxProduct  = 144  // instances of a formula with several
	maxPool     = 48   // accesses at which formulas are instantiated
	chain       = 3    // how far instances give rise to others
	maxMeanings = 1000 // equations of symbols that are taken notice of
	wrapBits    = 32   // conditionals whose branches differ by a multiple of 2 to this wrap
)

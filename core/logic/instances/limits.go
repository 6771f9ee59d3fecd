package instances

const (
	maxValues   = 16   // bounds the values tried for a bound symbol
	maxProduct  = 144  // bounds the instances of a formula with several bound symbols
	maxPool     = 48   // bounds the array accesses at which formulas are instantiated
	chain       = 3    // bounds the rounds of instantiation: instances contain accesses that give rise to others
	maxMeanings = 1000 // bounds the equations that define symbols and are substituted
	wrapBits    = 32   // the least k for which a conditional whose branches differ by a multiple of 2^k counts as a wrap-around
)

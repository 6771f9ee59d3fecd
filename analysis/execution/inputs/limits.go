package inputs

const (
	// minDefined is the size, in operators, from which on a repeated subterm of a restriction becomes a variable.
	minDefined = 4
	// maxPlain is the size, in operators, from which on every subterm of a restriction becomes a variable.
	maxPlain = 400
	// countWidth is the bit-width of the variables that count the reads of a source.
	countWidth = 32
)

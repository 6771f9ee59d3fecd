package inputs

const (
	// minDefined is the size, in operators, from which on a part that a restriction has several times becomes a variable.
	minDefined = 4
	// maxPlain is the size, in operators, from which on any part of it does.
	maxPlain = 400
	// countWidth is the width of the variables that count how often a source was read.
	countWidth = 32
)

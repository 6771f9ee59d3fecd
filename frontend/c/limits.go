package c

import "time"

// maxUnrolledCells bounds the stores of a block operation of constant size;
// others are loops.
const maxUnrolledCells = 256

// maxHavocCells bounds the cells of an uninitialised object in memory that are made arbitrary each time its declaration
// is executed.
const maxHavocCells = 32

// maxContents bounds the bytes, or the initialisers, of a compound literal that is compared with others for equal contents.
const maxContents = 4096

// maxFiles bounds the files that a translation unit includes.
const maxFiles = 10_000

// maxZeroCells bounds the stores that zero an object in memory; a larger one
// makes its regions start as all zeros.
const maxZeroCells = 64

// maxListed bounds the elements of an array defined outside the program whose values are inputs of their own; those of a
// larger one are unknown.
const maxListed = 64

// maxInputs bounds the inputs that are distinguished behind one pointer from outside the program.
const maxInputs = 256

// maxChosen bounds the functions that a pointer from outside the program may point to; where there are more, none of
// them is known.
const maxChosen = 16

const (
	// usualStrings is how many arguments main has at most, its own name included, unless the program's text compares
	// argc with more; also the strings in its environment.
	usualStrings = 4
	// maxStrings bounds them in any case.
	maxStrings = 16
	// usualString bounds the length of an argument, unless the program's text compares strings with a longer one.
	usualString = 7
	// maxString bounds it in any case.
	maxString = 32
)

// maxNamed bounds the functions that a message lists.
const maxNamed = 20

// maxRange bounds the elements of a range designator.
const maxRange = 1 << 16

// maxWritten bounds those of one that is written out for the parser.
const maxWritten = 256

// maxCopies bounds the copies of the body of one library function; further calls share the last.
const maxCopies = 12

// maxCells bounds the cells of copies and initialisations that are unrolled.
const maxCells = 2048

// maxNesting bounds brackets inside brackets and prefix operators in a row. The
// parser and everything behind it recur on them; the most deeply nested real
// programs have some hundreds.
const maxNesting = 2000

const (
	// expansionLimit bounds the work of macro expansion, which is exponential in
	// the worst case; the largest real programs need less than a tenth of it.
	expansionLimit = 20_000_000

	// parseLimit bounds the processor time of cc, which does not end on some faulty inputs;
	// the largest real programs take less than a second.
	parseLimit = 30 * time.Second

	// maxRepairs bounds how often a file is repaired and parsed again.
	maxRepairs = 100
	// maxSymbolic bounds the elements of an object that a call makes symbolic: each is an input of its own.
	maxSymbolic = 4096
)

const (
	// maxOrders bounds how often an expression is lowered, once for each order of evaluation of the expressions around
	// it.
	maxOrders = 8
	// maxPermuted bounds the operands that are evaluated in every order.
	maxPermuted = 3
	// maxSummands bounds the summands whose orders of evaluation are considered together.
	maxSummands = 8
)

const (
	// textSample is the part of a file, in bytes, that shows whether it is a text.
	textSample = 4096
	// oddShare is the divisor for the control characters in it that a text does not have.
	oddShare = 16
	// leastOdd is the number of them that a text may have in any case.
	leastOdd = 4
)

// maxAlignment is the largest alignment that gcc takes, on x86.
const maxAlignment = 1 << 28

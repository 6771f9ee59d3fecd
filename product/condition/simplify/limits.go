package simplify

const (
	// defaultWork is for a simplification whose options say nothing, in units of package work.
	defaultWork = 20_000_000
	// questionWork is for one question to the solver when the options say nothing.
	questionWork = 1_000_000
	// proofShare is the part of the work, one in so many, that is kept for the last proof.
	proofShare = 4
	// maxSpans bounds the intervals of a set of values.
	maxSpans = 1 << 10
	// maxPull bounds the operations around a symbol that are undone to find its values.
	maxPull = 64
	// maxHoles is one more than the single values that are left out of an interval by x != c.
	maxHoles = 5
	// maxRounds bounds how often cubes are merged.
	maxRounds = 16
	// maxPairs bounds the cubes of which all pairs are compared.
	maxPairs = 400
	// maxText bounds the text, in bytes, by which literals are ordered.
	maxText = 400
	// maxSimple bounds the subterms of each side of a comparison that people read at a glance.
	maxSimple = 7
	// maxCubes bounds the implicants of models that cover a condition, maxSeeds the cubes with one
	// interval for each symbol that a disjunction is taken apart into.
	maxCubes, maxSeeds = 256, 1024
	// fewParts bounds the literals of a cube that are tried one by one, in an order of preference.
	fewParts = 16
	// spareAtoms is how many atoms more than twice those of a condition its cubes may have in between.
	spareAtoms = 24
	// maxCore bounds the checks of making one core smaller.
	maxCore = 200
	// maxPoints bounds the points among which relations are looked for, pointValues the values of
	// one symbol in them.
	maxPoints, pointValues = 1024, 256
	// fewPoints is the least number of points that a relation is guessed from.
	fewPoints = 3
	// maxGuesses bounds the groups of points that are tried.
	maxGuesses = 80
	// maxFactor bounds a in y == a*x + b.
	maxFactor = 16
	// maxContext bounds the atoms of a formula that is made smaller in its shape.
	maxContext = 300
)

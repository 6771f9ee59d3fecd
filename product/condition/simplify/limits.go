package simplify

const (
	// defaultWork is the default budget of a simplification, in units of package work.
	defaultWork = 20_000_000
	// questionWork is the default budget of one solver query, in units of package work.
	questionWork = 1_000_000
	// proofShare is the divisor for the share of the work that is reserved for the final equivalence proof.
	proofShare = 4
	// maxSpans bounds the intervals of a set of values.
	maxSpans = 1 << 10
	// maxPull bounds the operations around a symbol that are inverted to find its values.
	maxPull = 64
	// maxHoles is one more than the values that are excluded from an interval by x != c.
	maxHoles = 5
	// maxRounds bounds the rounds in which cubes are merged.
	maxRounds = 16
	// maxPairs bounds the cubes all pairs of which are compared.
	maxPairs = 400
	// maxText bounds the text by which literals are ordered, in bytes.
	maxText = 400
	// maxSimple bounds the subterms of each side of a comparison that is considered easy to read.
	maxSimple = 7
	// maxCubes bounds the implicants of models that cover a condition.
	maxCubes = 256
	// maxSeeds bounds the cubes, with one interval for each symbol, into which a disjunction is decomposed.
	maxSeeds = 1024
	// fewParts bounds the literals of a cube that are tried one by one in order of preference.
	fewParts = 16
	// spareAtoms is the number of atoms that intermediate cubes may have beyond twice those of the condition.
	spareAtoms = 24
	// maxCore bounds the solver queries that minimise one core.
	maxCore = 200
	// maxPoints bounds the points among which relations are searched for.
	maxPoints = 1024
	// pointValues bounds the values of one symbol in these points.
	pointValues = 256
	// fewPoints is the least number of points from which a relation is guessed.
	fewPoints = 3
	// maxGuesses bounds the groups of points that are tried.
	maxGuesses = 80
	// maxFactor bounds a in y == a*x + b.
	maxFactor = 16
	// maxContext bounds the atoms of a formula that is simplified in place.
	maxContext = 300
)

package sabotage

import "sync/atomic"

// A Fault is one injected fault.
type Fault int32

// The faults.
const (
	None Fault = iota

	// The interval domain.

	IntervalLeq
	IntervalAssign
	IntervalHavoc
	IntervalJoin
	IntervalAdd
	IntervalOrder
	IntervalWiden

	// The relational domain.

	RelationalLeq
	RelationalAssign
	RelationalJoin
	RelationalHavoc
	RelationalGuard
	RelationalNegation
	RelationalWiden
	RelationalChoice
	RelationalPartition

	// Residue classes.

	CongruenceJoin
	CongruenceAdd
	CongruenceIn
	CongruenceScale

	// Octagons.

	OctagonJoin
	OctagonForget
	OctagonContains
	OctagonMove
	OctagonWiden

	// Polyhedra.

	PolyhedraJoin
	PolyhedraForget
	PolyhedraSubstitute
	PolyhedraContains
	PolyhedraWiden
	PolyhedraMeet

	// Equations of polynomials.

	PolynomialEntry
	PolynomialWrap
	PolynomialCase
	PolynomialRemainder
	PolynomialMultiple
	PolynomialValues

	// Measures and ranking functions.

	MeasureUnsigned
	MeasureHead
	CoveredLast
	RankingCone

	// The passes.

	PassConstants
	PassBranch
	PassForget
	PassMerge
	PassSlice
	PassMatters
	PassLive
	PassBlocks
	PassContract

	// The lowering to integers.

	LowerWrap
	LowerEqual
	LowerView
	LowerStrict
	LowerRange
	LowerShift

	// Summaries of loops and paths, and convex hulls.

	HullModels
	SummaryCompose
	SummaryChoice
	SummaryOnce
	SummaryNever
	IterationGuards
	IterationSteps
	IterationBound
	IterationResidue
	IterationCounter

	// Summaries of functions.

	ProcedureFixpoint
	ProcedureSettle
	ProcedureHull

	// Facts about all cells.

	QuantifiedStep
	QuantifiedEntry
	QuantifiedKeep
	QuantifiedWays

	// Facts about all cells that others found.

	CellsStay
	CellsUnchecked

	// Induction on the size.

	InductionBase
	InductionSame
	InductionGoesOn
	InductionEnds
	InductionAhead

	// Goals about memory.

	MemoryDropped
	MemoryRelease
	MemoryLifetime
	MemorySize
	MemoryOrigin
	MemoryOutlived
	MemoryCallee
	MemoryCount
	MemoryKept
	MemoryInterior

	// Goals about what was never written.

	UnwrittenBlock
	UnwrittenDeclared
	UnwrittenStore
	UnwrittenArgument
	UnwrittenBranch

	// Shapes of memory.

	ShapeFree
	ShapeEmpty
	ShapePeel
	ShapeEdge
	ShapeCover
	ShapeLost
	ShapeLoose
	ShapeNumber
	ShapeLength
	ShapeOwner

	// Leaps of the interpreter over turns of loops.

	LeapGuard
	LeapEqual
	LeapWrap
	LeapSigned
	LeapDivide
	LeapFits
	LeapProduct
	LeapStale
	LeapSlope
	LeapOrder
	LeapCheck
	LeapCall
	LeapUnknown
	LeapLimit
	LeapSteps

	// Termination.

	RepeatValues
	RepeatStack
	TurnsReset
	DescendOver

	last
)

// A Part is the component of the verifier that a fault is in.
type Part int

// The parts.
const (
	Intervals Part = iota
	Relations
	Congruences
	Octagons
	Polyhedra
	Polynomials
	Passes
	Lowering
	Summaries
	Recursion
	Cells
	Board
	Sizes
	MemoryGoals
	UnwrittenGoals
	Shapes
	Leaps
	Measures
	Endings
)

// faults describes the faults.
var faults = [...]struct {
	part Part
	what string
}{
	None:                {what: "none"},
	IntervalLeq:         {Intervals, "every interval state is below every other, so that the fixpoint iteration ends after the first visit"},
	IntervalAssign:      {Intervals, "only the assignment of a constant changes the interval of its variable"},
	IntervalHavoc:       {Intervals, "any value is zero"},
	IntervalJoin:        {Intervals, "what comes over the second way into a location is forgotten"},
	IntervalAdd:         {Intervals, "the upper bound of a sum is that of the first summand"},
	IntervalOrder:       {Intervals, "x <= y is x < y"},
	IntervalWiden:       {Intervals, "widening moves no bound"},
	RelationalLeq:       {Relations, "every state of the relational domain is below every other"},
	RelationalAssign:    {Relations, "only the assignment of a constant changes the relations of its variable"},
	RelationalJoin:      {Relations, "what comes over the second way into a location is forgotten in the relational domain"},
	RelationalHavoc:     {Relations, "any value of a variable is the one before, in packs"},
	RelationalGuard:     {Relations, "the second alternative of a disjunction is none"},
	RelationalNegation:  {Relations, "not (x <= y) is x > y + 1"},
	RelationalWiden:     {Relations, "widening in the relational domain returns the old state"},
	RelationalChoice:    {Relations, "only the first alternative of a choice is executed"},
	RelationalPartition: {Relations, "of the parts of a state the first is all"},
	CongruenceJoin:      {Congruences, "the join of residue classes is the first"},
	CongruenceAdd:       {Congruences, "the second summand of residue classes is one number"},
	CongruenceIn:        {Congruences, "every residue class is in every other"},
	CongruenceScale:     {Congruences, "a multiple of a residue class has a modulus twice as large"},
	OctagonJoin:         {Octagons, "the join of octagons takes the lesser bounds"},
	OctagonForget:       {Octagons, "octagons forget nothing"},
	OctagonContains:     {Octagons, "every octagon contains every other"},
	OctagonMove:         {Octagons, "x := x + c is x := x"},
	OctagonWiden:        {Octagons, "widening of octagons drops nothing"},
	PolyhedraJoin:       {Polyhedra, "the join of polyhedra is the first"},
	PolyhedraForget:     {Polyhedra, "polyhedra forget nothing"},
	PolyhedraSubstitute: {Polyhedra, "x := ax + c is x := ax"},
	PolyhedraContains:   {Polyhedra, "every polyhedron contains every other"},
	PolyhedraWiden:      {Polyhedra, "widening of polyhedra keeps all constraints"},
	PolyhedraMeet:       {Polyhedra, "a meet keeps one of the new constraints too many: all inequalities are equations"},
	PolynomialEntry:     {Polynomials, "equations need not hold at the end of a path from the beginning"},
	PolynomialWrap:      {Polynomials, "a conditional number is congruent to its first branch"},
	PolynomialCase:      {Polynomials, "of the cases of a condition the first is all"},
	PolynomialRemainder: {Polynomials, "a remainder is never the greatest"},
	PolynomialMultiple:  {Polynomials, "a polynomial is a multiple of another if their leading monomials are, whatever the coefficients"},
	PolynomialValues:    {Polynomials, "a variable with few values has the first two"},
	MeasureUnsigned:     {Measures, "measures are compared as unsigned numbers"},
	MeasureHead:         {Measures, "the first head needs no measure"},
	CoveredLast:         {Measures, "a visit is compared with the one before it only"},
	RankingCone:         {Measures, "the cone of the functions that never grow loses a generator"},
	PassConstants:       {Passes, "constant propagation believes the first way into a location"},
	PassBranch:          {Passes, "a pass loses the last outcome of the program's first branch"},
	PassForget:          {Passes, "constant propagation believes that any value is the one before"},
	PassMerge:           {Passes, "branches that are merged keep the first condition"},
	PassSlice:           {Passes, "the slice keeps no havoc"},
	PassMatters:         {Passes, "branches change no relevant variable"},
	PassLive:            {Passes, "an assignment reads no variable"},
	PassBlocks:          {Passes, "a choice of a large block has the first alternative only"},
	PassContract:        {Passes, "contracted edges lose what the second does"},
	LowerWrap:           {Lowering, "unsigned arithmetic does not wrap"},
	LowerEqual:          {Lowering, "equality of bit-vectors is that of their representatives"},
	LowerView:           {Lowering, "all numbers are signed"},
	LowerStrict:         {Lowering, "x < y is x + 1 < y"},
	LowerRange:          {Lowering, "inputs are not negative"},
	LowerShift:          {Lowering, "a shift is by one less"},
	HullModels:          {Summaries, "a convex hull is that of one model's cube"},
	SummaryCompose:      {Summaries, "a composition forgets the second guard"},
	SummaryChoice:       {Summaries, "a choice is its first side"},
	SummaryOnce:         {Summaries, "a loop is left after one iteration at most"},
	SummaryNever:        {Summaries, "a loop does nothing"},
	IterationGuards:     {Summaries, "the first state of a loop satisfies its guard, even without an iteration"},
	IterationSteps:      {Summaries, "counters grow twice as fast"},
	IterationBound:      {Summaries, "the bounds of differences hold once for all iterations"},
	IterationResidue:    {Summaries, "the difference of an iteration is the first that is found"},
	IterationCounter:    {Summaries, "a loop has one iteration at most"},
	ProcedureFixpoint:   {Recursion, "the summaries of functions are what the first round finds, unchecked"},
	ProcedureSettle:     {Recursion, "no summary of a function is found broken"},
	ProcedureHull:       {Recursion, "the hull of a function's results is their first point"},
	QuantifiedStep:      {Cells, "a fact is asked about in the state before an iteration, not behind it"},
	QuantifiedEntry:     {Cells, "facts need not hold when a loop is entered from the beginning"},
	QuantifiedKeep:      {Cells, "a fact that fails is kept as long as others fail with it"},
	QuantifiedWays:      {Cells, "of the ways through a block the last is left out"},
	CellsStay:           {Board, "facts about all cells that are known hold further on whatever changes"},
	CellsUnchecked:      {Board, "claims about all cells are inductive"},
	InductionBase:       {Sizes, "the greatest value of the base case is left out"},
	InductionSame:       {Sizes, "the hypothesis is about the same value"},
	InductionGoesOn:     {Sizes, "the assumptions of the smaller instance hold"},
	InductionEnds:       {Sizes, "an execution ends where the smaller instance does"},
	InductionAhead:      {Sizes, "an execution does not go on where the smaller instance is behind it"},
	MemoryDropped:       {MemoryGoals, "an access in a loop gets no goal"},
	MemoryRelease:       {MemoryGoals, "a released block stays live"},
	MemoryLifetime:      {MemoryGoals, "a variable stays live when its lifetime ends"},
	MemorySize:          {MemoryGoals, "an object has eight bytes more than its size"},
	MemoryOrigin:        {MemoryGoals, "a pointer of unknown provenance may be used"},
	MemoryOutlived:      {MemoryGoals, "no pointer outlives its object"},
	MemoryCallee:        {MemoryGoals, "what a function has released is not released for its caller"},
	MemoryCount:         {MemoryGoals, "a block that is allocated in a loop does not count"},
	MemoryKept:          {MemoryGoals, "no block is lost while the program runs"},
	MemoryInterior:      {MemoryGoals, "a pointer to any byte of a block may release it"},
	UnwrittenBlock:      {UnwrittenGoals, "a block is written where it is made"},
	UnwrittenDeclared:   {UnwrittenGoals, "a variable without a value is written where it is declared"},
	UnwrittenStore:      {UnwrittenGoals, "a copy in an array is written"},
	UnwrittenArgument:   {UnwrittenGoals, "arguments are written"},
	UnwrittenBranch:     {UnwrittenGoals, "a branch uses nothing"},
	ShapeFree:           {Shapes, "a released block is alive"},
	ShapeEmpty:          {Shapes, "a segment that may be empty is not"},
	ShapePeel:           {Shapes, "a block that is taken out of a segment was its last"},
	ShapeEdge:           {Shapes, "graphs are joined though a pointer of the second leads elsewhere"},
	ShapeCover:          {Shapes, "objects without a counterpart are forgotten when graphs are joined"},
	ShapeLost:           {Shapes, "a block that no pointer leads to is not lost"},
	ShapeLoose:          {Shapes, "a chain is folded though there are pointers into it"},
	ShapeNumber:         {Shapes, "of numbers in which graphs differ the first is kept"},
	ShapeOwner:          {Shapes, "what the nodes of a segment share becomes each node's own"},
	ShapeLength:         {Shapes, "segments contain those with a lesser least length"},
	LeapGuard:           {Leaps, "a comparison keeps its outcome for twice as many turns"},
	LeapEqual:           {Leaps, "an equation keeps its outcome for twice as many turns"},
	LeapWrap:            {Leaps, "unsigned numbers do not wrap around in a leap"},
	LeapSigned:          {Leaps, "signed numbers do not wrap around in a leap"},
	LeapDivide:          {Leaps, "a quotient is that of the first turn"},
	LeapFits:            {Leaps, "sums and products that fit once fit always"},
	LeapProduct:         {Leaps, "the product of two variables is linear"},
	LeapStale:           {Leaps, "each turn computes all that has no form"},
	LeapSlope:           {Leaps, "two turns show what all do"},
	LeapOrder:           {Leaps, "edges before the one that was taken are not taken later"},
	LeapCheck:           {Leaps, "a check that holds once holds always"},
	LeapCall:            {Leaps, "a call restores no variable in a leap"},
	LeapUnknown:         {Leaps, "unknown values decide in a leap"},
	LeapLimit:           {Leaps, "a leap passes the limit of steps"},
	LeapSteps:           {Leaps, "a leap counts a turn too few"},
	RepeatValues:        {Endings, "states are equal whatever the values of variables are"},
	RepeatStack:         {Endings, "it does not matter which calls have returned between two states"},
	TurnsReset:          {Endings, "the turns of a loop are counted from the last one on"},
	DescendOver:         {Endings, "every call of a recursive function returns"},
}

var active atomic.Int32

// Active reports whether a fault is enabled.
func Active(f Fault) bool { return active.Load() == int32(f) }

var mute atomic.Bool

// Mute reports whether the second solver is disabled for claims in machine arithmetic, so that certificates rest on the lowering to integers.
func Mute() bool { return mute.Load() }

// Silence enables Mute and returns a function that restores its value.
func Silence() (restore func()) {
	mute.Store(true)
	return func() { mute.Store(false) }
}

// Inject enables a fault and returns a function that restores the previous state.
func Inject(f Fault) (restore func()) {
	active.Store(int32(f))
	return func() { active.Store(int32(None)) }
}

// All lists the faults.
func All() []Fault {
	var out []Fault
	for f := None + 1; f < last; f++ {
		out = append(out, f)
	}
	return out
}

// Part is where the fault is.
func (f Fault) Part() Part { return faults[f].part }

// String describes the fault.
func (f Fault) String() string { return faults[f].what }

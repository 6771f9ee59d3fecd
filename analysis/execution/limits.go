package execution

const (
	// maxSteps bounds the steps that a trace keeps at its beginning, and those that it keeps at its end.
	maxSteps = 10000
	// maxCells bounds the array cells written by one operation that a trace shows.
	maxCells = 64
	// maxString bounds the characters that are shown of a string.
	maxString = 64
	// maxText bounds the characters that are shown of a statement.
	maxText = 100
	// maxPeriod bounds the steps of one repetition when repetitions are folded.
	maxPeriod = 60
	// maxColumn is the column at which the values after long statements begin.
	maxColumn = 56
	// shownChanges bounds the values shown after a folded repetition.
	shownChanges = 8
)

package execution

const (
	// maxSteps bounds the steps that a trace keeps: so many of its beginning and as many of its end.
	maxSteps = 10000
	// maxCells bounds the cells of arrays that one operation is seen to write.
	maxCells = 64
	// maxString bounds the characters that are shown of a string.
	maxString = 64
	// maxText bounds the characters that are shown of a statement.
	maxText = 100
	// maxPeriod bounds the steps of what is repeated, when repetitions are folded.
	maxPeriod = 60
	// maxColumn is where the values behind long statements begin.
	maxColumn = 56
	// shownChanges bounds the values shown behind a folded repetition.
	shownChanges = 8
)

package report

const (
	// maxNotes bounds the assumptions that are shown beside a line.
	maxNotes = 5
	// maxFoldedText bounds the text of the folded execution, in bytes.
	maxFoldedText = 200_000
	// maxInputs bounds the inputs that are shown for a line.
	maxInputs = 10
	// maxFlow bounds the steps of an execution in SARIF, as many viewers do.
	maxFlow = 1000
	// maxBands bounds the phases in a chart of the progress.
	maxBands = 200
	// leastFold is how many lines a fold of the source text has at least.
	leastFold = 6
)

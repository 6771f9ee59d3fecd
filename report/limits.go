package report

const (
	// maxNotes bounds the assumptions that are shown beside a line.
	maxNotes = 5
	// maxFoldedText bounds the text of the folded execution, in bytes.
	maxFoldedText = 200_000
)

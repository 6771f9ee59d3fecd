package htmlreport

const (
	// maxLines bounds the lines of sources on a page.
	maxLines = 50_000
	// maxSteps bounds the transactions that are listed for an error.
	maxSteps = 200
)

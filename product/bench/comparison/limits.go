package comparison

const (
	// maxReason bounds the text of a reason on a page, in characters.
	maxReason = 300
	// maxTasks bounds the tasks of a page: more make it slow.
	maxTasks = 100_000
)

package comparison

const (
	// maxReason bounds the text of a reason on a page, in characters.
	maxReason = 300
	// maxTasks bounds the tasks of a page: more make it slow.
	maxTasks = 100_000
	// maxRegions bounds the configurations of a Venn diagram, which has two to the power of them regions.
	maxRegions = 6
)

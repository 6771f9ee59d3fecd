package diagram

const (
	// MaxNodes bounds the nodes of a graph that is laid out, see Cut.
	MaxNodes = 400
	// sweeps is the number of passes that reduce crossings by reordering the layers.
	sweeps = 8
	// maxLines bounds the lines that are shown of a label.
	maxLines = 6
	// maxLineWidth bounds the length of a line of a label, in characters.
	maxLineWidth = 40
)

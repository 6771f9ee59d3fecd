package diagram

const (
	// MaxNodes bounds the nodes of a graph that is laid out, see Cut.
	MaxNodes = 400
	// sweeps is the number of times that the order within the layers is improved.
	sweeps = 8
	// maxLines and maxLineWidth bound what is shown of a label, in lines and characters.
	maxLines     = 6
	maxLineWidth = 40
)

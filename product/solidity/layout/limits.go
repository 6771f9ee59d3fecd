package layout

const (
	// maxFiles bounds the entries of directories that are looked at for contracts.
	maxFiles = 200_000
	// maxNested bounds how deep libraries may be in libraries.
	maxNested = 4
	// maxLibraries bounds the libraries of a project, nested ones included.
	maxLibraries = 1000
)

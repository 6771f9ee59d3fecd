package programtest

import (
	"fmt"

	"cupel/core/program"
)

// Connected returns an error when the edges do not connect or, with start not nil, do not begin there.
func Connected(path program.Path, start *program.Location) error {
	for i, e := range path {
		if start != nil && e.Src != start {
			return fmt.Errorf("edge %d of the path starts at %v, not %v", i, e.Src, start)
		}
		start = e.Dst
	}
	return nil
}

// Package lazyregexp has regular expressions that are compiled when they are first used: the commands have hundreds, of which a run needs few.
package lazyregexp

import (
	"regexp"
	"sync"
)

// New returns a function whose first call compiles an expression, and panics where it is none. Several goroutines may call it.
func New(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

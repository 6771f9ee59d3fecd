// Package terminal determines the capabilities of an output: whether a line can be rewritten and colours be used. Both require a terminal
// (golang.org/x/term); TERM=dumb and NO_COLOR (https://no-color.org) disable them.
package terminal

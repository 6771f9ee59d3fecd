package terminal

import (
	"io"
	"os"

	"golang.org/x/term"
)

// Is reports whether w is a terminal on which lines can be rewritten.
func Is(w io.Writer) bool {
	f, ok := Beneath(w).(*os.File)
	kind := os.Getenv("TERM")
	return ok && kind != "" && kind != "dumb" && term.IsTerminal(int(f.Fd()))
}

// Colors reports whether w is a terminal and its user wants colours.
func Colors(w io.Writer) bool { return os.Getenv("NO_COLOR") == "" && Is(w) }

// Width returns the number of columns of a terminal, or otherwise if that is unknown.
func Width(w io.Writer, otherwise int) int {
	if f, ok := Beneath(w).(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return otherwise
}

// Control sequences of terminals (ECMA-48).
const (
	Erase  = "\r\x1b[K" // the line, and go to its beginning
	Green  = "\x1b[1;32m"
	Red    = "\x1b[1;31m"
	Yellow = "\x1b[1;33m"
	Plain  = "\x1b[0m"
)

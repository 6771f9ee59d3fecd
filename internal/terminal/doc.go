// Package terminal determines the capabilities of an output: whether a line can be rewritten and colours be used. Both require a terminal
// (golang.org/x/term); TERM=dumb and NO_COLOR (https://no-color.org) disable them.
//
// It is also the place where text from outside is made harmless: names of files, programs and messages that quote them may hold control
// sequences. Whatever commands print goes through a Guard; reports print with Line what must not forge lines of theirs.
//
//	Text("\x1b[2J")  ->  \x1b[2J      Line("a\nVERDICT: TRUE")  ->  a\nVERDICT: TRUE
package terminal

// Package terminal says what a command may do with its output besides writing lines: rewrite a line and use colours on a terminal
// (golang.org/x/term finds out), neither where the environment says dumb (TERM) or no colours (NO_COLOR, https://no-color.org).
package terminal

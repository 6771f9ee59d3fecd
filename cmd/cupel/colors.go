package main

import (
	"io"
	"strings"

	"cupel/internal/terminal"
)

// colors are those of verdicts.
var colors = map[string]string{"TRUE": terminal.Green, "FALSE": terminal.Red, "UNKNOWN": terminal.Yellow}

// writeColored writes a text whose last line is the verdict; on a terminal the verdict has its colour.
func writeColored(w io.Writer, verdict string, write func(io.Writer) error) error {
	if !terminal.Colors(w) {
		return write(w)
	}
	var b strings.Builder
	if err := write(&b); err != nil {
		return err
	}
	text := terminal.Text(b.String())
	if i := strings.LastIndex(text, "\nVERDICT: "+verdict); i >= 0 && colors[verdict] != "" {
		end := i + len("\nVERDICT: "+verdict)
		text = text[:i+1] + colors[verdict] + text[i+1:end] + terminal.Plain + text[end:]
	}
	_, err := io.WriteString(terminal.Beneath(w), text)
	return err
}

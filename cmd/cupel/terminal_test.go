package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/creack/pty"

	"cupel/internal/terminal"
)

// onTerminal runs a command whose standard output and error are a terminal, and returns what came there.
func onTerminal(t *testing.T, args ...string) (code int, shown string) {
	t.Helper()
	control, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer control.Close()
	if err := pty.Setsize(tty, &pty.Winsize{Rows: 24, Cols: 40}); err != nil {
		t.Fatal(err)
	}
	read := make(chan string)
	go func() {
		var b bytes.Buffer
		_, _ = io.Copy(&b, control) // ends when nobody has the terminal open
		read <- b.String()
	}()
	code = execute(args, tty, tty)
	if err := tty.Close(); err != nil {
		t.Fatal(err)
	}
	return code, strings.ReplaceAll(<-read, "\r\n", "\n")
}

var diverging = []string{"verify", "--engine", "symex", "--no-run", "--invariants", "none", "--timeout", "2500ms", "../../examples/diverging.c"}

// TestProgressLine: a line is rewritten while something goes on, fits, and is gone in the end; verdicts have colours.
func TestProgressLine(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	code, shown := onTerminal(t, diverging...)
	parts := strings.Split(shown, terminal.Erase)
	if code != 2 || len(parts) < 3 || !strings.HasSuffix(shown, ")\n") || !strings.Contains(parts[len(parts)-1], "\n"+terminal.Yellow+"VERDICT: UNKNOWN"+terminal.Plain+" (time limit") {
		t.Fatalf("%d %q", code, shown)
	}
	for _, line := range parts[1 : len(parts)-1] {
		if len([]rune(line)) > 39 || !strings.Contains(line, "s  ") || strings.Contains(line, "\n") {
			t.Errorf("line of progress: %q", line)
		}
	}
	if _, shown := onTerminal(t, append(diverging, "--progress=false")...); strings.Contains(shown, terminal.Erase) {
		t.Errorf("nobody wanted progress: %q", shown)
	}
}

// TestNoColors: neither where nobody wants them, nor in a file or a pipe, nor on a terminal that cannot.
func TestNoColors(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "1")
	safe := []string{"verify", "../../examples/safe.c"}
	if code, shown := onTerminal(t, safe...); code != 0 || strings.Contains(shown, "\x1b[1;") || !strings.HasSuffix(shown, "\nVERDICT: TRUE\n") {
		t.Errorf("%d %q", code, shown)
	}
	t.Setenv("NO_COLOR", "")
	if code, shown := onTerminal(t, safe...); code != 0 || !strings.HasSuffix(shown, "\n"+terminal.Green+"VERDICT: TRUE"+terminal.Plain+"\n") {
		t.Errorf("%d %q", code, shown)
	}
	if code, shown := onTerminal(t, "verify", "--format", "json", "../../examples/safe.c"); code != 0 || strings.Contains(shown, "\x1b[1;") {
		t.Errorf("%d %q", code, shown)
	}
	t.Setenv("TERM", "dumb")
	if code, shown := onTerminal(t, safe...); code != 0 || strings.Contains(shown, "\x1b") {
		t.Errorf("%d %q", code, shown)
	}
	t.Setenv("TERM", "xterm")
	var out, errs bytes.Buffer
	if code := execute(append(diverging, "--progress"), &out, &errs); code != 2 || strings.Contains(out.String()+errs.String(), "\x1b") || !strings.Contains(errs.String(), " steps, depth ") {
		t.Errorf("%d %q %q", code, out.String(), errs.String())
	}
	errs.Reset()
	if code := execute(diverging, &out, &errs); code != 2 || errs.String() != "" {
		t.Errorf("%d %q", code, errs.String())
	}
}

// TestEngineDefaults: engines NAME tells what is chosen without a flag.
func TestEngineDefaults(t *testing.T) {
	var out bytes.Buffer
	if code := execute([]string{"engines", "symexecia", "bmc"}, &out, &out); code != 0 {
		t.Fatal(code)
	}
	for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		if strings.HasPrefix(line, "Choices of ") || strings.Contains(line, "(default ") || strings.Contains(line, " FILE") {
			continue
		}
		t.Errorf("no default: %s", line)
	}
}

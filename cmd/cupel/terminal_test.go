package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"cupel/engine"
	"cupel/internal/terminal"
)

// onTerminal runs a command whose standard output and error are a terminal, and returns its output.
func onTerminal(t *testing.T, args ...string) (code int, shown string) {
	t.Helper()
	shown = shownBy(t, func(tty io.Writer) { code = execute(args, tty, tty) })
	return code, shown
}

// shownBy returns the output to a terminal.
func shownBy(t *testing.T, do func(tty io.Writer)) string {
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
	do(tty)
	if err := tty.Close(); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(<-read, "\r\n", "\n")
}

var safe = []string{"verify", "../../examples/safe.c"}

// reports shows progress by four ticks: the first before an engine begins, the last two with the engine's progress; the second is handled while it
// begins.
func reports(w io.Writer, wanted, said bool) {
	ticks := make(chan time.Time)
	p := progressAt(ticks, w, wanted, said)
	tick := func() { // a second one is taken when the first has been dealt with
		for range 2 {
			select {
			case ticks <- time.Time{}:
			case <-p.ended:
			}
		}
	}
	tick()
	p.Progress(engine.Progress{Phase: "a phase of which there is much to be said", Iterations: 7, Depth: 3})
	tick()
	p.done()
}

// TestProgressLine: a progress line is rewritten during the run, fits into the terminal, and is erased before the verdict.
func TestProgressLine(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	shown := shownBy(t, func(tty io.Writer) { reports(tty, false, false) })
	parts := strings.Split(shown, terminal.Erase)
	if len(parts) != 6 || parts[0] != "" || parts[5] != "" {
		t.Fatalf("%q", shown)
	}
	for i, line := range parts[1:5] {
		before, says := strings.Contains(line, "s  before the engine"), strings.Contains(line, "s  a phase")
		if len([]rune(line)) > 39 || i == 0 && !before || i > 1 && !says || !before && !says || strings.Contains(line, "\n") {
			t.Errorf("line of progress: %q", line)
		}
	}
	if shown := shownBy(t, func(tty io.Writer) { reports(tty, false, true) }); shown != "" {
		t.Errorf("nobody wanted progress: %q", shown)
	}
	// A run of the command ends its line before the verdict, which has a colour.
	code, shown := onTerminal(t, safe...)
	if before, verdict, ok := strings.Cut(shown, terminal.Erase); code != 0 || !ok || before != "" && !strings.Contains(shown, "s  ") || !strings.HasSuffix(verdict, "\n"+terminal.Green+"VERDICT: TRUE"+terminal.Plain+"\n") {
		t.Errorf("%d %q", code, shown)
	}
	if _, shown := onTerminal(t, append(safe, "--progress=false")...); strings.Contains(shown, terminal.Erase) {
		t.Errorf("nobody wanted progress: %q", shown)
	}
}

// TestProgressLines: without a terminal progress is printed as lines, on request, once there is an engine.
func TestProgressLines(t *testing.T) {
	var b bytes.Buffer
	reports(&b, true, true)
	n := strings.Count(b.String(), "\n")
	if n != 2 && n != 3 || strings.Count(b.String(), "of which there is much to be said: 7 steps, depth 3, ") != n || strings.Contains(b.String(), "\x1b") {
		t.Errorf("%q", &b)
	}
	b.Reset()
	if reports(&b, false, false); b.Len() > 0 {
		t.Errorf("%q", &b)
	}
}

// TestNoColors: no colours when they are switched off, in a file or a pipe, or on a terminal without colours.
func TestNoColors(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "1")
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
	if code := execute(append(safe, "--progress"), &out, &errs); code != 0 || strings.Contains(out.String()+errs.String(), "\x1b") {
		t.Errorf("%d %q %q", code, out.String(), errs.String())
	}
	errs.Reset()
	if code := execute(safe, &out, &errs); code != 0 || errs.String() != "" {
		t.Errorf("%d %q", code, errs.String())
	}
}

// TestEngineDefaults: engines NAME shows the options chosen without flags.
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

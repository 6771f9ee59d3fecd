package terminal

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/creack/pty"
)

// TestTerminal: the width and capabilities of a terminal, and of files that are none.
func TestTerminal(t *testing.T) {
	control, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer control.Close()
	defer tty.Close()
	if err := pty.Setsize(tty, &pty.Winsize{Rows: 5, Cols: 33}); err != nil {
		t.Fatal(err)
	}
	plain, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	for _, c := range []struct {
		term, no    string
		is, colours bool
	}{{"xterm", "", true, true}, {"xterm", "1", true, false}, {"dumb", "", false, false}, {"", "", false, false}} {
		t.Setenv("TERM", c.term)
		t.Setenv("NO_COLOR", c.no)
		if Is(tty) != c.is || Colors(tty) != c.colours || Is(plain) || Colors(plain) || Is(&bytes.Buffer{}) {
			t.Errorf("%+v: %v %v", c, Is(tty), Colors(tty))
		}
	}
	if Width(tty, 80) != 33 || Width(plain, 80) != 80 {
		t.Errorf("%d %d", Width(tty, 80), Width(plain, 80))
	}
}

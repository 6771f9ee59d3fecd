package terminal

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// TestText: nothing of a text from outside is obeyed by a terminal; a line stays one.
func TestText(t *testing.T) {
	for _, c := range []struct{ in, text, line string }{
		{"plain ü € 👩‍🔧\n\tx", "plain ü € 👩‍🔧\n\tx", `plain ü € 👩‍🔧\n\tx`},
		{"\x1b[31mred\x1b]0;title\x07", `\x1b[31mred\x1b]0;title\x07`, `\x1b[31mred\x1b]0;title\x07`},
		{"over\rwritten\b", `over\rwritten\x08`, `over\rwritten\x08`},
		{"\u009b31m \x9b \x7f", `\u009b31m \x9b \u007f`, `\u009b31m \x9b \u007f`},
		{"if \u202e(nimda) \u2066x", `if \u202e(nimda) \u2066x`, `if \u202e(nimda) \u2066x`},
		{"\U000e0041", `\udb40\udc41`, `\udb40\udc41`},
	} {
		if got := Text(c.in); got != c.text {
			t.Errorf("%q: %s, want %s", c.in, got, c.text)
		}
		if got := Line(c.in); got != c.line {
			t.Errorf("%q: line %s, want %s", c.in, got, c.line)
		}
	}
}

// TestMessage: a message has a bounded length, with the beginning and the end of the text.
func TestMessage(t *testing.T) {
	long := "a.c:1:2: " + strings.Repeat("ü", 100_000) + " end"
	if got := Message(long); len(got) > mostMessage+100 || !strings.HasPrefix(got, "a.c:1:2: ü") || !strings.HasSuffix(got, "ü end") || !strings.Contains(got, " bytes) ... ") {
		t.Errorf("%d bytes: %s", len(got), got)
	}
	if got := Message("short\n"); got != `short\n` {
		t.Error(got)
	}
}

// TestGuard: what is written in pieces is guarded as a whole, and JSON stays what it is.
func TestGuard(t *testing.T) {
	text := "aü€\x1b[1m😀\n"
	for size := 1; size < len(text); size++ {
		var b bytes.Buffer
		g := Guarded(&b)
		for i := 0; i < len(text); i += size {
			part := text[i:min(i+size, len(text))]
			if n, err := g.Write([]byte(part)); n != len(part) || err != nil {
				t.Fatal(n, err)
			}
		}
		if got := b.String(); got != "aü€\\x1b[1m😀\n" {
			t.Errorf("pieces of %d: %q", size, got)
		}
	}
	var b bytes.Buffer
	value := "\x00\x1b\x7f\u0085\u202e\U000e0041 ü"
	if err := json.NewEncoder(Guarded(&b)).Encode(value); err != nil {
		t.Fatal(err)
	}
	var got string
	if err := json.Unmarshal(b.Bytes(), &got); err != nil || got != value {
		t.Errorf("%q, %v", got, err)
	}
	if Beneath(Guarded(&b)) != &b || Beneath(&b) != &b {
		t.Error("the writer beneath is another one")
	}
}

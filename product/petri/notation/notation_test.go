package notation

import (
	"strings"
	"testing"
)

// TestNotation: what Format writes, Parse reads back; mistakes are found.
func TestNotation(t *testing.T) {
	text := "p=2 q=0 r=5\nt: 2p+q->3r\nu: r->r, p<1, q<2\nv: ->p\nw: p->"
	n, err := Parse(strings.ReplaceAll(text, "+", " + "))
	if err != nil {
		t.Fatal(err)
	}
	if got := Format(n); got != text {
		t.Errorf("%s", got)
	}
	for want, bad := range map[string]string{
		"no arrow":                    "p=1\nt: p",
		"no place q":                  "p=1\nt: p -> q",
		"no place r":                  "p=1\nt: p -> p, r<1",
		"is no weighted place":        "p=1\nt: p* -> p",
		"is no inhibitor test":        "p=1\nt: p -> p, p>1",
		"is no place with its tokens": "p\n",
		"weight 0":                    "p=1\nt: 0p -> p",
	} {
		if _, err := Parse(bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

package passes

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cupel/core/program/programtest"
)

// TestLoopsInSequence: the work per location does not grow with the number of loops in a row, in whichever order a loop head has its edges.
func TestLoopsInSequence(t *testing.T) {
	for _, exitFirst := range []bool{false, true} {
		// A variable is constant until the loop's body is known.
		visits := func(loops int) int {
			var b strings.Builder
			for i := range loops {
				fmt.Fprintf(&b, "x%d y%d : int\n", i, i)
			}
			b.WriteString("S -> H0")
			for i := range loops {
				fmt.Fprintf(&b, "; y%d := 0", i)
			}
			b.WriteString("\n")
			for i := range loops {
				into := fmt.Sprintf("H%d -> B%d; assume (< x%d 3)\n", i, i, i)
				exit := fmt.Sprintf("H%d -> H%d; assume (not (< x%d 3))\n", i, i+1, i)
				if exitFirst {
					into, exit = exit, into
				}
				fmt.Fprintf(&b, "%s%sB%d -> H%d; input x%d; y%d := 1\n", into, exit, i, i, i, i)
			}
			fmt.Fprintf(&b, "H%d -> error", loops)
			p := programtest.Text(b.String())
			c := newConstants(p)
			if err := c.analyse(context.Background()); err != nil {
				t.Fatal(err)
			}
			return c.visits
		}
		if few, many := visits(10), visits(100); many > 11*few {
			t.Errorf("exit first %v: %d visits for 10 loops, %d for 100", exitFirst, few, many)
		}
	}
}

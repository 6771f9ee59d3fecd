package interpolation_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"cupel/interpolation"
	"cupel/logic"
)


func TestDebug(t *testing.T) {
	want := os.Getenv("LOOPS")
	for i := range loops {
		l := &loops[i]
		if !strings.Contains(" "+want+" ", " "+l.name+" ") {
			continue
		}
		for _, mn := range strings.Fields(os.Getenv("METHODS")) {
			m, _ := interpolation.ByName(mn, options())
			f := logic.NewFactory()
			c := newCode(t, f, l.vars)
			for n := 0; n <= 3; n++ {
				p := l.unroll(c, n)
				itps, err := m.Sequence(context.Background(), f, p.steps)
				fmt.Printf("%s %s: err %v\n", p.name, m.Name(), err)
				if err == nil {
					for k, r := range p.rename {
						fmt.Printf("   %s\n", f.Subst(itps[k+1], r))
					}
				}
			}
		}
	}
}

package main

import (
	"math/rand/v2"
	"testing"

	"github.com/spf13/cobra"

	"cupel/core/work"
	"cupel/product/petri/petritest"
	"cupel/product/petri/portfolio"
	"cupel/product/preset"
)

// TestPetriPresets: no preset gives a wrong answer about random nets, and all of them decide some questions but those that want one
// marking as their target.
func TestPetriPresets(t *testing.T) {
	for _, p := range preset.Of(preset.Petri) {
		t.Run(p.Name, func(t *testing.T) {
			var o portfolio.Options
			var memory int
			c := &cobra.Command{}
			addCheckerFlags(c, &o, &memory)
			for _, f := range p.Flags {
				if err := c.Flags().Set(f.Name, f.Value); err != nil {
					t.Fatal(err)
				}
			}
			if err := o.Validate(); err != nil {
				t.Fatal(err)
			}
			rng := rand.New(rand.NewPCG(4, 4))
			decided := 0
			for range 40 {
				n, space := petritest.Net(rng, petritest.Small())
				goal := petritest.Predicate(rng, space, 2)
				ctx, cancel := work.Within(t.Context(), 50_000)
				r := portfolio.New(n, o).Check(ctx, goal)
				cancel()
				if r.Verdict == portfolio.Unknown {
					continue
				}
				decided++
				if (r.Verdict == portfolio.Reachable) != space.Reachable(goal) {
					t.Errorf("%v by %s %s: %s\n%s", r.Verdict, r.Method, r.Certificate, goal.Format(n), petritest.Format(n))
				}
			}
			if decided == 0 {
				t.Error("nothing was decided")
			}
		})
	}
}

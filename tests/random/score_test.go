package random

import (
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"cupel/tests/effort"
	"cupel/verifier"
)

// A score counts the verdicts of a configuration.
type score struct{ proven, refuted, unknown int }

func (s *score) add(o *score) {
	s.proven, s.refuted, s.unknown = s.proven+o.proven, s.refuted+o.refuted, s.unknown+o.unknown
}

func (s *score) runs() int { return s.proven + s.refuted + s.unknown }

func (s *score) String() string {
	return fmt.Sprintf("%d TRUE, %d FALSE, %d UNKNOWN", s.proven, s.refuted, s.unknown)
}

// A table has the scores of all configurations, and verdicts by the kind of subject.
type table struct {
	configs map[string]*score
	kinds   map[string]int
}

// add counts the verdict of a trial.
func (b *table) add(x *trial, rep *verifier.Report) {
	s := b.configs[x.config.name]
	switch rep.Verdict {
	case "TRUE":
		s.proven++
	case "FALSE":
		s.refuted++
	default:
		s.unknown++
	}
	if x.subject.kind != "" {
		b.kinds[x.subject.kind+", "+rep.Verdict]++
	}
}

func (b *table) String() string {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(b.configs)) {
		fmt.Fprintf(&text, "%s: %s\n", name, b.configs[name])
	}
	for _, kind := range slices.Sorted(maps.Keys(b.kinds)) {
		fmt.Fprintf(&text, "%s: %d\n", kind, b.kinds[kind])
	}
	return text.String()
}

// usual reports whether the environment leaves it to the test how much is verified.
func usual() bool {
	return os.Getenv("CUPEL_PROGRAMS") == "" && os.Getenv("CUPEL_VARIANTS") == "" && !testing.Short()
}

// fewRuns are so few that the share of those that decide is a matter of chance.
const fewRuns = 30

// onlyProves are engines that find no errors, and prove few programs with all features.
var onlyProves = map[string]bool{"cra": true, "absint": true}

// check reports configurations that verify too few programs or decide none: these would never be wrong.
func (b *table) check(t *testing.T, c *class) {
	if !usual() {
		return
	}
	runs, decided := 0, 0
	engines := map[string]*score{} // their configurations together, where each verifies few programs
	for _, name := range slices.Sorted(maps.Keys(b.configs)) {
		s := b.configs[name]
		runs, decided = runs+s.runs(), decided+s.proven+s.refuted
		if s.runs() < 2 {
			t.Errorf("%s verifies %d programs", name, s.runs())
		}
		if !effort.Check() {
			continue
		}
		engine, _, _ := strings.Cut(name, "-")
		if onlyProves[engine] || math.Pow(1-float64(c.least)/100, float64(s.runs())) > 0.001 { // it may happen by chance
			if engines[engine] == nil {
				engines[engine] = &score{}
			}
			engines[engine].add(s)
		} else if s.proven+s.refuted == 0 {
			t.Errorf("%s decides none of %d programs", name, s.runs())
		}
	}
	for name, s := range engines {
		if s.proven+s.refuted == 0 {
			t.Errorf("%s decides none of %d programs", name, s.runs())
		}
	}
	if runs >= fewRuns && decided*100 < runs*c.least {
		t.Errorf("%d of %d runs decide, fewer than %d %%", decided, runs, c.least)
	}
}

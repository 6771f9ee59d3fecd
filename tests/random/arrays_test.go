package random

import (
	"context"
	"fmt"
	"testing"

	"cupel/core/program"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/oracle"
	"cupel/verifier"
)

// TestArrays: programs with arrays, strings and lists, each for at most 3 cells and for at most 1000. It detects wrong facts about all cells,
// distinguished cells, segments and induction, alone or followed by an engine, facts imported from another program unchecked, and a violation for many
// cells that does not happen in the compiled program.
func TestArrays(t *testing.T) {
	need.Tool(t, "gcc")
	c := &class{programs: [3]int{8, 20, 2000}, meets: [3]int{2, 6, 1000}, work: 250_000, least: 15}
	guessing := effort.Count(700_000, 2_000_000, 4_000_000) // facts are guessed and then checked, which needs more than searching
	cells := func(how string) func(*verifier.Config) {
		return func(c *verifier.Config) { c.Cells = how }
	}
	c.configs = []config{
		{name: "quantified", work: guessing, set: func(c *verifier.Config, _ *trial) { c.Engine, c.Cells = "quantified", verifier.CellsOff }},
		{name: "induction quantified", set: func(c *verifier.Config, _ *trial) { c.Engine, c.Induction = "quantified", verifier.InductionOnly }},
		technique("induction", func(c *verifier.Config) { c.Induction = verifier.InductionOnly }),
		technique("segments", cells(verifier.CellsSegments)),
		technique("cells on", cells(verifier.CellsOn)),
		technique("cells search", cells(verifier.CellsSearch)),
		technique("cells search-2", cells(verifier.CellsSearch2)),
		{name: "variants", set: func(c *verifier.Config, x *trial) {
			vs := plainly(variants)
			vs[(x.turn*7)%len(vs)].set(c, x)
		}},
		handed("quantified", guessing),
	}
	said := &invariants{}
	ss := arrays(t, c, said)
	c.verify(t, ss)
	said.hold(t)
}

// arrays alternates between random loops over arrays and programs of shapes, the narrow and the wide version of each.
func arrays(t *testing.T, c *class, said *invariants) (ss []subject) {
	var narrow, wide []oracle.Program
	for i := range c.count() {
		seed := c.first() + uint64(i)
		if i%2 == 0 {
			narrow, wide = append(narrow, oracle.Arrays(seed, false)), append(wide, oracle.Arrays(seed, true))
			continue
		}
		p, _ := oracle.Shape(seed, false)
		q, _ := oracle.Shape(seed, true)
		narrow, wide = append(narrow, p), append(wide, q)
	}
	for i, s := range decided(t, narrow) {
		if i%3 == 0 {
			s.model = program.ILP32
		}
		w := s
		w.name, w.text, w.like, s.like = s.name+", wide", wide[i].Source, s.text, wide[i].Source
		w.judge = many(wide[i], s.judge)
		if i%2 == 0 { // the others may have several loops on a line
			s.told = said.of(narrow[i])
		}
		ss = append(ss, s, w)
	}
	return ss
}

// many judges the wide program: a claim that is wrong for the narrow one is wrong for it, and an error for more cells happens in the compiled program on
// the inputs of the report.
func many(p oracle.Program, narrow func(*verifier.Report) string) func(*verifier.Report) string {
	return func(rep *verifier.Report) string {
		wrong := narrow(rep)
		if rep.Verdict == "TRUE" || wrong == "" {
			return wrong
		}
		var values []string
		for _, in := range rep.Inputs {
			values = append(values, in.Value)
		}
		if o, err := oracle.Execute(context.Background(), p, values); err != nil || o != oracle.Error {
			return fmt.Sprintf("on its inputs %v the compiled program ends otherwise: %c, %v", values, o, err)
		}
		return ""
	}
}

package random

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cupel/frontend/aiger/aigertest"
	"cupel/frontend/cfa/cfatest"
	"cupel/tests/verifying"
	"cupel/verifier"

	"pgregory.net/rapid"
)

// TestModels: control-flow automata in the CFA language, whose states are enumerated. It sees faults where branching is nondeterministic and
// where blocks are encoded, without a front end for C before them; the default engine of models decides them all.
func TestModels(t *testing.T) {
	c := &class{programs: [3]int{30, 120, 2000}, meets: [3]int{3, 12, 200}, work: 2_000_000, least: 70}
	for _, e := range []string{"symexecia", "symex", "gps", "gpslite", "cegar", "traceabs", "kinduction", "bmc"} {
		for _, encoding := range []string{"sbe", "lbe"} {
			if encoding == "lbe" && (e == "gps" || e == "gpslite") { // they search single edges only
				continue
			}
			set := verifying.With(e, "encoding", encoding)
			f := config{name: e + "-" + encoding, set: func(c *verifier.Config, _ *trial) { set(c) }}
			if e == "symexecia" {
				f.decides, f.work = true, 20_000_000
			}
			c.configs = append(c.configs, f)
		}
	}
	models := rapid.Custom(func(t *rapid.T) subject {
		text, reachable := cfatest.Model(t)
		return subject{file: "model.cfa", text: text, judge: func(rep *verifier.Report) string {
			if (rep.Verdict == "FALSE") == reachable {
				return ""
			}
			return fmt.Sprintf("enumeration says reachable: %v", reachable)
		}}
	})
	var ss []subject
	for i := range c.count() {
		seed := int(c.first()) + i
		s := models.Example(seed)
		s.name = fmt.Sprintf("seed %d", seed)
		ss = append(ss, s)
	}
	c.verify(t, ss)
}

// TestCircuits: circuits in the AIGER format, whose states are enumerated.
func TestCircuits(t *testing.T) {
	c := &class{programs: [3]int{12, 60, 1000}, meets: [3]int{2, 8, 100}, work: 1_000_000, least: 60}
	for name, set := range map[string]verifying.Setting{
		"cegar-expl":  verifying.With("cegar", "domain", "expl", "encoding", "sbe"),
		"cegar-cart":  verifying.With("cegar", "domain", "pred-cart", "refinement", "bw-bin-itp", "encoding", "lbe"),
		"traceabs":    verifying.With("traceabs"),
		"kinduction":  verifying.With("kinduction"),
		"symexecia":   verifying.With("symexecia"),
		"circuit-bmc": verifying.With("bmc"),
	} {
		c.configs = append(c.configs, config{name: name, set: func(c *verifier.Config, _ *trial) { set(c) }})
	}
	slices.SortFunc(c.configs, func(a, b config) int { return strings.Compare(a.name, b.name) })
	circuits := rapid.Custom(func(t *rapid.T) subject {
		d := aigertest.Draw(t)
		binary := rapid.Bool().Draw(t, "binary")
		file := "circuit.aag"
		if binary {
			file = "circuit.aig"
		}
		reachable := d.Reachable()
		return subject{file: file, text: d.Text(binary), judge: func(rep *verifier.Report) string {
			if (rep.Verdict == "FALSE") == reachable {
				return ""
			}
			return fmt.Sprintf("enumeration says reachable: %v", reachable)
		}}
	})
	var ss []subject
	for i := range c.count() {
		seed := int(c.first()) + i
		s := circuits.Example(seed)
		s.name = fmt.Sprintf("seed %d", seed)
		ss = append(ss, s)
	}
	c.verify(t, ss)
}

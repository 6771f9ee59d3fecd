package random

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"cupel/engine"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// over is a configuration with another arithmetic and analysis before the search.
func over(arithmetic verifier.Arithmetic, invariants string, set func(*verifier.Config)) func(*verifier.Config) {
	return func(c *verifier.Config) {
		set(c)
		c.Arithmetic, c.Invariants = arithmetic, invariants
	}
}

const (
	auto, bv         = verifier.ArithAuto, verifier.ArithBV
	none, relational = verifier.InvariantsNone, verifier.InvariantsRelational
)

// variants are engines with their choices. The values of choices that none of them has are in a configuration of others.
var variants = map[string]func(*verifier.Config){
	"symex":               verifying.With("symex"),
	"symexecia-0":         verifying.With("symexecia"),
	"symexecia-1-whole":   verifying.With("symexecia", "threshold", "1", "predicates", "whole", "cover", "ancestors"),
	"symexecia-0-bv":      over(bv, none, verifying.With("symexecia")),
	"symexecia-0-lbe":     verifying.With("symexecia", "encoding", "lbe", "order", "source"),
	"gps":                 verifying.With("gps"),
	"gps-plain":           verifying.With("gps", "no-gas", "true", "no-summaries", "true", "cover", "ancestors"),
	"gpslite":             verifying.With("gpslite"),
	"cra":                 verifying.With("cra"),
	"cegar-pred":          verifying.With("cegar"),
	"cegar-bool-bw-lbe":   verifying.With("cegar", "encoding", "lbe", "domain", "pred-bool", "refinement", "bw-bin-itp"),
	"cegar-expl-multi-bv": over(bv, relational, verifying.With("cegar", "domain", "expl", "refinement", "multi-seq")),
	"cegar-product-local": verifying.With("cegar", "domain", "expl-pred-cart", "precision-granularity", "local", "explicit-rule", "newatoms"),
	"cegar-split-dfs":     over(auto, none, verifying.With("cegar", "encoding", "seq", "domain", "pred-split", "search", "dfs", "predicates", "atoms")),
	"cegar-fw-full-bfs":   over(auto, none, verifying.With("cegar", "encoding", "sbe", "refinement", "fw-bin-itp", "prune", "full", "search", "bfs", "predicates", "conjuncts")),
	"cegar-core-all-vars": over(auto, none, verifying.With("cegar", "domain", "expl", "refinement", "unsat-core", "initial-precision", "all-vars", "max-enum", "1*", "search", "err-dfs")),
	"cegar-assumes-local": over(auto, none, verifying.With("cegar", "initial-precision", "all-assumes", "precision-granularity", "local", "search", "dfs-err")),
	"cegar-product-bool":  over(auto, none, verifying.With("cegar", "domain", "expl-pred-bool", "explicit-rule", "newoperands", "max-enum", "1", "refinement", "bw-bin-itp", "counterexamples", "3")),
	"traceabs":            verifying.With("traceabs"),
	"traceabs-none-sbe":   over(auto, none, verifying.With("traceabs", "encoding", "sbe", "path-programs", "none", "predicates", "conjuncts")),
	"traceabs-enhanced":   over(auto, none, verifying.With("traceabs", "data-automata", "enhanced")),
	"traceabs-plain-bv":   over(bv, none, verifying.With("traceabs", "data-automata", "plain")),
	"traceabs-default":    verifying.Preset("traceabs-default"),
	"traceabs-int":        verifying.Preset("traceabs-int"),
	"traceabs-oct":        verifying.Preset("traceabs-oct"),
	"traceabs-oct+con":    verifying.Preset("traceabs-oct+con-enh"),
	"absint":              over(auto, none, verifying.With("absint")),
	"absint-parallel-bv":  over(bv, none, verifying.With("absint", "domain", "int", "parallel-states", "3")),
	"kinduction":          verifying.With("kinduction"),
	"kinduction-plain-bv": over(bv, none, verifying.With("kinduction")),
	"quantified":          verifying.With("quantified"),
	"quantified-untried":  verifying.With("quantified", "guesses", "-data"),
	"quantified-text":     verifying.With("quantified", "guesses", "text"),
	"bmc":                 verifying.With("bmc"),
	"bmc-all-lbe-bv":      over(bv, none, verifying.With("bmc", "merge", "all", "encoding", "lbe")),
	"bmc-unwind-sbe":      over(auto, none, verifying.With("bmc", "unwind", "12", "encoding", "sbe")),
	"symex-run":           func(c *verifier.Config) { c.Engine, c.NoRun, c.RunShort = "symex", false, true },
	"symexecia-100-plain": over(auto, none, verifying.With("symexecia", "threshold", "100")),
	"auto":                verifying.With(verifier.Auto),
	"auto-run":            func(c *verifier.Config) { c.NoRun = false },
}

// unchosen are the values of an engine's choices that no variant of it has, by choice. Of choices among any texts or numbers there are
// none.
func unchosen(info *engine.Info) map[string][]string {
	used := map[string]bool{}
	for _, set := range variants {
		c := verifier.DefaultConfig()
		if set(&c); c.Engine != info.Name {
			continue
		}
		for _, choice := range info.Choices {
			value, ok := c.Choices[choice.Name]
			if !ok {
				value = choice.Value()
			}
			used[choice.Name+"="+value] = true
		}
	}
	missing := map[string][]string{}
	for _, choice := range info.Choices {
		values := choice.Values
		if choice.Kind == engine.Switch {
			values = []string{"false", "true"}
		}
		for _, value := range values {
			if !used[choice.Name+"="+value] {
				missing[choice.Name] = append(missing[choice.Name], value)
			}
		}
	}
	return missing
}

// others are a configuration of each engine that has the values of its choices that no variant has, in alternation, so that a value that an
// engine gets is tried without a line here.
func others() (out []config) {
	for _, info := range verifier.Engines() {
		if missing := unchosen(info); len(missing) > 0 {
			out = append(out, config{name: info.Name + "-others", set: func(c *verifier.Config, x *trial) {
				c.Engine = info.Name
				for _, name := range slices.Sorted(maps.Keys(missing)) {
					c.Choose(name, missing[name][x.turn%len(missing[name])])
				}
			}})
		}
	}
	return out
}

// TestOthers: every value of every engine's choices comes up in a configuration that the verifier accepts.
func TestOthers(t *testing.T) {
	tried := map[string]bool{}
	for _, f := range others() {
		for turn := range 100 {
			c := verifier.DefaultConfig()
			f.set(&c, &trial{turn: turn})
			if err := c.Validate(); err != nil {
				t.Fatalf("%s, turn %d: %v", f.name, turn, err)
			}
			for name, value := range c.Choices {
				tried[c.Engine+" "+name+"="+value] = true
			}
		}
	}
	for _, info := range verifier.Engines() {
		for name, values := range unchosen(info) {
			for _, value := range values {
				if !tried[info.Name+" "+name+"="+value] {
					t.Errorf("%s: no configuration has --%s %s", info.Name, name, value)
				}
			}
		}
	}
}

// plainly are configurations of settings alone, sorted by name.
func plainly(settings map[string]func(*verifier.Config)) (out []config) {
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		set := settings[name]
		out = append(out, config{name: name, set: func(c *verifier.Config, _ *trial) { set(c) }})
	}
	return out
}

// byTurns is an engine, another one each time.
func (x *trial) byTurns() string {
	es := verifier.Engines()
	return es[x.turn%len(es)].Name
}

// technique is a configuration that every engine takes turns with.
func technique(name string, set func(*verifier.Config)) config {
	return config{name: name, set: func(c *verifier.Config, x *trial) {
		c.Engine = x.byTurns()
		set(c)
	}}
}

// handed alternates between the engines and gives each the facts that another one finds in the same program, or in a similar one.
func handed(by string, units int) config {
	return config{name: "facts of " + by, work: units, set: func(c *verifier.Config, x *trial) {
		first, text := *c, x.subject.text
		if x.subject.like != "" && x.turn%2 == 1 {
			text = x.subject.like
		}
		first.Engine, first.Witness, first.FactsOut = by, "", filepath.Join(x.dir, "facts.json")
		x.verify(first, text)
		c.Engine, c.FactsIn = x.byTurns(), []string{first.FactsOut}
	}}
}

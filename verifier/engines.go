package verifier

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"cupel/core/program/passes"
	"cupel/engine"
	"cupel/engine/bmc"
	"cupel/engine/cegar"
	"cupel/engine/gps"
	"cupel/engine/ic3ia"
	"cupel/engine/kinduction"
	"cupel/engine/quantified"
	"cupel/engine/symex"
	"cupel/engine/traceabs"
)

// Engines lists the engines in the order they are shown. Another one is another line here.
func Engines() []*engine.Info {
	return slices.Concat(
		symex.Engines(),
		gps.Engines(),
		cegar.Engines(),
		traceabs.Engines(),
		ic3ia.Engines(),
		kinduction.Engines(),
		quantified.Engines(),
		bmc.Engines(),
		[]*engine.Info{portfolioInfo()},
	)
}

// secondProofs are the engines that are asked for another proof when that of the verdict cannot be certified, those
// first whose claims are of another kind: summaries of loops, then predicates.
var secondProofs = []string{"gps", "cegar", "kinduction"}

func engineByName(name string) (*engine.Info, error) {
	var names []string
	for _, e := range Engines() {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return nil, &InputError{Msg: fmt.Sprintf("--engine: unknown engine %q; choose one of %s", name, strings.Join(names, ", "))}
}

// having names the engines with a choice.
func having(choice string) []string {
	var names []string
	for _, e := range Engines() {
		if e.Choice(choice) != nil {
			names = append(names, e.Name)
		}
	}
	return names
}

// Choose sets a choice of the engine; Validate tells whether it has it.
func (c *Config) Choose(name, value string) {
	if c.Choices = maps.Clone(c.Choices); c.Choices == nil {
		c.Choices = engine.Values{}
	}
	c.Choices[name] = value
}

// chosen is the engine with a value for each of its choices. A choice that the engine does not have is
// an error: it would be ignored in silence.
func (c *Config) chosen() (*engine.Info, engine.Values, error) {
	info, err := engineByName(c.Engine)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(c.Choices)) {
		if info.Choice(name) != nil {
			continue
		}
		msg := fmt.Sprintf("--%s: %s has no such choice", name, c.Engine)
		if others := having(name); len(others) > 0 {
			msg += fmt.Sprintf("; it is one of %s: add --engine %s, or leave --%s out", strings.Join(others, ", "), others[0], name)
		}
		return nil, nil, &InputError{Msg: msg}
	}
	v, err := info.Complete(c.Choices)
	if err != nil {
		return nil, nil, &InputError{Msg: err.Error()}
	}
	if size, plan := c.Choices[engine.BlockSize.Name], info.PlanFor(v); size != "" && size != "0" &&
		!slices.ContainsFunc(plan.Encodings, func(enc string) bool { return blockLimit(enc, v) > 0 }) {
		return nil, nil, &InputError{Msg: fmt.Sprintf("--block-size: %s has no blocks of that kind; choose --encoding diamond or lbe", planText(plan))}
	}
	return info, v, nil
}

// files are the files that choices of the engine name, by flag.
func (c *Config) files(kind engine.ChoiceKind) map[string]string {
	files := map[string]string{}
	if info, v, err := c.chosen(); err == nil {
		for _, choice := range info.Choices {
			if choice.Kind == kind && v[choice.Name] != "" {
				files["--"+choice.Name] = v[choice.Name]
			}
		}
	}
	return files
}

// InputFiles are the files besides the task that the engine reads.
func (c *Config) InputFiles() []string {
	return slices.Sorted(maps.Values(c.files(engine.InputFile)))
}

// planText names the encodings that are used, and their order.
func planText(p engine.Plan) string {
	if p.Turns {
		return strings.Join(p.Encodings, " and ") + ", by turns"
	}
	return strings.Join(p.Encodings, ", then ")
}

// blockLimit is how many operations a block has at most, where the encoding
// joins branches; 0: it does not.
func blockLimit(encoding string, v engine.Values) int {
	limit := map[string]int{engine.Diamond: diamondMaxOps, engine.Lbe: passes.DefaultMaxOps}[encoding]
	if n := v.Int(engine.BlockSize.Name); limit > 0 && n > 0 {
		limit = n
	}
	return limit
}

// blocksPass is the pass that makes the blocks of an encoding, if there is one. Sequences are joined by a preparation in full already.
func blocksPass(encoding string, v engine.Values, prepare string) (passes.Pass, bool) {
	if encoding == engine.Seq && prepare != PrepareFull {
		return passes.Simplify, true
	}
	limit := blockLimit(encoding, v)
	return passes.NewLargeBlocks(passes.LargeBlockOptions{MaxOps: limit, KeepBranches: encoding == engine.Diamond}), limit > 0
}

package verifier

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"cupel/engine"
)

// Effective lists every setting that may change a result with its value, the defaults included, as cupel verify --config prints them:
// how the program is read, how it is searched, the choices of the engine, limits and evidence.
func (c *Config) Effective() [][2]string {
	var out [][2]string
	add := func(name string, value any) { out = append(out, [2]string{name, fmt.Sprint(value)}) }
	// some adds what is only there when it is chosen.
	some := func(name, value string) {
		if value != "" {
			add(name, value)
		}
	}
	add("engine", c.Engine)
	add("data-model", c.DataModel)
	add("entry", c.Entry)
	some("function", c.Function)
	if c.Function != "" {
		add("function-elements", c.Elements)
	}
	some("check", strings.Join(c.Checks, ","))
	if len(c.Checks) > 0 {
		add("all-checks", c.AllChecks)
	}
	some("std", c.Compile.Standard)
	add("signed-overflow", map[bool]string{false: "undefined", true: "wrap"}[c.SignedWrap])
	add("system-headers", c.SystemHeaders)
	add("malloc-may-fail", c.MallocMayFail)
	some("vacuous", c.Vacuous)
	add("arithmetic", c.Arithmetic)
	add("cells", c.Cells)
	add("induction", c.Induction)
	add("invariants", c.Invariants)
	add("recursion", c.Recursion)
	add("recursion-bound", c.RecursionBound)
	add("prepare", c.Prepare)
	add("ranking", strings.Join(c.ranking(), ","))
	some("loop", c.Loop)
	add("no-run", c.NoRun)
	add("seed", c.Seed)
	some("facts-in", strings.Join(c.FactsIn, ","))
	if info, v, err := c.chosen(); err == nil {
		out = append(out, choices(info, v)...)
	}
	add("timeout", limitText(c.Timeout))
	add("cpu-time", limitText(c.CPUTime))
	add("memory", c.MemoryMB)
	add("certify", c.Certify)
	add("require-certified", c.RequireCertified)
	if c.Certify {
		add("certifier", c.Certifier)
		add("certify-timeout", limitText(c.CertifyTimeout))
	}
	return out
}

// limitText is a limit of time; 0: none.
func limitText(d time.Duration) string {
	if d == 0 {
		return "0"
	}
	return d.String()
}

// choices are those of an engine with their values.
func choices(info *engine.Info, v engine.Values) (out [][2]string) {
	plan := info.PlanFor(v)
	for _, choice := range info.Choices {
		switch value := v[choice.Name]; choice.Name {
		case engine.Encoding:
			out = append(out, [2]string{choice.Name, planText(plan)})
		case engine.BlockSize.Name:
			for _, enc := range plan.Encodings {
				if n := blockLimit(enc, v); n > 0 {
					out = append(out, [2]string{choice.Name, strconv.Itoa(n)})
				}
			}
		default:
			if value != "" {
				out = append(out, [2]string{choice.Name, value})
			}
		}
	}
	return out
}

// settings lists what differs from the defaults.
func (c *Config) settings() []string {
	d := DefaultConfig()
	var out []string
	add := func(name, got, def string) {
		if got != def {
			out = append(out, name+" "+got)
		}
	}
	if info, v, err := c.chosen(); err == nil {
		for _, choice := range info.Choices {
			add(choice.Name, v[choice.Name], choice.Value())
		}
	}
	add("arithmetic", string(c.Arithmetic), string(d.Arithmetic))
	add("cells", c.Cells, d.Cells)
	add("induction", c.Induction, d.Induction)
	add("invariants", c.Invariants, d.Invariants)
	add("recursion", c.Recursion, d.Recursion)
	add("prepare", c.Prepare, d.Prepare)
	add("ranking", c.Ranking, d.Ranking)
	add("loop", c.Loop, "")
	if c.NoRun {
		out = append(out, "no run before the engine")
	}
	if c.Function != "" {
		add("elements behind pointers", strconv.Itoa(c.Elements), strconv.Itoa(d.Elements))
	}
	if len(c.Checks) > 0 {
		out = append(out, "checks "+strings.Join(c.Checks, ", "))
	}
	if c.Seed != 0 {
		out = append(out, fmt.Sprintf("seed %d", c.Seed))
	}
	if c.SignedWrap {
		out = append(out, "signed overflow wraps")
	}
	if c.SystemHeaders {
		out = append(out, "the host's headers")
	}
	if c.MallocMayFail {
		out = append(out, "malloc may fail")
	}
	return out
}

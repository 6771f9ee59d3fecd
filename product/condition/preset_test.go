package condition

import (
	"runtime"
	"strconv"
	"strings"
	"testing"

	"cupel/product/condition/simplify"
	"cupel/product/preset"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/oracle"
	"cupel/tests/verifying"
)

// TestPresets compares the conditions that the published configurations find with all executions of random programs.
func TestPresets(t *testing.T) {
	need.Tool(t, "gcc")
	presets := preset.Of(preset.Condition)[1:]
	n := effort.Programs(len(presets), 2*len(presets), 100*len(presets))
	seed := effort.Seed(510_000)
	var ps []oracle.Program
	for i := range uint64(n) {
		ps = append(ps, oracle.Generate(seed+i, oracle.All))
	}
	truths, err := oracle.DecideAll(t.Context(), ps, runtime.NumCPU())
	if err != nil {
		t.Fatal(err)
	}
	precise := 0
	for i, p := range ps {
		c := presets[i%len(presets)]
		res := agree(t, p, truths[i], func(o *Options) { set(t, o, c) })
		if res.Merged != "" || res.Complement != nil || res.Samples != nil || res.Share != nil {
			t.Errorf("%s: more than the text has: %+v", c.Name, res)
		}
		if res.Status == Precise {
			precise++
		}
	}
	t.Logf("%d of %d conditions are precise", precise, n)
}

// set sets the options that the flags of a preset are about.
func set(t *testing.T, o *Options, p preset.Preset) {
	t.Helper()
	on := func(f preset.Flag) bool {
		b, err := strconv.ParseBool(f.Value)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, f := range p.Flags {
		if verifying.General(&o.Verifier, f) {
			continue
		}
		switch f.Name {
		case "refiners":
			o.Refiners = strings.Split(f.Value, ",")
		case "parallel":
			o.Parallel = on(f)
		case "refiner-work":
			o.RefinerWork, _ = strconv.Atoi(f.Value)
		case "elimination":
			o.Elimination = f.Value
		case "scratch":
			o.Scratch = on(f)
		case "complement":
			o.Complement = on(f)
		case "simplify":
			level, err := simplify.ParseLevel(f.Value)
			if err != nil {
				t.Fatal(err)
			}
			o.Simplify = level
		case "samples":
			o.Samples, _ = strconv.Atoi(f.Value)
		case "share":
			o.Share = on(f)
		default:
			o.Verifier.Choose(f.Name, f.Value)
		}
	}
	if err := o.Verifier.Validate(); err != nil {
		t.Fatal(err)
	}
}

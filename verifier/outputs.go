package verifier

import (
	"maps"
	"os"
	"path/filepath"
	"slices"

	"cupel/engine"
	"cupel/evidence/harness"
	"cupel/internal/wholefile"
)

// outputs are the files that a run will write, by flag; "" where there is none.
func (c *Config) outputs() map[string]string {
	out := c.files(engine.OutputFile)
	out["--witness"], out["--facts-out"], out["--cpuprofile"], out["--report"] = c.Witness, c.FactsOut, c.CPUProfile, c.Report
	maps.Copy(out, c.Others)
	if c.Harness != "" {
		out["--harness"] = filepath.Join(c.Harness, harness.File)
	}
	return out
}

// OutputFlags are the flags by which a run would write files.
func (c *Config) OutputFlags() (flags []string) {
	out := c.outputs()
	for _, flag := range slices.Sorted(maps.Keys(out)) {
		if out[flag] != "" {
			flags = append(flags, flag)
		}
	}
	return flags
}

// CheckOutputs finds, before any work, outputs that cannot be written, that are one
// file, or that are one of the inputs.
func CheckOutputs(t *Task, c *Config) error {
	if c.Queries != "" {
		if c.Engine == Auto {
			return &InputError{Msg: "--queries: the engine auto asks in other processes; name an engine"}
		}
		if i, err := os.Stat(c.Queries); err != nil || !i.IsDir() {
			return &InputError{Msg: "--queries: " + c.Queries + " is no directory"}
		}
	}
	out := c.outputs()
	flags := slices.Sorted(maps.Keys(out))
	for _, flag := range flags {
		check := wholefile.Probe
		if flag == "--harness" { // its directory is made when it is needed
			check = wholefile.Refuse
		}
		if out[flag] == "" {
			continue
		}
		if err := check(out[flag], t.inputs(c)...); err != nil {
			return &InputError{Msg: flag + ": " + err.Error()}
		}
	}
	if err := wholefile.Distinct(out, flags...); err != nil {
		return &InputError{Msg: err.Error()}
	}
	return nil
}

// inputs are the files that decide a run, as far as they are known before it.
func (t *Task) inputs(c *Config) []string {
	in := t.Files()
	for _, f := range slices.Concat([]string{t.Definition, t.PropertyFile}, c.FactsIn, c.Inputs, c.Compile.First) {
		if f != "" {
			in = append(in, f)
		}
	}
	return append(in, c.InputFiles()...)
}

// checkIncluded finds outputs that are files which the program includes.
func (u *setup) checkIncluded(included []string) error {
	out := u.cfg.outputs()
	for _, flag := range slices.Sorted(maps.Keys(out)) {
		if out[flag] == "" {
			continue
		}
		if err := wholefile.Refuse(out[flag], included...); err != nil {
			return &InputError{Msg: flag + ": " + err.Error()}
		}
	}
	return nil
}

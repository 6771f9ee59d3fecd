package verifier

import (
	"path/filepath"

	"cupel/harness"
	"cupel/internal/wholefile"
)

// outputFlags are the flags that name files to write, in the order of checks.
var outputFlags = []string{"--witness", "--arg", "--harness", "--cpuprofile"}

// outputs are the files that a run will write, by flag; "" where there is none.
func (c *Config) outputs() map[string]string {
	out := map[string]string{"--witness": c.Witness, "--arg": c.ARG, "--cpuprofile": c.CPUProfile}
	if c.Harness != "" {
		out["--harness"] = filepath.Join(c.Harness, harness.File)
	}
	return out
}

// CheckOutputs finds, before any work, outputs that cannot be written, that are one
// file, or that are one of the inputs.
func CheckOutputs(t *Task, c *Config) error {
	out := c.outputs()
	for _, flag := range outputFlags {
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
	if err := wholefile.Distinct(out, outputFlags...); err != nil {
		return &InputError{Msg: err.Error()}
	}
	return nil
}

// inputs are the files that decide a run, as far as they are known before it.
func (t *Task) inputs(c *Config) []string {
	in := []string{t.File}
	for _, f := range []string{t.Definition, t.PropertyFile, c.PrecisionFile} {
		if f != "" {
			in = append(in, f)
		}
	}
	return in
}

// checkIncluded finds outputs that are files which the program includes.
func (s *job) checkIncluded(included []string) error {
	out := s.cfg.outputs()
	for _, flag := range outputFlags {
		if out[flag] == "" {
			continue
		}
		if err := wholefile.Refuse(out[flag], included...); err != nil {
			return &InputError{Msg: flag + ": " + err.Error()}
		}
	}
	return nil
}

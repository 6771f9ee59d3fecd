package cfa

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/frontend/modelfile"
	"cupel/tests/need"
)

// corpusDir is where the models are.
func corpusDir() string { return need.CorpusDir("cfa") }

// TestCorpus reads every control-flow automaton of the corpus: it becomes a
// sane program or is refused as unsupported.
func TestCorpus(t *testing.T) {
	var files []string
	for _, pattern := range []string{"*.cfa", "*.theta"} {
		fs, err := filepath.Glob(filepath.Join(corpusDir(), "*", pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, fs...)
	}
	if len(files) == 0 {
		t.Skip("no corpus")
	}
	type count struct{ read, refused int }
	counts := map[string]count{}
	var families []string
	for _, file := range files {
		family := filepath.Base(filepath.Dir(file))
		c, known := counts[family]
		if !known {
			families = append(families, family)
		}
		p, err := Read(file)
		var e *modelfile.Error
		switch {
		case err == nil:
			c.read++
			if err := program.SanityProgram(p); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		case errors.As(err, &e) && e.Unsupported && strings.Contains(e.Msg, "not supported"):
			c.refused++
			t.Log(err)
		default:
			t.Error(err)
		}
		counts[family] = c
	}
	for _, f := range families {
		t.Logf("%s: %d read, %d refused", f, counts[f].read, counts[f].refused)
	}
}

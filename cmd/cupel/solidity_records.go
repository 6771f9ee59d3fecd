package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"cupel/internal/inputfile"
	"cupel/internal/wholefile"
	"cupel/product/solidity"
	"cupel/verifier"
)

// maxRecord bounds the size of a record, in bytes.
const maxRecord = 64 << 20

// record is where the answer of a run about contracts is kept: a file named by all that the answer depends on.
type record struct{ file string }

// recorded is the content of a record.
type recorded struct {
	Key    string           `json:"key"`
	Report *solidity.Report `json:"report"`
}

// recordOf is the record of a run: that of this program, the flags, and the sources of the units with their compilers.
func recordOf(dir string, fs *pflag.FlagSet, units []*solidity.Unit) (*record, error) {
	h := sha256.New()
	add := func(parts ...string) {
		fmt.Fprintf(h, "%d\n", len(parts))
		for _, p := range parts {
			fmt.Fprintf(h, "%d:%s\n", len(p), p)
		}
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	program, err := fileHash(self)
	if err != nil {
		return nil, err
	}
	add(program)
	fs.Visit(func(f *pflag.Flag) {
		if !slices.Contains(notOfAnswers, f.Name) {
			add(f.Name, f.Value.String())
		}
	})
	for _, u := range units {
		parts := u.Digest()
		if parts == nil { // build information
			for _, file := range u.Files {
				text, err := fileHash(file)
				if err != nil {
					return nil, err
				}
				parts = append(parts, text)
			}
		}
		add(u.Files...)
		add(parts...)
	}
	return &record{filepath.Join(dir, hex.EncodeToString(h.Sum(nil))+".json")}, nil
}

// notOfAnswers are flags that answers do not depend on.
var notOfAnswers = []string{"format", "report", "records", "jobs", "show-warnings"}

// key is what the record is named by.
func (r *record) key() string { return filepath.Base(r.file) }

// answer is the report that is kept; nil: there is none that can be read.
func (r *record) answer() *solidity.Report {
	text, err := inputfile.Read(r.file, maxRecord)
	if err != nil {
		return nil
	}
	var c recorded
	if json.Unmarshal(text, &c) != nil || c.Key != r.key() || c.Report == nil || c.Report.Answer == "" || c.Report.Answer == solidity.AnswerUnknown {
		return nil
	}
	return c.Report
}

// keep writes the record of a report, unless something is unknown: a later run may find that out.
func (r *record) keep(rep *solidity.Report) error {
	if rep.Answer == solidity.AnswerUnknown || slices.ContainsFunc(rep.Functions, func(f solidity.Function) bool { return f.Answer == solidity.AnswerUnknown }) {
		return nil
	}
	return wholefile.Write(r.file, func(w io.Writer) error { return json.NewEncoder(w).Encode(recorded{r.key(), rep}) })
}

// checkRecords finds mistakes in the flag that names the directory of records.
func (f *solidityFlags) checkRecords() error {
	switch {
	case f.records == "":
		return nil
	case f.format != "json":
		return &verifier.InputError{Msg: "--records: needs --format json, which is what records are made of"}
	case f.emit != "" || f.vc.queries != "":
		return &verifier.InputError{Msg: "--records: --emit-boogie and --queries write what a record does not have; leave them out"}
	}
	if err := os.MkdirAll(f.records, 0o777); err != nil {
		var pe *os.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return &verifier.InputError{Msg: fmt.Sprintf("--records: %s: %v; name a directory that can be written", f.records, err)}
	}
	return nil
}

// fromRecord answers from the record of an earlier run, if there is one; otherwise the record is to be kept.
func (f *solidityFlags) fromRecord(ctx context.Context, fs *pflag.FlagSet, units []*solidity.Unit) (*record, *solidity.Report, error) {
	if f.records == "" {
		return nil, nil, nil
	}
	r, err := recordOf(f.records, fs, units)
	if err != nil {
		return nil, nil, err
	}
	rep := r.answer()
	if rep != nil {
		rep.Assumptions = append(rep.Assumptions, "The answer is that of an earlier run about the same sources with the same program, flags and compiler, as the record "+r.key()+" says; it was not found again.")
		for _, u := range units {
			texts, err := u.Sources(ctx)
			if err != nil {
				return nil, nil, err
			}
			rep.Sources = append(rep.Sources, texts...)
		}
	}
	return r, rep, nil
}

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"cupel/core/smt/smtlib"
	"cupel/product/boogie/vc"
	"cupel/verifier"
)

// vcFlags are about the solvers of verification conditions.
type vcFlags struct {
	solver  string
	queries string

	mu     sync.Mutex
	failed error // the first one of writing a condition
}

func (f *vcFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.solver, "solver", "auto", "solver of the verification conditions: z3, cvc5 (a process), or auto: cvc5 where z3 gives up")
	fs.StringVar(&f.queries, "queries", "", "write every verification condition to a new file in the existing `DIR`, as SMT-LIB")
}

// set checks the flags and sets the options.
func (f *vcFlags) set(o *vc.Options) error {
	const second = "cvc5"
	switch f.solver {
	case "auto":
		o.Second = second
	case vc.InProcess:
		o.Solver = vc.InProcess
	case second:
		if !smtlib.Available(second) {
			return &verifier.InputError{Msg: "--solver: cvc5 is not installed"}
		}
		o.Solver = second
	default:
		return &verifier.InputError{Msg: fmt.Sprintf("--solver: unknown value %q; choose auto, z3 or cvc5", f.solver)}
	}
	if f.queries == "" {
		return nil
	}
	if info, err := os.Stat(f.queries); err != nil || !info.IsDir() {
		return &verifier.InputError{Msg: "--queries: " + f.queries + " is no directory"}
	}
	o.Dump = f.write
	return nil
}

// write writes a condition to a file that is called after its procedure, with a number where there are several.
func (f *vcFlags) write(procedure, script string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	base := strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || r == '_' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' {
			return r
		}
		return '_'
	}, procedure)
	base = strings.TrimLeft(base, ".-")
	for n := 1; ; n++ {
		name := base + ".smt2"
		if n > 1 {
			name = fmt.Sprintf("%s-%d.smt2", base, n)
		}
		w, err := os.OpenFile(filepath.Join(f.queries, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			_, err = w.WriteString(script)
			err = errors.Join(err, w.Close())
		}
		if f.failed == nil {
			f.failed = err
		}
		return
	}
}

// report tells what could not be written, which does not change the answer.
func (f *vcFlags) report(w io.Writer) {
	if f.failed != nil {
		fmt.Fprintf(w, "--queries: %v\n", f.failed)
	}
}

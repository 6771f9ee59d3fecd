package verifier

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/internal/inputfile"
	"cupel/verifier/portfolio"
)

// builtinTable orders the engines; scripts/portfolio.sh fits it to measured runs.
//
//go:embed portfolio.table
var builtinTable []byte

// featureNames are the features of programs that conditions of a table may use.
var featureNames = []string{
	"loops",     // heads of loops
	"size",      // edges and operations
	"inputs",    // places that read one
	"arrays",    // variables that are arrays or regions of memory
	"bits",      // 1: machine arithmetic, the integers do not do
	"floats",    // variables of floating-point sorts
	"products",  // of two unknown numbers
	"recursion", // 1: closed by summaries
	"branches",  // locations with several successors
	"goals",     // ways to the error
	"longest",   // steps of the longest run before the engines
	"decides",   // 1: its integers decide, nothing is computed
	"endless",   // of a hundred such runs, those that came to no end
}

// Features are the names of features that conditions of a table may use.
func Features() []string { return slices.Clone(featureNames) }

// features describes what an engine would be given, by featureNames.
func features(a *answer) map[string]int {
	f := map[string]int{}
	if a.on == nil {
		return f
	}
	l := a.on.lowering
	p := l.lowered
	f["longest"], f["endless"] = a.seen.dice.longest, a.seen.dice.endless()
	size := passes.Measure(p)
	f["loops"], f["size"] = len(a.on.prepared.LoopHeads()), size.Edges+size.Ops
	f["goals"] = len(passes.TargetEdges(p))
	if l.arithmetic != inIntegers {
		f["bits"] = 1
	}
	if l.onlyDecides {
		f["decides"] = 1
	}
	if l.inlining.closed != nil {
		f["recursion"] = 1
	}
	for _, v := range p.Vars {
		switch s := v.Sort(); {
		case s.IsArray():
			f["arrays"]++
		case s.IsFloat():
			f["floats"]++
		}
	}
	for _, x := range p.Locs {
		if len(x.Out) > 1 {
			f["branches"]++
		}
	}
	seen := map[*logic.Term]bool{}
	for _, e := range p.Edges {
		for o := range program.AllOps(e.Ops) {
			if o.Kind == program.OpHavoc && o.Input != nil {
				f["inputs"]++
			}
			if o.Expr != nil {
				f["products"] += products(o.Expr, seen)
			}
		}
	}
	return f
}

// products counts products of two terms that are no numbers, each once.
func products(t *logic.Term, seen map[*logic.Term]bool) int {
	if seen[t] {
		return 0
	}
	seen[t] = true
	n := 0
	if t.Op() == logic.OpMul || t.Op() == logic.OpBVMul {
		unknown := 0
		for i := range t.NumArgs() {
			if !t.Arg(i).IsConst() {
				unknown++
			}
		}
		if unknown > 1 {
			n++
		}
	}
	for i := range t.NumArgs() {
		n += products(t.Arg(i), seen)
	}
	return n
}

// table is the one to go by.
func (u *setup) table() (*portfolio.Table, error) {
	file, data := u.choices[tableChoice], builtinTable
	if file != "" {
		var err error
		if data, err = inputfile.Read(file, inputfile.Text); err != nil {
			return nil, &InputError{Pos: program.Pos{File: file}, Msg: "cannot be read: " + cause(err)}
		}
	}
	t, err := portfolio.ParseTable(data, featureNames, memberNames())
	var bad *portfolio.TableError
	if errors.As(err, &bad) {
		return nil, &InputError{Pos: program.Pos{File: file, Line: bad.Line, Col: bad.Col}, Msg: bad.Msg}
	}
	return t, err
}

// amount prints work as tables have it.
func amount(n int) string {
	switch {
	case n >= 10_000_000:
		return fmt.Sprintf("%dM", n/1_000_000)
	case n >= 10_000:
		return fmt.Sprintf("%dk", n/1000)
	}
	return fmt.Sprint(n)
}

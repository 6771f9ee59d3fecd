package evidence

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/work"
	"cupel/kernel/certify"
)

// TestCopiesOfVariables: variables that are assigned to each other, also by way of a third or in a choice, are copies, which the program before passes
// may have in place of each other; arrays and computed values are no copies.
func TestCopiesOfVariables(t *testing.T) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Lowered: true}
	vars := map[string]*program.Var{}
	for _, n := range []string{"a", "b", "c", "d", "e"} {
		vars[n] = p.NewVar(n, logic.Int)
	}
	m := p.NewVar("m", logic.ArraySort(logic.Int, logic.Int))
	k := p.NewVar("k", logic.ArraySort(logic.Int, logic.Int))
	p.Init, p.Error = p.NewLocation("", program.Pos{}), p.NewLocation("", program.Pos{})
	sym := func(n string) *logic.Term { return vars[n].Sym }
	p.NewEdge(p.Init, p.Error, program.Assign(vars["b"], sym("a")), program.Assign(vars["c"], sym("b")), program.Assign(vars["d"], f.Add(sym("c"), f.IntConst(1))),
		program.Assign(vars["e"], f.Ite(f.Lt(sym("a"), f.IntConst(0)), sym("a"), sym("c"))), program.Assign(m, k.Sym))
	var got []string
	for _, e := range copies(p) {
		got = append(got, e.String())
	}
	if want := fmt.Sprint([]string{f.Eq(sym("b"), sym("a")).String(), f.Eq(sym("c"), sym("a")).String()}); fmt.Sprint(got) != want {
		t.Errorf("%v, not %v", got, want)
	}
	last := lastCopies(p)
	for of, want := range map[string]string{"a": "e", "b": "e", "c": "e", "d": "", "e": ""} {
		var names []string
		for _, v := range last[sym(of)] {
			names = append(names, p.VarOf(v).Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("the last copies of %s are %q, not %q", of, got, want)
		}
	}
}

// TestReasonOf: the reason why a check failed is the first limit that ended it, not the solver's answer that resulted.
func TestReasonOf(t *testing.T) {
	spent, stop := work.Within(t.Context(), 1)
	defer stop()
	work.Spend(spent, 10)
	late, end := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer end()
	for _, c := range []struct {
		ctx  context.Context
		err  error
		want string
	}{
		{t.Context(), errors.New("one\ntwo"), "one; two"},
		{t.Context(), fmt.Errorf("%w: no answer", certify.ErrInconclusive), "no answer"},
		{t.Context(), context.Canceled, "the work for finding claims was spent"},
		{t.Context(), context.DeadlineExceeded, "the time for the certificate ended"},
		{late, errors.New("killed"), "the time for the certificate ended"},
		{spent, errors.New("killed"), "the work for the certificate was done"},
	} {
		if got := reasonOf(c.ctx, c.err); got != c.want {
			t.Errorf("%v: %s, not %s", c.err, got, c.want)
		}
	}
}

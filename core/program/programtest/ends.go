package programtest

import (
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
)

// Ends reports whether every execution of a program as Explore takes it comes to an end, by the graph of its states: no state is reached from itself. Cut: some
// execution comes to a cut.
func Ends(p *program.Program, o Options) (ends, cut bool, err error) {
	if o.MaxStates == 0 {
		o.MaxStates = 200_000
	}
	x, err := newExplorer(p, o)
	if err != nil {
		return false, false, err
	}
	type visit struct {
		key  string
		next []state
	}
	const open, done = 1, 2
	color := map[string]int{}
	ends = true
	var stack []visit
	push := func(s state) {
		k := fmt.Sprintf("%d:%s", s.loc.ID, x.key(s.val))
		switch color[k] {
		case open:
			ends = false
			return
		case done:
			return
		}
		color[k] = open
		v := visit{key: k}
		if s.loc.Cut != "" {
			cut = true
		} else if s.loc != p.Error {
			for _, e := range s.loc.Out {
				for _, w := range x.Run(e.Ops, []Valuation{s.val}) {
					v.next = append(v.next, state{e.Dst, w})
				}
			}
		}
		stack = append(stack, v)
	}
	for _, v := range x.all(make(Valuation, len(p.Vars)), 0) {
		push(state{p.Init, v})
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if len(top.next) == 0 {
				color[top.key] = done
				stack = stack[:len(stack)-1]
				continue
			}
			s := top.next[0]
			top.next = top.next[1:]
			push(s)
			if len(color) > o.MaxStates {
				return false, false, fmt.Errorf("programtest: more than %d states", o.MaxStates)
			}
		}
	}
	return ends, cut, nil
}

// state is a location with the values of the variables.
type state struct {
	loc *program.Location
	val Valuation
}

// newExplorer is an explorer of a program over bits.
func newExplorer(p *program.Program, o Options) (*explorer, error) {
	x := &explorer{p: p, o: o, index: map[*program.Var]int{}, memo: map[evalKey]*logic.Term{}}
	for i, v := range p.Vars {
		x.index[v] = i
		if !v.Sort().IsBV() && !v.Sort().IsBool() {
			return nil, fmt.Errorf("programtest: variable %v of sort %v", v, v.Sort())
		}
	}
	return x, nil
}

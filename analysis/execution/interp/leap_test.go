package interp

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
	"cupel/tests/effort"
)

// loops draws a program with loops, branches, checks, inputs and calls over the variables of g.
func (g *formGen) loops() map[*program.Location]*Call {
	p, f := g.p, g.f
	p.Init, p.Error = p.NewLocation("main", program.Pos{}), p.NewLocation("", program.Pos{})
	calls := map[*program.Location]*Call{}
	next := func(from *program.Location, ops ...program.Op) *program.Location {
		l := p.NewLocation("main", program.Pos{})
		p.NewEdge(from, l, ops...)
		return l
	}

	// A function that adds something to what it is given, in a loop or not.
	s := formSorts[2]
	arg, local, result := p.NewVar("arg", s), p.NewVar("local", s), p.NewVar("result", s)
	entry := p.NewLocation("f", program.Pos{})
	body := next(entry, program.Assign(local, f.BVOp(logic.OpBVAdd, arg.Sym, g.constant(s))))
	exit := next(body, program.Assign(result, f.BVOp(logic.OpBVMul, local.Sym, f.BV(uint64(g.IntN(3)), 32))))

	g.vars[s] = append(g.vars[s], arg) // calls restore it

	count := 0
	var counters []*program.Var
	update := func() []program.Op {
		s := g.sort()
		v := g.variable(s)
		if slices.Contains(counters, v) && g.IntN(10) > 0 {
			return nil
		}
		small := f.BV(uint64(g.IntN(7)), s.Width())
		if g.IntN(4) == 0 {
			small = g.constant(s)
		}
		x := f.BVOp(logic.OpBVAdd, v.Sym, small)
		switch g.IntN(11) {
		case 7:
			x = f.BVOp(logic.OpBVAdd, v.Sym, f.BVOp(logic.OpBVMul, g.variable(s).Sym, g.variable(s).Sym))
		case 0:
			x = f.BVOp(logic.OpBVSub, v.Sym, small)
		case 1:
			x = f.BVOp(logic.OpBVAdd, v.Sym, g.variable(s).Sym)
		case 2:
			x = g.constant(s)
		case 3:
			x = g.term(s, 2)
		case 4:
			return []program.Op{program.CheckOf(program.SignedOverflow, f.SignedOK(logic.OpSAddOK, v.Sym, small), "overflow"), program.Assign(v, x)}
		case 5:
			b := g.variable(logic.Bool)
			return []program.Op{program.Assign(b, g.condition(1)), program.Assign(v, x)}
		case 6:
			return []program.Op{program.CheckOf(program.OtherCheck, f.Or(g.condition(1), f.ULt(v.Sym, g.constant(s))), "other")}
		}
		return []program.Op{program.Assign(v, x)}
	}
	var block func(at *program.Location, depth int) *program.Location
	block = func(at *program.Location, depth int) *program.Location {
		for range 1 + g.IntN(3) {
			switch k := g.IntN(12); {
			case k == 0 && depth > 0: // a branch
				c := g.condition(2)
				end := block(next(at, append([]program.Op{program.Assume(c)}, update()...)...), 0)
				p.NewEdge(at, end, append([]program.Op{program.Assume(f.Not(c))}, update()...)...)
				at = end
			case k <= 2 && depth > 0: // a loop with few turns
				v := g.variable(g.sort())
				if slices.Contains(counters, v) {
					continue
				}
				counters = append(counters, v)
				head := next(at, program.Assign(v, f.BV(0, v.Sort().Width())))
				c := f.ULt(v.Sym, f.BV(uint64(1+g.IntN(5)), v.Sort().Width()))
				p.NewEdge(block(next(head, program.Assume(c)), depth-1), head, program.Assign(v, f.BVOp(logic.OpBVAdd, v.Sym, f.BV(1, v.Sort().Width()))))
				at = next(head, program.Assume(f.Not(c)))
				counters = counters[:len(counters)-1]
			case k == 3: // a call
				into := g.variable(s)
				if slices.Contains(counters, into) {
					continue
				}
				c := &Call{Enter: p.NewEdge(at, entry, program.Assign(arg, g.variable(s).Sym)), Exit: exit, Locals: []*program.Var{arg, local}, Result: result, Into: into}
				after := p.NewLocation("main", program.Pos{})
				c.Return = p.NewEdge(exit, after)
				calls[at] = c
				at = next(after)
			case k == 4 && g.IntN(6) == 0: // an input
				v := g.variable(g.sort())
				count++
				at = next(at, program.Havoc(v, &program.Input{ID: count, Callee: "input", Sort: v.Sort()}))
			default:
				at = next(at, append(update(), update()...)...)
			}
		}
		return at
	}
	at := p.Init
	for _, v := range p.Vars {
		switch op := program.Assign(v, g.constant(v.Sort())); {
		case v == local, v == result:
		case g.IntN(12) == 0:
			count++
			at = next(at, program.Havoc(v, &program.Input{ID: count, Callee: "input", Sort: v.Sort()}))
		case g.IntN(8) > 0:
			at = next(at, op)
		}
	}
	for range 1 + g.IntN(2) { // loops with many turns
		v := g.variable(formSorts[1+g.IntN(3)])
		w := v.Sort().Width()
		counters = []*program.Var{v}
		at = next(at, program.Assign(v, f.BV(uint64(g.IntN(9)), w)))
		head := next(at)
		bound := f.BV(uint64(50+g.IntN(4000)), w)
		if g.IntN(4) == 0 {
			bound = g.variable(v.Sort()).Sym
		}
		c := []*logic.Term{f.ULt(v.Sym, bound), f.SLt(v.Sym, bound), f.Ne(v.Sym, bound), f.ULe(v.Sym, bound)}[g.IntN(4)]
		if g.IntN(6) == 0 {
			c = f.And(c, g.condition(2))
		}
		x := f.BVOp(logic.OpBVAdd, v.Sym, f.BV(uint64(1+g.IntN(3)), w))
		if g.IntN(6) == 0 {
			x = f.BVOp(logic.OpBVAdd, v.Sym, g.variable(v.Sort()).Sym)
		}
		end := block(next(head, program.Assume(c)), 2)
		if g.IntN(5) == 0 { // it ends in the middle
			wrong := g.condition(2)
			p.NewEdge(end, p.Error, program.Assume(wrong))
			if g.IntN(2) == 0 {
				end = next(end, program.Assume(f.Not(wrong)))
			} else {
				end = next(end)
			}
		}
		p.NewEdge(end, head, program.Assign(v, x))
		at = next(head, program.Assume(f.Not(c)))
	}
	p.NewEdge(at, p.Error, program.Assume(g.condition(1)))
	program.MarkLoopHeads(p)
	return calls
}

// drawn draws inputs.
type drawn struct{ g *formGen }

func (d drawn) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	return d.g.constant(op.Var.Sort()), op.Input != nil
}

// final is an execution with its last state, as text.
func final(m *Machine, out *Outcome) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v %q at %v loc %v last %v steps %d adjacent %v", out.Kind, out.Note, out.Pos, out.Loc, out.Last, out.Steps, out.Adjacent)
	for _, c := range out.Inputs {
		fmt.Fprintf(&b, " in %v", c.Value)
	}
	for _, d := range out.Depends {
		fmt.Fprintf(&b, " on %v", d.Var)
	}
	for _, e := range out.Path {
		fmt.Fprintf(&b, " %d", e.ID)
	}
	fmt.Fprintf(&b, " %v %v %v ", out.At, out.Ways, out.Symbols)
	for i, v := range m.p.Vars {
		if m.tracking && m.unknown[i] {
			fmt.Fprintf(&b, " %s unknown %v", v, m.symbolic != nil && m.symbolic[i] != nil)
		} else {
			fmt.Fprintf(&b, " %s=%d", v, m.words[i])
		}
	}
	return b.String()
}

// wrongLeap runs random programs with leaps and without, in several ways, and looks for a difference.
func wrongLeap(seed uint64, programs int) (leapt, all int, err error) {
	for k := range uint64(programs) {
		g := newFormGen(seed + k)
		calls := g.loops()
		limit := 2000 + g.IntN(12_000)
		for way := range 5 {
			machine := New
			o := Options{MaxSteps: limit, Calls: calls}
			switch way {
			case 1:
				machine = NewTracking
			case 2:
				machine = NewTracking
				o.Case = &Case{Values: []*logic.Term{g.constant(formSorts[0])}}
			case 3:
				o.Depend = true
			case 4:
				o.Trace, o.MaxTrace = true, 1500
			}
			m, err := machine(g.p)
			if err != nil {
				return 0, 0, err
			}
			run := func(o Options) (*Outcome, string) {
				inputs := newFormGen(seed + k) // the same ones again
				inputs.f = g.f
				out := m.Run(context.Background(), drawn{inputs}, o)
				return out, final(m, out)
			}
			out, got := run(o)
			o.Stepwise = true
			want, text := run(o)
			if text != got {
				var b strings.Builder
				g.p.Dump(&b)
				return 0, 0, fmt.Errorf("program %d, way %d:\n%s\nwith leaps, effort %d:\n%s\n%s", seed+k, way, text, out.Effort, got, b.String())
			}
			if want.Steps > 1500 {
				all++
				if out.Effort < out.Steps*9/10 {
					leapt++
				}
			}
		}
	}
	return leapt, all, nil
}

// TestLeaps: executions with leaps end as those without.
func TestLeaps(t *testing.T) {
	leapt, all, err := wrongLeap(100_000, effort.Count(500, 2500, 20_000))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("leaps in %d of %d long executions", leapt, all)
	if leapt < all/4 {
		t.Errorf("leaps in %d of %d long executions only", leapt, all)
	}
}

// TestWrongLeaps: mistakes in leaps are noticed.
func TestWrongLeaps(t *testing.T) {
	for _, f := range sabotage.All() {
		rare := f == sabotage.LeapWrap || f == sabotage.LeapOrder || f == sabotage.LeapCheck || f == sabotage.LeapUnknown
		if f.Part() != sabotage.Leaps || rare && !effort.Check() {
			continue
		}
		t.Run(f.String(), func(t *testing.T) {
			defer sabotage.Inject(f)()
			for seed := uint64(100_000); ; seed += 100 {
				if _, _, err := wrongLeap(seed, 100); err != nil {
					t.Logf("noticed among %d programs", seed-100_000+100)
					return
				}
				if seed > 104_000 {
					t.Fatal("nothing notices it")
				}
			}
		})
	}
}

package cfa

import (
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/cfa/cfatest"

	"pgregory.net/rapid"
)

// TestRandom: a random model that is read from its text has the generated semantics.
func TestRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, reachable := cfatest.Model(t)
		p, err := Parse("random.cfa", []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if err := program.SanityProgram(p); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if got := explore(t, p, p.Init); got != reachable {
			t.Fatalf("error reachable: %v, want %v\n%s", got, reachable, text)
		}
	})
}

// explore enumerates the states of a program from a location on; integers are havocked from 0 to 2.
func explore(t *rapid.T, p *program.Program, from *program.Location) bool {
	type state struct {
		loc  *program.Location
		vals string
	}
	type node struct {
		loc  *program.Location
		vals []*logic.Term
	}
	index := map[*logic.Term]int{}
	for i, v := range p.Vars {
		index[v.Sym] = i
	}
	f := p.Terms
	encode := func(vals []*logic.Term) string {
		key := make([]byte, len(vals))
		for i, v := range vals {
			switch {
			case v.Sort().IsBool() && v.IsTrue():
				key[i] = 1
			case v.Sort().IsBV():
				u, _ := v.BVUint64()
				key[i] = byte(u)
			case v.Sort().IsInt():
				k, _ := v.Rational().Int64()
				key[i] = byte(k)
			}
		}
		return string(key)
	}
	seen := map[state]bool{}
	var work []node
	add := func(n node) {
		if s := (state{n.loc, encode(n.vals)}); !seen[s] {
			seen[s] = true
			work = append(work, n)
		}
	}
	start := make([]*logic.Term, len(p.Vars))
	for i, v := range p.Vars {
		start[i] = f.Zero(v.Sort())
	}
	add(node{from, start})
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if n.loc == p.Error {
			return true
		}
		for _, e := range n.loc.Out {
			states := [][]*logic.Term{n.vals}
			for i := range e.Ops {
				op := &e.Ops[i]
				var next [][]*logic.Term
				met := map[string]bool{}
				for _, vals := range states {
					value := func() *logic.Term {
						v, err := f.Eval(op.Expr, func(s *logic.Term) *logic.Term { return vals[index[s]] })
						if err != nil {
							t.Fatal(err)
						}
						return v
					}
					set := func(v *logic.Term) {
						out := append([]*logic.Term(nil), vals...)
						out[index[op.Var.Sym]] = v
						if k := encode(out); !met[k] {
							met[k] = true
							next = append(next, out)
						}
					}
					switch op.Kind {
					case program.OpAssume:
						if value().IsTrue() {
							next = append(next, vals)
						}
					case program.OpAssign:
						set(value())
					case program.OpHavoc:
						for _, v := range domain(f, op.Var.Sort()) {
							set(v)
						}
					}
				}
				states = next
			}
			for _, vals := range states {
				add(node{e.Dst, vals})
			}
		}
	}
	return false
}

func domain(f *logic.Factory, s *logic.Sort) []*logic.Term {
	var out []*logic.Term
	switch {
	case s.IsBool():
		return []*logic.Term{f.False(), f.True()}
	case s.IsBV():
		for k := range uint64(4) {
			out = append(out, f.BV(k, s.Width()))
		}
	default:
		for k := range int64(3) {
			out = append(out, f.IntConst(k))
		}
	}
	return out
}

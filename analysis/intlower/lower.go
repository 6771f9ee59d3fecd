package intlower

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/internal/sabotage"
)

// NoteRange is the Note of the assumptions that the lowering adds: the value of
// an input, an uninitialised variable or an array element is in its type's range.
const NoteRange = program.TypeRange

// Options configures Lower.
type Options struct {
	// Ranges, when not nil, is the result of the interval analysis of the program
	// to be lowered; otherwise only the types bound the variables.
	Ranges *interval.Result
	// AllowMixed permits conversions between integers and bit-vectors inside
	// terms where an operation has no integer meaning. Solvers are slow on them.
	AllowMixed bool
	// Relax replaces operations without integer meaning: an assignment becomes a havoc within the type's range, an assumption is dropped. The result
	// over-approximates p: only proofs carry over.
	Relax bool
	// Stats, when not nil, receives statistics of the lowering.
	Stats *Stats
}

// Stats counts the remnants of machine arithmetic in a lowered program.
type Stats struct {
	Mods   int // wraps by a remainder
	Cases  int // wraps by a case distinction
	Divs   int // divisions, right shifts and upper parts
	Mixed  int // conversions between integers and bit-vectors
	Ranges int // range assumptions added
	Left   int // operations replaced, see Options.Relax

	SignedIndex bool // array indices are signed numbers
}

// NotExpressibleError is the error for an operation without integer meaning.
type NotExpressibleError struct {
	Pos    program.Pos // of the operation that contains the term
	Op     string      // the operator in C's notation, for example "x & y"
	Detail string      // further description; may be empty
}

// Error describes the operation with its position.
func (e *NotExpressibleError) Error() string {
	s := fmt.Sprintf("%s: %s is not expressible over the integers", e.Pos, e.Op)
	if e.Detail != "" {
		s += " (" + e.Detail + ")"
	}
	return s
}

// Lower returns the integer form of p, whose locations, edges and variables
// have those of p as Origin. Operations for the interpreter only (OpAccess,
// OpAlloc, OpFree) are left out. The error is a *NotExpressibleError, or ctx's.
func Lower(ctx context.Context, p *program.Program, o Options) (*program.Program, error) {
	l := newLowerer(p, o)
	q, err := l.lower(ctx, false)
	st := l.stats
	if err == nil && st.wraps() > 0 && hasArrays(p) {
		// Sign-extended C ints are indices without a wrap in the signed view,
		// addresses often in the unsigned one.
		r, err := l.lower(ctx, true)
		if err != nil {
			return nil, err
		}
		if l.stats.wraps() < st.wraps() {
			q, st = r, l.stats
		}
	}
	if err == nil && o.Stats != nil {
		*o.Stats = st
	}
	return q, err
}

func hasArrays(p *program.Program) bool {
	return slices.ContainsFunc(p.Vars, func(v *program.Var) bool { return v.Sort().IsArray() })
}

// wraps estimates the solver's cost of the wraps that remain.
func (s *Stats) wraps() int { return s.Cases + 2*s.Mods }

// lower translates the program with array indices in the given view.
func (l *lowerer) lower(ctx context.Context, signedIndex bool) (*program.Program, error) {
	p := l.p
	l.stats = Stats{SignedIndex: signedIndex}
	l.x = newTranslator(p.Terms, l.vars, l.o.AllowMixed, &l.stats)
	l.x.signedIndex = signedIndex
	var err error
	q := program.CloneWith(p, func(e *program.Edge) []program.Op {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil
		}
		var ops []program.Op
		ops, err = l.edge(e)
		return ops
	}).Program
	if err != nil {
		return nil, err
	}
	vars := make([]*program.Var, len(p.Vars))
	for i, v := range p.Vars {
		vars[i] = l.of[v]
	}
	q.ReplaceVars(vars)
	q.Lowered = true
	return q, nil
}

type lowerer struct {
	p      *program.Program
	o      Options
	vars   map[*logic.Term]*program.Var // lowered variable of an original symbol
	of     map[*program.Var]*program.Var
	live   map[*program.Var]bool // read before they are written
	ranged map[*program.Var]bool // arrays whose elements are always in range
	x      *translator
	stats  Stats
	env    *interval.State // nil: types only
}

func newLowerer(p *program.Program, o Options) *lowerer {
	l := &lowerer{p: p, o: o, live: map[*program.Var]bool{}}
	l.declare()
	for _, v := range passes.Live(p).At(p.Init) {
		l.live[v] = true
	}
	l.ranged = rangedArrays(p)
	return l
}

// declare makes the lowered variables; those without bit-vectors stay.
func (l *lowerer) declare() {
	l.vars = make(map[*logic.Term]*program.Var, len(l.p.Vars))
	l.of = make(map[*program.Var]*program.Var, len(l.p.Vars))
	for _, v := range l.p.Vars {
		n := v
		if sym := Symbol(l.p.Terms, v); sym != v.Sym {
			c := *v
			c.Origin, c.Sym = v, sym
			n = &c
		}
		l.vars[v.Sym] = n
		l.of[v] = n
	}
}

// Symbol returns the symbol of v over the integers: v's own unless v holds bit-vectors.
func Symbol(f *logic.Factory, v *program.Var) *logic.Term {
	s := lowerSort(v.Sort())
	if s == v.Sort() {
		return v.Sym
	}
	return f.Var(v.Sym.Name()+"!int", s)
}

// lowerSort maps bit-vectors to Int, also inside arrays.
func lowerSort(s *logic.Sort) *logic.Sort {
	switch s.Kind() {
	case logic.KindBV:
		return logic.Int
	case logic.KindArray:
		return logic.ArraySort(lowerSort(s.Index()), lowerSort(s.Elem()))
	}
	return s
}

func (l *lowerer) edge(e *program.Edge) ([]program.Op, error) {
	l.env = nil
	if l.o.Ranges != nil {
		l.env = l.o.Ranges.At(e.Src)
	}
	var out []program.Op
	if e.Src == l.p.Init {
		for _, v := range l.p.Vars {
			if l.live[v] && v.Sort().IsBV() {
				out = append(out, l.rangeOp(l.of[v].Sym, interval.VarRange(v), e.Pos))
			}
		}
	}
	ops, err := l.ops(out, e.Ops, e.Pos)
	var ne *NotExpressibleError
	if errors.As(err, &ne) && l.o.Ranges != nil && l.o.Ranges.At(e.Src) == nil {
		// No defined execution reaches this point, so the edge may be blocked.
		return []program.Op{{Kind: program.OpAssume, Expr: l.p.Terms.False(), Pos: e.Pos}}, nil
	}
	return ops, err
}

// ops appends the lowered operations to out; l.env follows them.
func (l *lowerer) ops(out, ops []program.Op, pos program.Pos) ([]program.Op, error) {
	for i := range ops {
		op := &ops[i]
		at := op.Pos
		if !at.IsValid() {
			at = pos
		}
		var err error
		if out, err = l.op(out, op, at); err != nil {
			return nil, err
		}
		if op.Kind != program.OpChoice && l.env != nil {
			l.env = l.o.Ranges.Step(l.env, op)
		}
	}
	return out, nil
}

func (l *lowerer) op(out []program.Op, op *program.Op, pos program.Pos) ([]program.Op, error) {
	l.x.reset(pos, l.varRange)
	c := *op
	switch op.Kind {
	case program.OpAccess, program.OpAlloc, program.OpFree:
		return out, nil
	case program.OpAssume:
		c.Expr = l.x.boolean(op.Expr)
	case program.OpCheck:
		c.Expr = l.x.boolean(op.Expr)
		if l.x.err != nil || c.Expr.IsTrue() {
			return out, nil // an engine may ignore a check, so it may be left out
		}
	case program.OpAssign:
		c.Var = l.of[op.Var]
		c.Expr = l.x.assigned(op.Expr, op.Var.Signed)
	case program.OpHavoc:
		c.Var = l.of[op.Var]
		out = append(out, c)
		if op.Var.Sort().IsBV() {
			out = append(out, l.rangeOp(c.Var.Sym, interval.VarRange(op.Var), op.Pos))
		}
		return out, nil
	case program.OpChoice:
		return l.choice(out, op, pos)
	default:
		return nil, fmt.Errorf("intlower: %s: unexpected operation kind %d", pos, op.Kind)
	}
	if l.x.err != nil {
		if l.o.Relax {
			return l.relaxed(out, op), nil
		}
		return nil, l.x.err
	}
	for _, r := range l.x.reads {
		if !l.ranged[r.array] {
			out = append(out, l.rangeOp(r.value, interval.VarRange(r.array), op.Pos))
		}
	}
	return append(out, c), nil
}

// relaxed replaces an operation without integer meaning.
func (l *lowerer) relaxed(out []program.Op, op *program.Op) []program.Op {
	l.stats.Left++
	if op.Kind != program.OpAssign {
		return out
	}
	v := l.of[op.Var]
	out = append(out, program.Op{Kind: program.OpHavoc, Var: v, Pos: op.Pos})
	if op.Var.Sort().IsBV() {
		out = append(out, l.rangeOp(v.Sym, interval.VarRange(op.Var), op.Pos))
	}
	return out
}

// choice lowers the alternatives of a large block, each from the same ranges.
func (l *lowerer) choice(out []program.Op, op *program.Op, pos program.Pos) ([]program.Op, error) {
	c := *op
	c.Alts = make([][]program.Op, len(op.Alts))
	before := l.env
	var after *interval.State
	for i, alt := range op.Alts {
		l.env = before
		ops, err := l.ops(nil, alt, pos)
		if err != nil {
			return nil, err
		}
		c.Alts[i] = ops
		after = interval.JoinStates(after, l.env)
	}
	l.env = after
	return append(out, c), nil
}

func (l *lowerer) rangeOp(t *logic.Term, r interval.Interval, pos program.Pos) program.Op {
	f := l.p.Terms
	l.stats.Ranges++
	if sabotage.Active(sabotage.LowerRange) {
		r = r.Meet(interval.Of(new(big.Int), nil))
	}
	return program.Op{
		Kind: program.OpAssume,
		Expr: f.And(f.Le(f.IntBig(r.Lo()), t), f.Le(t, f.IntBig(r.Hi()))),
		Note: NoteRange,
		Pos:  pos,
	}
}

// varRange bounds an original variable's value, or its elements, in its own view.
func (l *lowerer) varRange(v *program.Var) interval.Interval {
	if l.env != nil {
		if r := l.env.Range(v); !r.IsEmpty() {
			return r
		}
	}
	return interval.VarRange(v)
}

package evidence

import (
	"context"
	"slices"
	"sort"
	"strings"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/cexpr"
	"cupel/core/program/passes"
	"cupel/core/smt"
	"cupel/evidence/witness"
	"cupel/frontend/c/library"
	"cupel/frontend/c/literal"
	"cupel/kernel/certify"
)

func (s *explanation) witnessMeta() (witness.Meta, error) {
	m, err := witness.NewMeta(s.task.Files, s.task.Property, s.task.DataModel)
	m.Version, m.Configuration, m.CommandLine = s.options.Version, s.options.Engine, s.options.CommandLine
	return m, err
}

// violation lists the inputs and the first branches of an execution in order.
func (s *explanation) violation(out *interp.Outcome, target witness.Point) *witness.Violation {
	v := &witness.Violation{Target: target}
	next, branches := 0, 0
	input := func(in interp.Consumed) {
		if step, ok := inputStep(in); ok && s.text.begins(step.Pos, ")") {
			v.Steps = append(v.Steps, step)
		}
	}
	for _, e := range out.Path {
		if b := e.Branch; b != nil && b.Pos.IsValid() && branches < maxBranches && s.text.begins(b.Pos, branchings...) {
			branches++
			v.Steps = append(v.Steps, witness.Step{Value: b.Value, Point: witness.Point{Pos: b.Pos, Func: e.Src.Func}})
		}
		for i := range e.Ops {
			if op := &e.Ops[i]; op.Kind == program.OpHavoc && op.Input != nil && next < len(out.Inputs) {
				input(out.Inputs[next])
				next++
			}
		}
	}
	for _, in := range out.Inputs[next:] {
		input(in)
	}
	return v
}

// inputStep is the waypoint for the return of an input function; ok is false if a witness cannot express the
// value.
func inputStep(in interp.Consumed) (step witness.Step, ok bool) {
	value, ok := resultClaim(in.Value, in.Input.Signed)
	return witness.Step{Return: true, Callee: in.Input.Callee, Value: value,
		Point: witness.Point{Pos: in.Input.Paren, Func: in.Input.Func}}, ok
}

// resultClaim expresses the result of a call as a relation and a C constant. An infinity, without a C constant,
// is a value beyond the largest finite number. NaN satisfies no relation.
func resultClaim(v *logic.Term, signed bool) (claim string, ok bool) {
	exact := literal.Exact(v, signed)
	if !v.Sort().IsFloat() {
		return "== " + exact, true // in ACSL integers are those of mathematics
	}
	largest, ok := literal.Largest(v.Sort())
	switch exact {
	case "nan":
		return "", false
	case "inf":
		return "> " + largest, ok
	case "-inf":
		return "< -" + largest, ok
	}
	text, ok := literal.Expr(v, signed)
	return "== " + text, ok
}

// graphMLFile is the file that all lines of a GraphML witness refer to; "" for other formats.
func (s *explanation) graphMLFile() string {
	if witness.IsGraphML(s.options.Witness) {
		return s.task.Files[0]
	}
	return ""
}

// writeWitness writes the witness, or reports why it cannot.
func (s *explanation) writeWitness(v *witness.Violation, invs []witness.Invariant) error {
	m, err := s.witnessMeta()
	if err != nil {
		return err
	}
	if v != nil {
		for i := range v.Steps {
			v.Steps[i].Pos = s.text.character(v.Steps[i].Pos)
		}
		for i := range v.Cycle {
			v.Cycle[i].Pos = s.text.character(v.Cycle[i].Pos)
		}
		v.Target.Pos = s.text.character(v.Target.Pos)
	}
	invs = slices.Clone(invs)
	for i := range invs {
		invs[i].Pos = s.text.character(invs[i].Pos)
	}
	if err := witness.WriteFile(s.options.Witness, m, v, invs); err != nil {
		s.journal.FailedOutput("--witness", err)
		return nil
	}
	s.report.Witness = s.options.Witness
	return nil
}

// witnessInvariants prints loop invariants in C. A loop inlined several times gets the disjunction of its
// copies' invariants, none if a copy has none. For models they are SMT-LIB terms.
func (s *explanation) witnessInvariants(ctx context.Context, c *certify.Proof, open smt.Opener) []witness.Invariant {
	if s.stages.Module == nil {
		return s.modelInvariants(c)
	}
	type loop struct {
		point    witness.Point
		exprs    []string
		unproven bool // some copy has no invariant
		copies   []loopCopy
	}
	proven := c.Program()
	images := map[*program.Location]*program.Location{} // of original locations
	for _, l := range proven.Locs {
		for o := l.Origin; o != nil; o = o.Origin {
			images[o] = l
		}
	}
	scope := witness.NewScope(s.stages.Module, s.stages.Original)
	// Passes leave variables that the error does not depend on with stale values.
	live := passes.Live(proven)
	var loops []*loop
	at := map[program.Pos]*loop{}
	for _, o := range s.stages.Original.Locs {
		if !o.LoopPos.IsValid() || library.Within(o.LoopPos.File) || len(o.In) == 0 {
			continue
		}
		lp := at[o.LoopPos]
		if lp == nil {
			lp = &loop{point: witness.Point{Pos: o.LoopPos, Func: o.Func}}
			at[o.LoopPos] = lp
			loops = append(loops, lp)
		}
		e := ""
		if l := images[o]; l != nil && !lp.unproven {
			name := func(v *program.Var) string {
				if !live.Has(l, v) {
					return ""
				}
				return scope.Name(o, v)
			}
			if t := c.At(l); t != nil {
				e = cexpr.Print(proven, name, t)
				lp.copies = append(lp.copies, loopCopy{t, name})
			}
		}
		switch {
		case e == "":
			lp.unproven = true
		case !slices.Contains(lp.exprs, e):
			lp.exprs = append(lp.exprs, e)
		}
	}
	var out []witness.Invariant
	for _, lp := range loops {
		if lp.unproven {
			continue
		}
		e := lp.exprs[0]
		if len(lp.exprs) > 1 {
			e = "(" + strings.Join(lp.exprs, ") || (") + ")"
		}
		if survives(ctx, proven, e, lp.copies, open) {
			out = append(out, witness.Invariant{Point: lp.point, Expr: e})
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := out[i].Pos, out[j].Pos
		return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
	})
	return out
}

package validate

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cupel/analysis/adjacency"
	"cupel/analysis/execution/interp"
	"cupel/core/program"
	"cupel/core/program/memory"
	"cupel/core/program/passes"
	"cupel/core/smt/z3"
	"cupel/evidence/witness/read"
	"cupel/frontend/c"
	"cupel/frontend/property"
	"cupel/internal/inputfile"
)

// A Task is the program and property of a witness.
type Task struct {
	File          string
	Options       c.Options // of the front end
	Specification string    // the property
	// Raise turns checks into goals if the property is about them; nil: it is not.
	Raise func(program.CheckKind) passes.Raising
	// Memory are the faults of memory that violate the property; nil: it is not about memory. Only witnesses of violations are validated then.
	Memory *memory.Goals
	Entry  string // the function that the program starts in
	Ends   bool   // the property is that every execution comes to an end
}

// Validate decides whether a witness is right. *read.Error values are errors of the witness: it is about
// another program or property, mentions nonexistent places or invalid C; *c.Error values are errors of the
// program.
func Validate(ctx context.Context, w *read.Witness, t *Task) (*Report, error) {
	src, err := inputfile.Read(t.File, inputfile.Code)
	if err != nil {
		return nil, &c.Error{Pos: program.Pos{File: t.File}, Msg: "cannot be read: " + err.Error(), Err: err}
	}
	if err := about(w, t, src); err != nil {
		return nil, err
	}
	r := newReport(w, t)
	for _, word := range []string{prefix, "__LINE__", "__COUNTER__"} {
		if strings.Contains(string(src), word) {
			r.unknown("the program's text mentions %s, and another text would be another program", word)
			return r, nil
		}
	}
	v := &validation{w: w, t: t, r: r, text: newText(t.File, src)}
	if err := v.read(ctx); err != nil {
		return nil, err
	}
	if v.m == nil {
		return r, nil
	}
	if err := v.decide(ctx); err != nil {
		if ctx.Err() == nil {
			return nil, err
		}
		r.unknown("the limit of the run was met")
	}
	return r, nil
}

func newReport(w *read.Witness, t *Task) *Report {
	r := &Report{Witness: w.File, Format: "YAML " + w.Version, Producer: w.Meta.Producer, Program: t.File, Property: t.Specification, Model: t.Options.Model.String(), Kind: "correctness"}
	if w.GraphML {
		r.Format = "GraphML " + w.Version
	}
	if w.Automaton != nil {
		r.Kind = "violation"
	}
	return r
}

// Overdue is the report of a validation that does not end with its context.
func Overdue(w *read.Witness, t *Task) *Report {
	r := newReport(w, t)
	r.unknown("the limit of the run was met")
	return r
}

// about refuses witnesses of other programs and properties.
func about(w *read.Witness, t *Task, src []byte) error {
	fault := func(what, format string, args ...any) error {
		return &read.Error{Pos: w.Meta.Pos[what], Msg: fmt.Sprintf(format, args...)}
	}
	sum, old := sha256.Sum256(src), sha1.Sum(src)
	own := []string{hex.EncodeToString(sum[:]), hex.EncodeToString(old[:])}
	if !slices.ContainsFunc(w.Meta.Hashes, func(h string) bool { return slices.Contains(own, strings.ToLower(h)) }) {
		return fault("hashes", "the witness is about another program: no hash is that of %s, %s", t.File, own[0])
	}
	if w.Meta.DataModel != t.Options.Model {
		return fault("model", "the witness is about %s, the task about %s", w.Meta.DataModel, t.Options.Model)
	}
	said, err := property.Parse("specification", []byte(w.Meta.Specification))
	if err != nil {
		return fault("specification", "the specification is no property: %v", err)
	}
	mine, err := property.Parse("specification", []byte(t.Specification))
	if err != nil || len(mine) == 0 {
		return fmt.Errorf("the property %q cannot be read", t.Specification)
	}
	if a := w.Automaton; a != nil && t.Ends && !a.Endless && !w.GraphML {
		return &read.Error{Pos: program.Pos{File: w.File, Line: 1, Col: 1}, Msg: "the witness describes an execution that ends, and is no violation of the property; it has no waypoint with the action cycle"}
	} else if a != nil && !t.Ends && a.Endless {
		return &read.Error{Pos: program.Pos{File: w.File, Line: 1, Col: 1}, Msg: "the witness describes an execution that never ends, which violates another property"}
	}
	for _, p := range said {
		for _, q := range mine { // a witness of one of several properties names it alone or all of them
			if p.Line = q.Line; p == q {
				return nil
			}
		}
	}
	return fault("specification", "the witness is about another property: %s", strings.Join(strings.Fields(w.Meta.Specification), " "))
}

// validation is one call of Validate.
type validation struct {
	w    *read.Witness
	t    *Task
	r    *Report
	text *text
	plan *plan
	m    *program.Module // instrumented; nil: unreadable
	// plain is the program without goals about memory, in which the judge says whether an execution has a fault; nil: the property is not about memory.
	plain *executable
	judge *interp.Memory
}

// read parses the instrumented program.
func (v *validation) read(ctx context.Context) error {
	var err error
	if v.text.outline, err = c.ReadOutline(ctx, v.t.File, v.text.src, v.t.Options); err != nil {
		return v.unreadable(err)
	}
	plainText := bytes.Clone(v.text.src)
	if v.plan, err = newPlan(v.w, v.text); err != nil {
		return err
	}
	written := v.text.write()
	if len(v.text.edits) > 0 {
		if o, err := c.ReadOutline(ctx, v.t.File, written, v.t.Options); err == nil && !sameStructure(v.text.outline, o) {
			v.r.unknown("what the witness says cannot be written into the program's text without changing what it means")
			return nil
		}
	}
	var diags []c.Diagnostic
	v.m, diags, err = c.Lower(ctx, v.t.File, written, v.t.Options)
	var bad *c.Error
	if errors.As(err, &bad) && !bad.Unsupported && !bad.Internal {
		if _, by := v.text.original(bad.Pos); by != nil {
			return &read.Error{Pos: by.pos, Msg: "the expression does not mean anything at its place: " + strings.TrimSuffix(bad.Msg, "; correct the program (it must compile with gcc)")}
		}
		if _, _, plain := c.Lower(ctx, v.t.File, plainText, v.t.Options); plain == nil {
			v.r.unknown("what the witness says cannot be written into the program's text: %v", err)
			return nil
		}
	}
	if err != nil {
		return v.unreadable(err)
	}
	for _, d := range diags {
		v.r.Warnings = append(v.r.Warnings, d.String())
	}
	for _, a := range v.m.Assumptions {
		if !strings.Contains(a.Text, prefix) {
			v.r.Assumptions = append(v.r.Assumptions, a.Text)
		}
	}
	if v.t.Raise != nil {
		passes.RaiseChecks(v.m, v.t.Raise)
	}
	if err := v.raiseMemory(); err != nil {
		v.r.unknown("the program cannot be executed: %v", err)
		v.m = nil
		return nil
	}
	for _, k := range v.plan.remarks {
		v.r.Unsupported = append(v.r.Unsupported, Remark{k.Pos.String(), k.Text})
	}
	return nil
}

// sameStructure reports whether two texts have the same functions and control statements.
func sameStructure(a, b *c.Outline) bool {
	controls := func(o *c.Outline) (out []string) {
		for _, k := range o.Controls {
			if k.Kind != "?" { // inserted by the instrumentation, too
				out = append(out, k.Func+" "+k.Kind)
			}
		}
		return out
	}
	return slices.Equal(controls(a), controls(b)) && maps.EqualFunc(a.Functions, b.Functions, func(f, g *c.Definition) bool { return slices.Equal(f.Params, g.Params) })
}

// unreadable returns the error of the front end, or UNKNOWN if the program may be correct.
func (v *validation) unreadable(err error) error {
	var bad *c.Error
	if errors.As(err, &bad) && bad.Unsupported {
		v.r.unknown("the program is not supported: %v", bad)
		return nil
	}
	return err
}

func (v *validation) decide(ctx context.Context) error {
	claims := assertClaims(v.m, v.plan.claims)
	x, err := newExecutable(v.m)
	if err != nil {
		v.r.unknown("the program cannot be executed: %v", err)
		return nil
	}
	switch {
	case v.t.Ends && v.w.GraphML:
		v.r.unknown("of GraphML, witnesses about termination are not validated")
		return nil
	case v.t.Ends && v.w.Automaton != nil:
		return v.endless(ctx, x)
	case v.w.Automaton != nil && v.plain != nil:
		err := v.violation(ctx, x, claims)
		if v.r.Result == "rejected" { // goals about memory show less than the property
			v.r.Proof = ""
			v.r.unknown("no execution with a fault of memory was found that the witness describes, which is no proof that there is none")
		}
		return err
	case v.w.Automaton != nil:
		return v.violation(ctx, x, claims)
	case v.plain != nil:
		v.r.unknown("proofs of memory safety are not validated: no format of witnesses is asked for them")
		return nil
	}
	return v.correctness(ctx, x, claims)
}

// violation searches for an execution that follows the witness to its target.
func (v *validation) violation(ctx context.Context, x *executable, claims *asserted) error {
	if k := impure(v.m, v.plan.pure); k != nil {
		v.r.unknown("the expression at %s: %s", k.Pos, k.refused)
		return nil
	}
	if v.plan.leaky() {
		v.r.unknown("the witness says what is not supported: %s: %s", v.r.Unsupported[0].At, v.r.Unsupported[0].Text)
		return nil
	}
	t := newTracker(v.plan)
	confirmed := func(given []incoming, other func(*program.Op) *logicTerm, steps int) (bool, error) {
		again := func(o interp.Options) (*interp.Outcome, bool, error) {
			o.MaxSteps = runSteps
			return x.run(ctx, t, given, other, o)
		}
		out, reason, err := x.confirm(ctx, t, again, steps)
		if err == nil && out != nil && reason == "" && !v.judged(ctx, out) {
			v.r.notes("an execution to the target has no fault of memory there")
			return false, nil
		}
		if err != nil || out == nil || reason != "" {
			if reason != "" {
				v.r.notes("an execution to the target depends on %s", reason)
			}
			return false, err
		}
		g, at := t.goal(out.Last)
		v.r.execution(out, g, at, v.text)
		return true, nil
	}
	steps := 0
	for seed := range uint64(randomRuns) {
		var other func(*program.Op) *logicTerm
		limit := min(randomEach, randomSteps-steps)
		if seed > 0 {
			other = dice(x.p.Terms, seed)
		} else {
			limit = runSteps
		}
		out, ok, err := x.run(ctx, t, nil, other, interp.Options{MaxSteps: limit})
		if err != nil {
			return err
		}
		if ok {
			if ok, err := confirmed(nil, func() func(*program.Op) *logicTerm {
				if seed == 0 {
					return nil
				}
				return dice(x.p.Terms, seed)
			}(), out.Steps); ok || err != nil {
				if ok {
					v.r.verdict("FALSE", "confirmed", "")
				}
				return err
			}
		}
		if seed > 0 {
			steps += out.Steps
		}
		if len(out.Inputs) == 0 || steps >= randomSteps || ctx.Err() != nil {
			break
		}
	}
	e, ok, err := x.explore(ctx, t, z3.Open, func(ctx context.Context, given []incoming) (bool, error) {
		out, ok, err := x.run(ctx, t, given, nil, interp.Options{MaxSteps: runSteps})
		if err != nil || !ok {
			return false, err
		}
		return confirmed(given, nil, out.Steps)
	})
	switch {
	case err != nil:
		return err
	case ok:
		v.r.verdict("FALSE", "confirmed", "")
		return nil
	}
	if len(v.r.Unsupported) > 0 {
		v.r.unknown("the witness says what is not supported: %s: %s", v.r.Unsupported[0].At, v.r.Unsupported[0].Text)
		return nil
	}
	if e.open == "" && !v.plan.exact() {
		e.open = "of the lines of a GraphML witness there are several readings"
	}
	if e.open == "" && len(adjacency.Uses(ctx, v.m, recursionBound)) == 0 {
		v.r.Proof = fmt.Sprintf("all executions that pass the waypoints were followed, on %d paths, and none violates the property at the target", e.paths)
		v.r.verdict("TRUE", "rejected", "no execution follows the witness to its target")
		return nil
	}
	p := v.prover(claims)
	how := p.executed(ctx, x)
	if how == nil {
		if how, err = p.prove(ctx); err != nil {
			return err
		}
	}
	if how != nil {
		v.r.Proof, v.r.Trusted = "the program does not violate the property: "+how.How, how.Trusted
		v.r.verdict("TRUE", "rejected", "the program does not violate the property")
		return nil
	}
	why := e.open
	if why == "" {
		why = "the addresses of objects matter"
	}
	v.r.unknown("no execution was found that follows the witness to its target, and not all were followed: %s", why)
	return nil
}

// correctness searches for an execution that violates a claim, and for a proof.
func (v *validation) correctness(ctx context.Context, x *executable, claims *asserted) error {
	for _, k := range v.plan.claims {
		v.r.Invariants = append(v.r.Invariants, Invariant{At: k.At.String(), Expr: k.Expr, Refused: k.refused})
	}
	p := v.prover(claims)
	if v.t.Ends {
		return v.terminates(ctx, x, p)
	}
	if how := p.executed(ctx, x); how != nil {
		return v.proven(how)
	}
	if done, err := v.refuted(ctx, x, claims); done || err != nil {
		return err
	}
	how, err := p.prove(ctx)
	if err != nil {
		return err
	}
	if how != nil {
		return v.proven(how)
	}
	e, ok, err := x.explore(ctx, nil, z3.Open, func(ctx context.Context, given []incoming) (bool, error) {
		out, ok, err := x.run(ctx, nil, given, nil, interp.Options{MaxSteps: runSteps})
		if err != nil || !ok {
			return false, err
		}
		return v.fails(ctx, x, claims, given, nil, out.Steps)
	})
	switch {
	case err != nil || ok:
		return err
	case e.open == "" && len(adjacency.Uses(ctx, v.m, recursionBound)) == 0:
		return v.proven(&proof{fmt.Sprintf("all executions were followed, on %d paths, and none of them violates the property or an invariant", e.paths), []string{"C front end", "solver"}})
	}
	v.r.unknown("no proof was found: %s", p.why)
	return nil
}

func (v *validation) prover(a *asserted) *prover {
	return &prover{a: a, claims: v.plan.claims, text: v.text, ends: v.t.Ends}
}

// proven confirms the witness, unless parts of it were dropped.
func (v *validation) proven(how *proof) error {
	for i := range v.r.Invariants {
		if v.r.Invariants[i].Refused == "" {
			v.r.Invariants[i].Holds = true
		}
	}
	v.r.Proof, v.r.Trusted = how.How, how.Trusted
	for _, k := range v.plan.claims {
		if k.refused != "" {
			v.r.unknown("an invariant was not checked: %s: %s", k.Pos, k.refused)
			return nil
		}
	}
	if len(v.r.Unsupported) > 0 {
		v.r.unknown("the witness says what is not supported: %s: %s", v.r.Unsupported[0].At, v.r.Unsupported[0].Text)
		return nil
	}
	v.r.verdict("TRUE", "confirmed", "")
	return nil
}

// refuted executes the program on some inputs.
func (v *validation) refuted(ctx context.Context, x *executable, claims *asserted) (bool, error) {
	steps := 0
	for seed := range uint64(randomRuns) {
		limit := min(randomEach, randomSteps-steps)
		out, ok, err := x.run(ctx, nil, nil, dice(x.p.Terms, seed), interp.Options{MaxSteps: limit})
		if err != nil {
			return false, err
		}
		if ok {
			if done, err := v.fails(ctx, x, claims, nil, func() func(*program.Op) *logicTerm { return dice(x.p.Terms, seed) }, out.Steps); done || err != nil {
				return done, err
			}
		}
		chosen := slices.ContainsFunc(v.plan.claims, func(k *claim) bool { return k.ghosts != nil })
		if steps += out.Steps; steps >= randomSteps || len(out.Inputs) == 0 && !chosen || ctx.Err() != nil {
			break
		}
	}
	return false, nil
}

// fails rejects the witness by an execution that reaches the error, if it counts.
func (v *validation) fails(ctx context.Context, x *executable, claims *asserted, given []incoming, other func() func(*program.Op) *logicTerm, steps int) (bool, error) {
	again := func(o interp.Options) (*interp.Outcome, bool, error) {
		o.MaxSteps = runSteps
		if other == nil {
			return x.run(ctx, nil, given, nil, o)
		}
		return x.run(ctx, nil, given, other(), o)
	}
	out, reason, err := x.confirm(ctx, nil, again, steps)
	if err != nil || out == nil || reason != "" {
		return false, err
	}
	g, at := v.plan.goal(out.Last)
	k := claims.claims[g]
	if k != nil && !k.Everywhere {
		v.r.notes("the invariant at %s does not hold at every visit", k.At)
		return false, nil
	}
	v.r.execution(out, g, at, v.text)
	if k == nil {
		v.r.verdict("FALSE", "rejected", "the program violates the property")
		return true, nil
	}
	v.r.ErrorAt = k.At.String()
	for i, c := range v.plan.claims {
		if c == k {
			v.r.Invariants[i].Fails = true
		}
	}
	if g.Note == "the invariant" {
		v.r.verdict("FALSE", "rejected", fmt.Sprintf("the invariant at %s does not hold: %s", k.At, k.Expr))
	} else {
		v.r.verdict("FALSE", "rejected", fmt.Sprintf("the invariant at %s is undefined: %s: %s", k.At, strings.TrimPrefix(g.Note, "undefined behaviour in the invariant: "), k.Expr))
	}
	return true, nil
}

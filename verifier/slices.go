package verifier

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/work"
	"cupel/engine"
)

// Many goals are verified on slices of their own where these are smaller than the program: it is
// divided in two by its goals, and again, as long as the slices of both halves are small. Each
// division costs what its program's size is, so that n goals with little in common cost n log n.
// Slices that are equal but for names share one proof. The slices over-approximate: when all are
// proven, so is the program; an error found on one is replayed on the original as any other; and
// when one of them stays open, the program is verified as a whole.
//
// Where slices that keep loops and assumptions only because these may block (passes.Slice) do not
// decide, smaller ones (passes.SliceInsensitive) are tried, also for few goals.

// When a program is divided. Tests divide more.
var (
	minGoals  = 8
	halfShare = 0.75 // of the program, at most, is the slice of a half
	minWeight = 100  // of a program with small slices that do without its loops
	// smallShare is the part of the whole program that such a slice is at most.
	smallShare = 0.5
)

// division is the search on slices.
type division struct {
	whole  *lowering
	slice  passes.Pass
	search func(*lowering, context.Context, engine.Observer) (*answer, error)
	o      *goalProgress
	alike  map[string]*sharedProof // proofs by the proven program
	claims map[*program.Location]*logic.Term
	slices int
	failed int // attempts at insensitive slices
	strict bool
	by     []string // what proved the slices, where it was not the engine that the user chose
	open   *answer  // of the first slice that is not proven
}

// sharedProof is a proof of a slice, in canonical variables, by the number of the location.
type sharedProof struct{ claims map[int]*logic.Term }

// bySlices verifies the goals on their slices; nil: they do not decide.
func (l *lowering) bySlices(ctx context.Context, o engine.Observer) (*answer, error) {
	n := len(passes.TargetEdges(l.lowered))
	if l.inlining.closed != nil || n == 0 {
		return nil, nil
	}
	whole := (*lowering).searchEncodings
	all := []*division{}
	if n >= minGoals {
		all = append(all, l.division(passes.Slice, whole, n, o))
	}
	if weight(l.lowered) >= minWeight && !l.setup().run.member.sliced {
		if l.setup().hasEarly() {
			whole = (*lowering).searchSlice
		}
		all = append(all, l.division(passes.SliceInsensitive, whole, n, o))
	}
	var left *answer
	for _, d := range all {
		a, err := l.bySlicesOf(ctx, d)
		if err != nil || a != nil && a.result.Reason.Kind != engine.LeftToOthers {
			return a, err
		}
		if a != nil {
			left = a
		}
	}
	return left, nil
}

func (l *lowering) division(slice passes.Pass, search func(*lowering, context.Context, engine.Observer) (*answer, error), goals int, o engine.Observer) *division {
	return &division{whole: l, slice: slice, search: search, o: &goalProgress{Observer: o, goals: goals}, alike: map[string]*sharedProof{}, claims: map[*program.Location]*logic.Term{}}
}

// bySlicesOf is bySlices for one division.
func (l *lowering) bySlicesOf(ctx context.Context, d *division) (*answer, error) {
	about := fmt.Sprintf("%d ways to the error", d.o.goals)
	if l.setup().engine.Name != Auto { // the slices are searched
		defer l.setup().journal.Begin("slices", about)()
		return d.decide(ctx)
	}
	sub, done := l.setup().begin(ctx, "slices", about)
	defer done()
	a, err := d.decide(sub)
	if err != nil && cutShort(ctx, sub) {
		return nil, nil
	}
	return a, err
}

// decide divides the program and verifies its parts; nil: they do not decide.
func (d *division) decide(ctx context.Context) (*answer, error) {
	l := d.whole
	if err := d.begin(ctx); err != nil || d.slices == 0 {
		return nil, err
	}
	if d.open != nil {
		if d.open.result.Verdict == engine.False {
			return d.open, nil
		}
		if d.open.result.Reason.Kind == engine.LeftToOthers && !d.loose() { // who have slices, too
			a := &attempt{blocks: &blocks{lowering: l, encoding: l.setup().plan.Encodings[0], prepared: l.lowered}}
			return a.answer(d.open.result), nil
		}
		return nil, nil
	}
	p := program.Clone(l.lowered).Program
	program.MarkLoopHeads(p)
	claims := map[*program.Location]*logic.Term{}
	for x, t := range d.claims {
		claims[p.Locs[x.ID]] = t
	}
	if d.loose() && l.setup().wantsProof() {
		d.claimBetween(ctx, p, claims)
	}
	summary := fmt.Sprintf("%d ways to the error on %d slices of their own, %d of which differ by more than names", d.o.goals, d.slices, len(d.alike))
	by := strings.Join(d.by, ", ")
	if slices.Contains(d.by, "") {
		by = "" // the engine did its part
	}
	res := &engine.Result{Verdict: engine.True, By: by, Proof: &engine.Proof{Summary: summary, Invariants: claims, Strict: d.strict}}
	a := &attempt{blocks: &blocks{lowering: l, encoding: "sbe", prepared: p}}
	return a.answer(res), nil
}

// claimBetween adds to the claims of insensitive slices what is known at the loops that these do without: what holds before a loop of another part has
// to hold behind it.
func (d *division) claimBetween(ctx context.Context, p *program.Program, claims map[*program.Location]*logic.Term) {
	known := d.whole.setup().analyze(ctx, p)
	for x, t := range known.invariants {
		p.Conjoin(claims, x, t)
	}
	d.strict = true // of the analysis
}

// begin divides the whole program. The insensitive slice for all of its goals together may be small already.
func (d *division) begin(ctx context.Context) error {
	p := d.whole.lowered
	if !d.loose() {
		return d.divide(ctx, p, true)
	}
	q, err := passes.Toward(ctx, p, passes.TargetEdges(p), d.slice)
	if err != nil {
		return err
	}
	return d.divide(ctx, q, float64(weight(q)) > halfShare*float64(weight(p)))
}

// divide verifies a program by parts; first: not if it cannot be divided. It ends early when a slice stays open.
func (d *division) divide(ctx context.Context, p *program.Program, first bool) error {
	edges := passes.TargetEdges(p)
	loose := d.loose()
	large := loose && float64(weight(p)) > smallShare*float64(weight(d.whole.lowered))
	if len(edges) > 1 {
		halves, err := d.halves(ctx, p, edges, large || len(edges) >= minGoals)
		if err != nil || halves != nil {
			return d.divideAll(ctx, halves, err)
		}
	}
	switch {
	case first:
		return nil
	case large:
		d.open = &answer{result: engine.Because(engine.SizeLimit, "a slice is too large"), source: d.whole.inlining.source}
		return nil
	}
	if err := d.prove(ctx, p); err != nil || d.open == nil || !loose || d.open.result.Verdict == engine.False {
		return err
	}
	if d.failed++; d.failed == openSlices || len(edges) == 1 {
		return nil
	}
	d.open = nil // perhaps not together
	halves, err := d.halves(ctx, p, edges, false)
	return d.divideAll(ctx, halves, err)
}

func (d *division) divideAll(ctx context.Context, parts []*program.Program, err error) error {
	for _, q := range parts {
		if err == nil && d.open == nil {
			err = d.divide(ctx, q, false)
		}
	}
	return err
}

// halves are the slices for the halves of the goals; nil: they are not small, which only counts where it is asked for.
func (d *division) halves(ctx context.Context, p *program.Program, edges []*program.Edge, small bool) ([]*program.Program, error) {
	var halves []*program.Program
	for _, part := range [][]*program.Edge{edges[:len(edges)/2], edges[len(edges)/2:]} {
		q, err := passes.Toward(ctx, p, part, d.slice)
		if err != nil {
			return nil, err
		}
		if small && float64(weight(q)) > halfShare*float64(weight(p)) {
			return nil, nil
		}
		halves = append(halves, q)
	}
	return halves, nil
}

// loose reports whether slices need not end where the program does.
func (d *division) loose() bool { return d.slice.Name == passes.SliceInsensitive.Name }

// weight is the size of a program.
func weight(p *program.Program) int {
	m := passes.Measure(p)
	return m.Edges + m.Ops
}

// prove verifies one slice, unless one like it is proven.
func (d *division) prove(ctx context.Context, p *program.Program) error {
	d.slices++
	goals := len(passes.TargetEdges(p))
	key, names := canonical(p)
	if s := d.alike[key]; s != nil {
		for i, t := range s.claims {
			d.claim(p.Locs[i], p.Terms.Subst(t, names))
		}
		d.o.add(goals)
		return nil
	}
	program.MarkLoopHeads(p)
	l := *d.whole
	l.lowered = p
	sub, cancel := work.Within(ctx, sliceWork)
	defer cancel()
	a, err := d.search(&l, sub, d.o)
	if err != nil && ctx.Err() == nil && sub.Err() != nil {
		a, err = &answer{result: engine.Because(engine.SizeLimit, "a slice took too much work"), source: d.whole.inlining.source}, nil
	}
	if err != nil {
		return err
	}
	if a.result.Verdict != engine.True {
		d.open = a
		return nil
	}
	d.strict = d.strict || a.result.Proof.Strict
	if by := d.credit(a); !slices.Contains(d.by, by) {
		d.by = append(d.by, by)
	}
	s := &sharedProof{map[int]*logic.Term{}}
	back := make(map[*logic.Term]*logic.Term, len(names))
	for c, sym := range names {
		back[sym] = c
	}
	at := map[*program.Location]*logic.Term{}
	for _, x := range a.on.prepared.Locs {
		t := a.result.Proof.Invariants[x]
		if f := a.on.analysis.invariants[x]; f != nil {
			if t == nil {
				t = f
			} else {
				t = p.Terms.And(t, f)
			}
		}
		if t == nil {
			continue
		}
		x = p.Nearest(x)
		if old := at[x]; old != nil {
			t = p.Terms.Or(old, t)
		}
		at[x] = t
	}
	for x, t := range at {
		s.claims[x.ID] = p.Terms.Subst(t, back)
		d.claim(x, t)
	}
	d.alike[key] = s
	d.o.add(goals)
	return nil
}

// credit names what proved a slice; "": the engine that the user chose.
func (d *division) credit(a *answer) string {
	if d.whole.setup().engine.Name == Auto {
		return a.credit()
	}
	return a.result.By
}

// goalProgress is an observer that receives the progress of the goals, too.
type goalProgress struct {
	engine.Observer
	goals, proven int
	phase         string
}

// Progress forwards the progress of the search on a slice.
func (g *goalProgress) Progress(p engine.Progress) {
	p.Goals, p.Proven, g.phase = g.goals, g.proven, p.Phase
	g.Observer.Progress(p)
}

// add tells that more goals are proven.
func (g *goalProgress) add(n int) {
	g.proven += n
	g.Progress(engine.Progress{Phase: cmp.Or(g.phase, "slices")})
}

// claim notes what holds at a location of a slice for that of the whole program.
func (d *division) claim(l *program.Location, t *logic.Term) {
	whole := d.whole.lowered
	whole.Conjoin(d.claims, whole.Nearest(l), t)
}

// canonical describes a program up to the names of its variables: two programs with one text
// reach their error both or neither. names maps the variables of the text to those of p.
func canonical(p *program.Program) (text string, names map[*logic.Term]*logic.Term) {
	f := p.Terms
	number := map[*logic.Term]*logic.Term{}
	names = map[*logic.Term]*logic.Term{}
	var b strings.Builder
	variable := func(sym *logic.Term) *logic.Term {
		c := number[sym]
		if c == nil {
			c = f.Var(fmt.Sprintf("#%d:%v", len(number), sym.Sort()), sym.Sort())
			number[sym], names[c] = c, sym
			if v := p.VarOf(sym); v != nil {
				fmt.Fprintf(&b, "var %v %v %v", v.Sort(), v.Signed, v.Bool)
				for o := v.Origin; o != nil; o = o.Origin {
					fmt.Fprintf(&b, " %v %v %v", o.Sort(), o.Signed, o.Bool)
				}
				b.WriteByte('\n')
			}
		}
		return c
	}
	term := func(t *logic.Term) uint32 {
		if t == nil {
			return 0
		}
		sub := map[*logic.Term]*logic.Term{}
		for _, v := range logic.FreeVars(t) {
			sub[v] = variable(v)
		}
		return f.Subst(t, sub).ID() + 1
	}
	var ops func(os []program.Op)
	ops = func(os []program.Op) {
		for i := range os {
			o := &os[i]
			v := uint32(0)
			if o.Var != nil {
				v = term(o.Var.Sym)
			}
			fmt.Fprintf(&b, "%d %d %d %d %d %v", o.Kind, v, term(o.Expr), term(o.Size), term(o.Origin), o.Note)
			for _, alt := range o.Alts {
				b.WriteString("{")
				ops(alt)
				b.WriteString("}")
			}
			b.WriteByte(';')
		}
	}
	fmt.Fprintf(&b, "%d %d %d\n", p.Init.ID, p.Error.ID, len(p.Locs))
	for _, e := range p.Edges {
		fmt.Fprintf(&b, "%d>%d:", e.Src.ID, e.Dst.ID)
		ops(e.Ops)
		b.WriteByte('\n')
	}
	return b.String(), names
}

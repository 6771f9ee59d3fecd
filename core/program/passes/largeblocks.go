package passes

import (
	"context"
	"slices"

	"cupel/core/program"
	"cupel/internal/sabotage"
)

// LargeBlockOptions bound large-block encoding.
type LargeBlockOptions struct {
	// MaxOps is how many operations an edge may have; 0 means DefaultMaxOps.
	MaxOps int
	// KeepBranches only joins where the number of edges does not grow: chains and
	// alternatives with the same ends, no branches of several ways in.
	KeepBranches bool
}

// LargeBlocks summarises the loop-free parts of the program (Beyer, Cimatti,
// Griggio, Keremoglu, Sebastiani: Software Model Checking via Large-Block
// Encoding, FMCAD 2009): sequences are concatenated, parallel edges become one
// with an OpChoice, until only Init, loop heads, the error and the cuts remain,
// as far as the size limit allows. Where alternatives have beginnings or ends in
// common these are not repeated.
var LargeBlocks = NewLargeBlocks(LargeBlockOptions{})

// NewLargeBlocks returns LargeBlocks with options.
func NewLargeBlocks(o LargeBlockOptions) Pass {
	if o.MaxOps <= 0 {
		o.MaxOps = DefaultMaxOps
	}
	return measured("largeblocks", "joins loop-free code into single edges with choices",
		func(ctx context.Context, p *program.Program) (*program.Program, error) {
			d := newDraft(p, func(e *program.Edge) ([]program.Op, bool) { return simplifyOps(e.Ops, false) })
			d.large = true
			d.prune()
			order := program.ReversePostorder(p)
			slices.Reverse(order) // inner structure first
			d.choices(order, o.MaxOps)
			for {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				if d.sequences(order, o, false) {
					continue
				}
				if o.KeepBranches || !d.sequences(order, o, true) {
					break
				}
			}
			return d.build(), nil
		})
}

// sequences eliminates locations: first those with one outgoing edge, since that joins the branches around them; then,
// with branching set, those with several, one at a time, because cheaper eliminations may become possible after each.
func (d *draft) sequences(order []*program.Location, o LargeBlockOptions, branching bool) bool {
	changed := false
	for _, l := range order {
		in, out := d.in[l.ID], d.out[l.ID]
		if l == d.p.Init || d.isTarget(l) || l.LoopHead || len(in) == 0 || len(out) == 0 {
			continue
		}
		if branching == (len(out) == 1) || len(in) > 1 && len(out) > 1 {
			continue
		}
		if !fits(in, out, o.MaxOps) {
			continue
		}
		d.eliminate(l, o.MaxOps)
		changed = true
		if branching {
			return true
		}
	}
	return changed
}

func fits(in, out []*draftEdge, limit int) bool {
	for _, a := range in {
		for _, b := range out {
			if a.src == a.dst || b.src == b.dst || a.size+b.size > limit {
				return false
			}
		}
	}
	return true
}

// eliminate replaces the ways through l by edges that bypass it.
func (d *draft) eliminate(l *program.Location, limit int) {
	in, out := slices.Clone(d.in[l.ID]), slices.Clone(d.out[l.ID])
	for _, e := range in {
		d.remove(e)
	}
	for _, e := range out {
		d.remove(e)
	}
	var sources []*program.Location
	for _, a := range in {
		for _, b := range out {
			d.add(&draftEdge{src: a.src, dst: b.dst, first: a.first, goal: b.goal, size: a.size + b.size,
				segs: slices.Concat(a.segs, b.segs)})
		}
		if !slices.Contains(sources, a.src) {
			sources = append(sources, a.src)
		}
	}
	d.choices(sources, limit)
}

// choices joins parallel edges that leave the locations.
func (d *draft) choices(locs []*program.Location, limit int) {
	for _, l := range locs {
		for i := 0; i < len(d.out[l.ID]); i++ {
			a := d.out[l.ID][i]
			for j := i + 1; j < len(d.out[l.ID]); {
				b := d.out[l.ID][j]
				if a.dst != b.dst {
					j++
					continue
				}
				n := choose(a, b)
				if n.size > limit {
					j++
					continue
				}
				d.remove(b)
				a.segs, a.size = n.segs, n.size
				if a.goal != b.goal {
					a.goal = nil
				}
			}
		}
	}
}

// choose returns the segments of the choice between a and b, common prefixes and suffixes shared.
func choose(a, b *draftEdge) *draftEdge {
	x, y := a.segs, b.segs
	pre := 0
	for pre < len(x) && pre < len(y) && x[pre] == y[pre] {
		pre++
	}
	prefix := x[:pre]
	x, y = x[pre:], y[pre:]
	post := 0
	for post < len(x) && post < len(y) && x[len(x)-1-post] == y[len(y)-1-post] {
		post++
	}
	suffix := x[len(x)-post:]
	x, y = x[:len(x)-post], y[:len(y)-post]
	segs := slices.Clone(prefix)
	if len(x)+len(y) > 0 && sabotage.Active(sabotage.PassBlocks) {
		segs = append(segs, x...)
	} else if len(x)+len(y) > 0 {
		segs = append(segs, alternatives(x, y))
	}
	segs = append(segs, suffix...)
	n := &draftEdge{segs: segs}
	for _, s := range segs {
		n.size += s.size
	}
	return n
}

// alternatives makes one segment of two sequences; a sequence that is a choice
// itself contributes its alternatives.
func alternatives(x, y []*segment) *segment {
	var alts [][]program.Op
	var parts []*program.Parts
	for _, segs := range [][]*segment{x, y} {
		if len(segs) == 1 && len(segs[0].ops) == 1 && segs[0].ops[0].Kind == program.OpChoice && segs[0].parts.Alts != nil {
			alts = append(alts, segs[0].ops[0].Alts...)
			parts = append(parts, segs[0].parts.Alts...)
			continue
		}
		var ops []program.Op
		seq := &program.Parts{}
		for _, s := range segs {
			ops = append(ops, s.ops...)
			seq.Seq = append(seq.Seq, s.parts)
		}
		alts = append(alts, ops)
		parts = append(parts, seq)
	}
	o := program.Choice(alts...)
	return &segment{ops: []program.Op{o}, parts: &program.Parts{Alts: parts}, size: countOps([]program.Op{o})}
}

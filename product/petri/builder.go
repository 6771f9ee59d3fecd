package petri

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// MaxWeight bounds arc weights and initial token counts, so that the difference of two
// always fits an int64.
const MaxWeight = math.MaxInt64 / 4

// A Builder collects the nodes and arcs of a net. Methods record the first error, which
// Build returns.
type Builder struct {
	net Net
	err error
}

// NewBuilder starts a net with the given name.
func NewBuilder(name string) *Builder {
	return &Builder{net: Net{Name: name, places: map[string]int{}, transitions: map[string]int{}}}
}

func (b *Builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf(format, args...)
	}
}

func (b *Builder) checkID(id string) {
	if id == "" {
		b.fail("a node has an empty identifier")
	}
	_, p := b.net.places[id]
	_, t := b.net.transitions[id]
	if p || t {
		b.fail("identifier %q is used twice", id)
	}
}

// AddPlace adds a place with its initial token count and returns its index.
func (b *Builder) AddPlace(id string, tokens int64) int {
	b.checkID(id)
	if tokens < 0 || tokens > MaxWeight {
		b.fail("place %q: initial marking %d is outside 0..%d", id, tokens, int64(MaxWeight))
	}
	p := len(b.net.Places)
	b.net.places[id] = p
	b.net.Places = append(b.net.Places, Place{ID: id})
	b.net.initial = append(b.net.initial, tokens)
	return p
}

// AddTransition adds a transition without arcs and returns its index.
func (b *Builder) AddTransition(id string) int {
	b.checkID(id)
	t := len(b.net.Transitions)
	b.net.transitions[id] = t
	b.net.Transitions = append(b.net.Transitions, Transition{ID: id})
	return t
}

// NamePlace sets the display name of a place.
func (b *Builder) NamePlace(p int, name string) { b.net.Places[p].Name = name }

// NameTransition sets the display name of a transition.
func (b *Builder) NameTransition(t int, name string) { b.net.Transitions[t].Name = name }

func (b *Builder) checkArc(p, t int, w int64) bool {
	switch {
	case p < 0 || p >= len(b.net.Places) || t < 0 || t >= len(b.net.Transitions):
		b.fail("an arc between place %d and transition %d: no such node", p, t)
		return false
	case w <= 0 || w > MaxWeight:
		b.fail("arc between %q and %q: weight %d is outside 1..%d", b.net.Places[p].ID, b.net.Transitions[t].ID, w, int64(MaxWeight))
		return false
	}
	return true
}

// AddInput makes t consume w > 0 tokens from p. Several arcs add up.
func (b *Builder) AddInput(p, t int, w int64) {
	if b.checkArc(p, t, w) {
		b.net.Transitions[t].Pre = append(b.net.Transitions[t].Pre, Arc{p, w})
	}
}

// AddOutput makes t produce w > 0 tokens in p. Several arcs add up.
func (b *Builder) AddOutput(p, t int, w int64) {
	if b.checkArc(p, t, w) {
		b.net.Transitions[t].Post = append(b.net.Transitions[t].Post, Arc{p, w})
	}
}

// AddInhibitor makes t require m(p) < w, w > 0. Of several such arcs the strictest counts.
func (b *Builder) AddInhibitor(p, t int, w int64) {
	if b.checkArc(p, t, w) {
		b.net.Transitions[t].Inhibitors = append(b.net.Transitions[t].Inhibitors, Arc{p, w})
	}
}

var errWeightSum = errors.New("arc weights add up to more than a 64-bit integer holds")

// Build returns the finished net. The builder must not be used afterwards.
func (b *Builder) Build() (*Net, error) {
	if b.err != nil {
		return nil, b.err
	}
	n := &b.net
	for i := range n.Transitions {
		t := &n.Transitions[i]
		var err1, err2 error
		t.Pre, err1 = merge(t.Pre, add)
		t.Post, err2 = merge(t.Post, add)
		t.Inhibitors, _ = merge(t.Inhibitors, func(a, b int64) (int64, error) { return min(a, b), nil })
		if err := errors.Join(err1, err2); err != nil {
			return nil, fmt.Errorf("transition %q: %w", t.ID, errWeightSum)
		}
		t.Effect = difference(t.Post, t.Pre)
		for _, a := range t.Pre {
			p := &n.Places[a.Index]
			p.Consumers = append(p.Consumers, Arc{i, a.Weight})
		}
		for _, a := range t.Post {
			p := &n.Places[a.Index]
			p.Producers = append(p.Producers, Arc{i, a.Weight})
		}
		for _, a := range t.Effect {
			p := &n.Places[a.Index]
			p.Effect = append(p.Effect, Arc{i, a.Weight})
		}
		for _, a := range t.Inhibitors {
			p := &n.Places[a.Index]
			p.Inhibits = append(p.Inhibits, Arc{i, a.Weight})
		}
	}
	return n, nil
}

func add(a, b int64) (int64, error) {
	if a > MaxWeight-b {
		return 0, errWeightSum
	}
	return a + b, nil
}

// merge sorts arcs and combines those with the same index.
func merge(arcs []Arc, combine func(a, b int64) (int64, error)) ([]Arc, error) {
	slices.SortStableFunc(arcs, func(a, b Arc) int { return a.Index - b.Index })
	out := arcs[:0]
	for _, a := range arcs {
		if k := len(out) - 1; k >= 0 && out[k].Index == a.Index {
			w, err := combine(out[k].Weight, a.Weight)
			if err != nil {
				return nil, err
			}
			out[k].Weight = w
			continue
		}
		out = append(out, a)
	}
	return slices.Clip(out), nil
}

// difference returns the nonzero entries of post - pre.
func difference(post, pre []Arc) []Arc {
	var out []Arc
	i, j := 0, 0
	for i < len(post) || j < len(pre) {
		switch {
		case j == len(pre) || i < len(post) && post[i].Index < pre[j].Index:
			out = append(out, post[i])
			i++
		case i == len(post) || pre[j].Index < post[i].Index:
			out = append(out, Arc{pre[j].Index, -pre[j].Weight})
			j++
		default:
			if w := post[i].Weight - pre[j].Weight; w != 0 {
				out = append(out, Arc{post[i].Index, w})
			}
			i++
			j++
		}
	}
	return out
}

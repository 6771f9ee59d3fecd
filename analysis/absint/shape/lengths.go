package shape

import (
	"cupel/core/program"
)

// Lengths say how the lists of the graphs at loop heads change on the ways from one head to the next: a system of counters that has all executions of the program. A node
// is a graph at a head; its counters are the numbers of blocks of its segments, of those that belong to no other one. (Bouajjani, Bozga, Habermehl, Iosif, Moro and
// Vojnar, "Programs with lists are counter automata", CAV 2006.)
type Lengths struct {
	Nodes []Node
	Ways  []Way

	bodies map[*program.Location]map[*program.Location]bool // of the loops, by their heads
}

// A Node is a graph at a loop head.
type Node struct {
	Head     *program.Location
	Counters int // they are not negative
}

// A Way leads from a node to one at the next head. To[i] is what counter i of the latter is in terms of those of the former.
type Way struct {
	From, Into int
	To         []Length
}

// A Length is a sum: Of[i] times counter i of the node at the beginning of a way, for all i, and Plus. Not known: it may be any number that is not negative.
type Length struct {
	Known bool
	Of    map[int]int64
	Plus  int64
}

// length is a sum of the lengths of segments of the graph at the beginning of a way. It does not change once it is made.
type length struct {
	of   map[id]int64
	plus int64
}

// oneBlock is that of a block.
var oneBlock = &length{plus: 1}

// add adds a number.
func (l *length) add(n int64) *length {
	if l == nil {
		return nil
	}
	return &length{l.of, l.plus + n}
}

// and adds another one.
func (l *length) and(m *length) *length {
	if l == nil || m == nil {
		return nil
	}
	sum := &length{map[id]int64{}, l.plus + m.plus}
	for _, x := range []*length{l, m} {
		for i, n := range x.of {
			sum.of[i] += n
		}
	}
	return sum
}

// counted reports whether an object is a segment with a counter.
func (o *object) counted() bool { return o.heap() && o.owner == 0 && o.seg != nil }

// lengths follows the ways between loop heads once more, from the graphs that the search has left, which describe all states at the heads; nil: it is not known to which of them one leads.
func (a *analysis) lengths() *Lengths {
	out := &Lengths{bodies: program.LoopBodies(a.p)}
	w := &walker{analysis: a, out: out, nodes: map[*state]int{}, counters: map[*state]map[id]int{}}
	for _, l := range a.p.Locs {
		if !l.LoopHead {
			continue
		}
		for _, s := range a.at[l.ID] {
			if s.replaced {
				continue
			}
			w.nodes[s], w.counters[s] = len(out.Nodes), map[id]int{}
			for _, o := range s.g.objs {
				if o.counted() {
					w.counters[s][o.id] = len(w.counters[s])
				}
			}
			out.Nodes = append(out.Nodes, Node{l, len(w.counters[s])})
			w.states = append(w.states, s)
		}
	}
	for _, s := range w.states {
		g := s.g.clone()
		for _, o := range g.objs {
			switch {
			case o.counted():
				o.length = &length{of: map[id]int64{o.id: 1}}
			case o.heap() && o.owner == 0:
				o.length = oneBlock
			default:
				o.length = nil
			}
		}
		if w.follow(s, s.l, g); w.lost || a.failed != nil {
			return nil
		}
	}
	return out
}

// A walker follows ways.
type walker struct {
	*analysis
	out      *Lengths
	states   []*state
	nodes    map[*state]int
	counters map[*state]map[id]int // their numbers, by segment
	lost     bool
}

// follow goes on from a location to the next heads; the way began at s.
func (w *walker) follow(s *state, l *program.Location, g *graph) {
	for _, e := range l.Out {
		for _, h := range w.edge(e, g.clone()) {
			switch goes := w.goesOn(e, h); {
			case w.failed != nil:
				return
			case goes && e.Dst.LoopHead:
				w.lost = w.lost || !w.comes(s, e.Dst, h)
			case goes:
				w.follow(s, e.Dst, h)
			}
			if w.lost || w.failed != nil {
				return
			}
		}
	}
}

// comes notes that a way leads from s to a graph at a head; false: it is not known which one there describes it.
func (w *walker) comes(s *state, l *program.Location, g *graph) bool {
	n := w.arrivals[l.ID]
	for _, late := range []bool{w.Hasty || n > guessing, false} {
		for _, missing := range []bool{w.Hasty || n > 2*guessing, false} {
			f := w.fold(g, late, missing)
			for _, t := range w.at[l.ID] {
				if t.replaced {
					continue
				}
				m := w.merger(t.g, f)
				m.missing = missing
				ok := m.all() && !m.more[0]
				if !w.spend(pairWork * (1 + m.steps)) {
					return false
				}
				if ok && m.result().sound() {
					w.out.Ways = append(w.out.Ways, w.way(s, t, m))
					return true
				}
			}
		}
	}
	return false
}

// way is the one from s to t, whose graph describes that of b's side of m.
func (w *walker) way(s, t *state, m *merger) Way {
	way := Way{From: w.nodes[s], Into: w.nodes[t], To: make([]Length, len(w.counters[t]))}
	for i, c := range w.counters[t] {
		p := m.pairs[m.of[0][i]]
		if p[1] == 0 {
			way.To[c].Known = true // no block
			continue
		}
		l := m.object(1, p[1]).length
		if l == nil {
			continue
		}
		to := Length{Known: true, Of: map[int]int64{}, Plus: l.plus}
		for from, n := range l.of {
			to.Of[w.counters[s][from]] += n
		}
		way.To[c] = to
	}
	return way
}

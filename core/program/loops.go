package program

// A Component is a node of a weak topological order: a location outside of all
// loops, or a loop with its head and what lies inside.
type Component struct {
	Head  *Location
	Loop  bool         // Head is in a cycle of this component
	Inner []*Component // of a loop, without the head
}

// WeakTopologicalOrder returns the hierarchical ordering of the reachable
// locations of Bourdoncle (FMPA 1993, Figure 4): every edge u -> v leads forward
// or v is the head of a component that contains u. Every cycle contains a head. Locations
// besides Init from which the search starts come after it.
func WeakTopologicalOrder(p *Program, roots ...*Location) []*Component {
	w := &wto{dfn: make([]int, len(p.Locs))}
	var out []*Component
	w.visit(p.Init, &out)
	for _, l := range roots {
		if w.dfn[l.ID] == 0 {
			w.visit(l, &out)
		}
	}
	reverse(out)
	return out
}

const wtoDone = int(^uint(0) >> 1)

type wto struct {
	dfn   []int
	num   int
	stack []*Location
}

// A wtoFrame is an activation of Bourdoncle's visit, kept explicitly because
// programs may have hundreds of thousands of locations in a row.
type wtoFrame struct {
	loc       *Location
	next      int
	low       int
	loop      bool
	out       *[]*Component // where the finished component goes
	component *Component    // not nil: in the second phase, inside of its loop
	inner     []*Component
}

func (w *wto) open(l *Location, out *[]*Component) *wtoFrame {
	w.stack = append(w.stack, l)
	w.num++
	w.dfn[l.ID] = w.num
	return &wtoFrame{loc: l, low: w.num, out: out}
}

func (w *wto) visit(root *Location, out *[]*Component) {
	frames := []*wtoFrame{w.open(root, out)}
	for len(frames) > 0 {
		f := frames[len(frames)-1]
		if f.next < len(f.loc.Out) {
			s := f.loc.Out[f.next].Dst
			f.next++
			target := f.out
			if f.component != nil {
				target = &f.inner
			}
			switch {
			case w.dfn[s.ID] == 0:
				frames = append(frames, w.open(s, target))
			case f.component == nil && w.dfn[s.ID] <= f.low:
				f.low, f.loop = w.dfn[s.ID], true
			}
			continue
		}
		if f.component == nil && f.low == w.dfn[f.loc.ID] {
			w.dfn[f.loc.ID] = wtoDone
			top := w.pop()
			if f.loop {
				for top != f.loc {
					w.dfn[top.ID] = 0
					top = w.pop()
				}
				f.component = &Component{Head: f.loc, Loop: true}
				f.next = 0
				continue
			}
			*f.out = append(*f.out, &Component{Head: f.loc})
		}
		if f.component != nil {
			reverse(f.inner)
			f.component.Inner = f.inner
			*f.out = append(*f.out, f.component)
		}
		frames = frames[:len(frames)-1]
		if len(frames) > 0 {
			// The result of visit: a smaller number means a cycle through the caller.
			if g := frames[len(frames)-1]; g.component == nil && f.component == nil && f.low <= g.low && w.dfn[f.loc.ID] != wtoDone {
				g.low, g.loop = f.low, true
			}
		}
	}
}

func (w *wto) pop() *Location {
	l := w.stack[len(w.stack)-1]
	w.stack = w.stack[:len(w.stack)-1]
	return l
}

func reverse(cs []*Component) {
	for i, j := 0, len(cs)-1; i < j; i, j = i+1, j-1 {
		cs[i], cs[j] = cs[j], cs[i]
	}
}

// A Loop is a node of the loop nesting forest.
type Loop struct {
	Head   *Location
	Parent *Loop // the innermost loop around it
	Inner  []*Loop
	Depth  int         // 1 for an outermost loop
	Locs   []*Location // Head first, those of inner loops included
}

// Within reports whether l is m or nested in m; nil m is the whole program.
func (l *Loop) Within(m *Loop) bool {
	if m == nil {
		return true
	}
	for l != nil && l.Depth > m.Depth {
		l = l.Parent
	}
	return l == m
}

// Loops returns the outermost loops of the nesting forest that the weak
// topological order defines, and for every location, by ID, its innermost loop.
func Loops(p *Program, roots ...*Location) (outermost []*Loop, innermost []*Loop) {
	innermost = make([]*Loop, len(p.Locs))
	var walk func(cs []*Component, parent *Loop)
	walk = func(cs []*Component, parent *Loop) {
		for _, c := range cs {
			in := parent
			if c.Loop {
				in = &Loop{Head: c.Head, Parent: parent, Depth: 1}
				if parent == nil {
					outermost = append(outermost, in)
				} else {
					parent.Inner = append(parent.Inner, in)
					in.Depth = parent.Depth + 1
				}
			}
			innermost[c.Head.ID] = in
			for l := in; l != nil; l = l.Parent {
				l.Locs = append(l.Locs, c.Head)
			}
			walk(c.Inner, in)
		}
	}
	walk(WeakTopologicalOrder(p, roots...), nil)
	return outermost, innermost
}

// Components returns the strongly connected components of the reachable
// locations, in topological order, each sorted by the depth-first search's
// order; a location that is on no cycle is a component of its own.
func Components(p *Program) [][]*Location {
	var out [][]*Location
	for _, c := range WeakTopologicalOrder(p) {
		var locs []*Location
		var walk func(c *Component)
		walk = func(c *Component) {
			locs = append(locs, c.Head)
			for _, i := range c.Inner {
				walk(i)
			}
		}
		walk(c)
		out = append(out, locs)
	}
	return out
}

// LoopBodies maps the heads of the nesting forest's loops to the locations inside.
func LoopBodies(p *Program) map[*Location]map[*Location]bool {
	in := map[*Location]map[*Location]bool{}
	var visit func(ls []*Loop)
	visit = func(ls []*Loop) {
		for _, l := range ls {
			in[l.Head] = map[*Location]bool{}
			for _, m := range l.Locs {
				in[l.Head][m] = true
			}
			visit(l.Inner)
		}
	}
	roots, _ := Loops(p)
	visit(roots)
	return in
}

// WrittenWithin returns the variables assigned or havocked on edges whose ends
// are both in locs.
func (p *Program) WrittenWithin(locs map[*Location]bool) map[*Var]bool {
	out := map[*Var]bool{}
	for _, e := range p.Edges {
		if !locs[e.Src] || !locs[e.Dst] {
			continue
		}
		for op := range AllOps(e.Ops) {
			if op.Var != nil {
				out[op.Var] = true
			}
		}
	}
	return out
}

// Reducible reports whether the graph that is reachable from a location has loops with one entry only: of each edge back of a depth-first search all ways to its source
// come through its target.
func Reducible(entry *Location) bool {
	const open, done = 1, 2
	state := map[*Location]int{entry: open}
	back := map[*Location][]*Location{} // sources by target
	type frame struct {
		l    *Location
		next int
	}
	for stack := []frame{{l: entry}}; len(stack) > 0; {
		f := &stack[len(stack)-1]
		if f.next == len(f.l.Out) {
			state[f.l] = done
			stack = stack[:len(stack)-1]
			continue
		}
		from, to := f.l, f.l.Out[f.next].Dst
		f.next++
		switch state[to] {
		case open:
			back[to] = append(back[to], from)
		case 0:
			state[to] = open
			stack = append(stack, frame{l: to})
		}
	}
	for head, sources := range back {
		if head == entry {
			continue
		}
		seen := map[*Location]bool{entry: true, head: true}
		for todo := []*Location{entry}; len(todo) > 0; {
			l := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, e := range l.Out {
				if !seen[e.Dst] {
					seen[e.Dst] = true
					todo = append(todo, e.Dst)
				}
			}
		}
		for _, l := range sources {
			if seen[l] && l != head {
				return false
			}
		}
	}
	return true
}

package diagram

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Drawing is a graph with coordinates. Lengths are in pixels at the intended text size, y grows downwards.
type Drawing struct {
	Title         string
	Width, Height int
	Boxes         []Box
	Lines         []Line
	LeftOut       int // nodes that are not drawn
}

// Box is a node.
type Box struct {
	ID            int
	Kind          Kind
	X, Y          int // upper left corner
	Width, Height int
	Text          []Text
	Full          string // the whole label
}

// Text is a line of text that starts at a point of the base line.
type Text struct {
	X, Y int
	Line string
}

// Line is an edge through points.
type Line struct {
	From, To int
	Points   []Point
	Label    string
	At       Point // of the label
	Dashed   bool
	Back     bool // it leads upwards
	Marked   bool // an execution goes along it
}

// Point is a place.
type Point struct{ X, Y int }

const (
	charWidth, lineHeight = 7, 15
	padding               = 6
	gapX, gapY            = 30, 46
)

// vertex is a node or a point of an edge in a layer.
type vertex struct {
	node          *Node // nil: a point
	box           Box
	layer, order  int
	x             int
	up, down      []*vertex
	width, height int
	weight        float64
}

// layout is the state of computing one drawing.
type layout struct {
	g      *Graph
	at     map[int]*vertex
	list   []*vertex // nodes
	layers [][]*vertex
	chains [][]*vertex // of an edge, from its source to its target; nil: a loop or dashed
	back   []bool      // by edge
}

// Layout lays a graph out, of a large one MaxNodes nodes.
func (g *Graph) Layout() *Drawing {
	g = g.Cut(MaxNodes)
	l := &layout{g: g, at: map[int]*vertex{}, chains: make([][]*vertex, len(g.Edges)), back: make([]bool, len(g.Edges))}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		v := &vertex{node: n, box: box(n)}
		v.width, v.height = v.box.Width, v.box.Height
		l.at[n.ID] = v
		l.list = append(l.list, v)
	}
	l.breakCycles()
	l.assignLayers()
	l.passThrough()
	for range sweeps {
		l.sweep()
	}
	l.place()
	return l.draw()
}

// box is a node without a place.
func box(n *Node) Box {
	lines := strings.Split(n.Label, "\n")
	if len(lines) > maxLines {
		lines = append(slices.Clone(lines[:maxLines-1]), "...")
	}
	b := Box{ID: n.ID, Kind: n.Kind, Full: n.Label, Height: len(lines)*lineHeight + 2*padding}
	for i, s := range lines {
		s = clip(s)
		b.Width = max(b.Width, utf8.RuneCountInString(s)*charWidth+2*padding)
		b.Text = append(b.Text, Text{X: padding, Y: padding + (i+1)*lineHeight - 4, Line: s})
	}
	return b
}

func clip(s string) string {
	if utf8.RuneCountInString(s) > maxLineWidth {
		return string([]rune(s)[:maxLineWidth-1]) + "…"
	}
	return s
}

// ends are the vertices of an edge that counts; false: it is dashed, a loop, or not drawn.
func (l *layout) ends(i int) (from, to *vertex, ok bool) {
	e := &l.g.Edges[i]
	from, to = l.at[e.From], l.at[e.To]
	return from, to, from != nil && to != nil && from != to && !e.Dashed
}

// breakCycles finds the edges that lead back in a depth-first search.
func (l *layout) breakCycles() {
	out := map[*vertex][]int{}
	for i := range l.g.Edges {
		if from, _, ok := l.ends(i); ok {
			out[from] = append(out[from], i)
		}
	}
	state := map[*vertex]int{} // 1: on the stack, 2: done
	type frame struct {
		v    *vertex
		next int
	}
	for _, root := range l.list {
		if state[root] != 0 {
			continue
		}
		state[root] = 1
		for stack := []frame{{v: root}}; len(stack) > 0; {
			top := &stack[len(stack)-1]
			if top.next == len(out[top.v]) {
				state[top.v] = 2
				stack = stack[:len(stack)-1]
				continue
			}
			i := out[top.v][top.next]
			top.next++
			_, to, _ := l.ends(i)
			switch state[to] {
			case 0:
				state[to] = 1
				stack = append(stack, frame{v: to})
			case 1:
				l.back[i] = true
			}
		}
	}
}

// assignLayers puts a node below all nodes with edges to it.
func (l *layout) assignLayers() {
	waits := map[*vertex]int{}
	next := map[*vertex][]*vertex{}
	for i := range l.g.Edges {
		if from, to, ok := l.directed(i); ok {
			waits[to]++
			next[from] = append(next[from], to)
		}
	}
	var todo []*vertex
	for _, v := range l.list {
		if waits[v] == 0 {
			todo = append(todo, v)
		}
	}
	for ; len(todo) > 0; todo = todo[1:] {
		v := todo[0]
		for _, w := range next[v] {
			w.layer = max(w.layer, v.layer+1)
			if waits[w]--; waits[w] == 0 {
				todo = append(todo, w)
			}
		}
	}
}

// directed are the ends of an edge, the upper one first.
func (l *layout) directed(i int) (from, to *vertex, ok bool) {
	from, to, ok = l.ends(i)
	if l.back[i] {
		from, to = to, from
	}
	return from, to, ok
}

// passThrough fills the layers, with points of the edges that pass through.
func (l *layout) passThrough() {
	add := func(v *vertex) {
		for len(l.layers) <= v.layer {
			l.layers = append(l.layers, nil)
		}
		v.order = len(l.layers[v.layer])
		l.layers[v.layer] = append(l.layers[v.layer], v)
	}
	for _, v := range l.list {
		add(v)
	}
	for i := range l.g.Edges {
		from, to, ok := l.directed(i)
		if !ok {
			continue
		}
		chain := []*vertex{from}
		for y := from.layer + 1; y < to.layer; y++ {
			p := &vertex{layer: y, width: charWidth}
			add(p)
			chain = append(chain, p)
		}
		chain = append(chain, to)
		for k := 1; k < len(chain); k++ {
			chain[k-1].down = append(chain[k-1].down, chain[k])
			chain[k].up = append(chain[k].up, chain[k-1])
		}
		if l.back[i] {
			slices.Reverse(chain)
		}
		l.chains[i] = chain
	}
}

// sweep orders each layer by where the neighbours above are, then by those below.
func (l *layout) sweep() {
	order := func(layer []*vertex, neighbours func(*vertex) []*vertex) {
		for _, v := range layer {
			v.weight = float64(v.order)
			if ns := neighbours(v); len(ns) > 0 {
				sum := 0
				for _, n := range ns {
					sum += n.order
				}
				v.weight = float64(sum) / float64(len(ns))
			}
		}
		slices.SortStableFunc(layer, func(a, b *vertex) int { return cmp.Compare(a.weight, b.weight) })
		for i, v := range layer {
			v.order = i
		}
	}
	for _, layer := range l.layers[min(1, len(l.layers)):] {
		order(layer, func(v *vertex) []*vertex { return v.up })
	}
	for i := len(l.layers) - 2; i >= 0; i-- {
		order(l.layers[i], func(v *vertex) []*vertex { return v.down })
	}
}

// place assigns every vertex its x coordinate: close to its neighbours, as far as order and widths allow.
func (l *layout) place() {
	for _, layer := range l.layers {
		x := 0
		for _, v := range layer {
			v.x = x + v.width/2
			x += v.width + gapX
		}
	}
	// pull moves vertices towards their neighbours; overlapping ones share the shift.
	pull := func(layer []*vertex, neighbours func(*vertex) []*vertex) {
		left, right := make([]int, len(layer)), make([]int, len(layer))
		for i, v := range layer {
			left[i] = v.x
			if ns := neighbours(v); len(ns) > 0 {
				sum := 0
				for _, n := range ns {
					sum += n.x
				}
				left[i] = sum / len(ns)
			}
			right[i] = left[i]
		}
		room := func(i int) int { return layer[i].width/2 + gapX + layer[i+1].width - layer[i+1].width/2 } // between i and i+1
		for i := 1; i < len(layer); i++ {
			left[i] = max(left[i], left[i-1]+room(i-1))
		}
		for i := len(layer) - 2; i >= 0; i-- {
			right[i] = min(right[i], right[i+1]-room(i))
		}
		for i, v := range layer {
			v.x = (left[i] + right[i]) / 2
		}
		for i := 1; i < len(layer); i++ { // halves are rounded
			layer[i].x = max(layer[i].x, layer[i-1].x+room(i-1))
		}
	}
	for range sweeps {
		for _, layer := range l.layers {
			pull(layer, func(v *vertex) []*vertex { return v.up })
		}
		for _, layer := range slices.Backward(l.layers) {
			pull(layer, func(v *vertex) []*vertex { return v.down })
		}
	}
	least := math.MaxInt
	for _, layer := range l.layers {
		for _, v := range layer {
			least = min(least, v.x-v.width/2)
		}
	}
	for _, layer := range l.layers {
		for _, v := range layer {
			v.x -= least
		}
	}
}

// label is the place of the label of an edge that begins with a line from a to b and leaves its node as the n-th with one:
// they stand below each other.
func label(a, b Point, n int) Point {
	dy := 14 + 12*n
	if b.Y < a.Y {
		dy = -6 - 12*n
	}
	p := Point{a.X + 4, a.Y + dy}
	if b.Y != a.Y {
		p.X = a.X + (b.X-a.X)*dy/(b.Y-a.Y) + 4
	}
	return p
}

// draw makes the drawing.
func (l *layout) draw() *Drawing {
	d := &Drawing{Title: l.g.Title, LeftOut: l.g.LeftOut}
	tops := make([]int, len(l.layers)+1)
	for i, layer := range l.layers {
		height := 0
		for _, v := range layer {
			height = max(height, v.height)
			d.Width = max(d.Width, v.x-v.width/2+v.width)
		}
		tops[i+1] = tops[i] + height + gapY
	}
	d.Height = max(tops[len(l.layers)]-gapY, 0)
	for _, v := range l.list {
		b := v.box
		b.X, b.Y = v.x-v.width/2, tops[v.layer]
		for i := range b.Text {
			b.Text[i].X += b.X
			b.Text[i].Y += b.Y
		}
		d.Boxes = append(d.Boxes, b)
	}
	labels := map[*vertex]int{} // beside the edges that leave a node
	for i := range l.g.Edges {
		e := &l.g.Edges[i]
		from, to := l.at[e.From], l.at[e.To]
		if from == nil || to == nil {
			continue
		}
		line := Line{From: e.From, To: e.To, Label: clip(strings.ReplaceAll(e.Label, "\n", "; ")), Dashed: e.Dashed, Back: l.back[i], Marked: e.Marked}
		chain := l.chains[i]
		switch {
		case from == to:
			right, y := from.x+from.width/2, tops[from.layer]
			line.Points = []Point{{right, y + 5}, {right + 18, y + 5}, {right + 18, y + from.height - 5}, {right, y + from.height - 5}}
			d.Width = max(d.Width, right+18)
		case chain == nil: // dashed
			line.Points = []Point{{from.x, tops[from.layer] + from.height}, {to.x, tops[to.layer] + to.height}}
		default:
			for k, v := range chain {
				p := Point{v.x, tops[v.layer]}
				switch {
				case k == 0 && !line.Back, k == len(chain)-1 && line.Back:
					p.Y += v.height
				case k > 0 && k < len(chain)-1: // straight through the layer
					p.Y += (tops[v.layer+1] - gapY - tops[v.layer]) / 2
				}
				line.Points = append(line.Points, p)
			}
		}
		line.At = label(line.Points[0], line.Points[1], labels[from])
		if line.Label != "" {
			labels[from]++
		}
		d.Width = max(d.Width, line.At.X+charWidth*utf8.RuneCountInString(line.Label))
		d.Lines = append(d.Lines, line)
	}
	return d
}

package cegar

import (
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/engine/triple"
)

// A Block is a sequence of edges that counts as one step of the abstraction.
type Block struct {
	ID       int
	Src, Dst *program.Location
	Edges    []*program.Edge
	joined   *program.Edge // its operations in order

	transfer *triple.Transfer      // nil until needed
	occurs   map[*program.Var]bool // variables read or written
}

// Ops returns the block's operations.
func (b *Block) Ops() []program.Op { return b.joined.Ops }

// String prints the locations.
func (b *Block) String() string { return program.Path(b.Edges).String() }

// Blocks divides a program into blocks (--encoding): with sbe every edge is one; with seq a block extends
// through locations with one incoming and one outgoing edge that are neither targets nor loop heads. Large
// blocks are edges of the program already.
type Blocks struct {
	p     *program.Program
	seq   bool
	facts map[*program.Location]*logic.Term // that hold before a block
	out   [][]*Block                        // by location ID; nil until needed
	n     int
}

// NewBlocks returns the division for an encoding.
func NewBlocks(p *program.Program, encoding string) *Blocks {
	return &Blocks{p: p, seq: encoding == Seq, out: make([][]*Block, len(p.Locs))}
}

// Out returns the blocks that leave l, one for each of its edges.
func (bs *Blocks) Out(l *program.Location) []*Block {
	if bs.out[l.ID] == nil && len(l.Out) > 0 {
		for _, e := range l.Out {
			bs.out[l.ID] = append(bs.out[l.ID], bs.block(e))
		}
	}
	return bs.out[l.ID]
}

func (bs *Blocks) block(e *program.Edge) *Block {
	b := &Block{ID: bs.n, Src: e.Src, Edges: []*program.Edge{e}, joined: e}
	bs.n++
	for bs.seq && bs.inner(e.Dst) {
		e = e.Dst.Out[0]
		b.Edges = append(b.Edges, e)
	}
	b.Dst = e.Dst
	if len(b.Edges) > 1 {
		var ops []program.Op
		for _, e := range b.Edges {
			ops = append(ops, e.Ops...)
		}
		b.joined = &program.Edge{Src: b.Src, Dst: b.Dst, Ops: ops}
	}
	return b
}

// inner reports whether a block extends beyond l. The initial location is excluded: its only incoming edge may
// come from a cycle.
func (bs *Blocks) inner(l *program.Location) bool {
	return len(l.In) == 1 && len(l.Out) == 1 && l != bs.p.Error && l.Cut == "" && !l.LoopHead && l != bs.p.Init
}

// transfer encodes a block on demand.
func (bs *Blocks) transfer(b *Block) *triple.Transfer {
	if b.transfer == nil {
		b.transfer = triple.New(bs.p, bs.facts[b.Src], b.Ops())
	}
	return b.transfer
}

// mentions returns the variables that the block reads or writes.
func (bs *Blocks) mentions(b *Block) map[*program.Var]bool {
	if b.occurs != nil {
		return b.occurs
	}
	b.occurs = map[*program.Var]bool{}
	var terms []*logic.Term
	for i := range b.Ops() {
		o := &b.Ops()[i]
		o.Defines(func(v *program.Var) { b.occurs[v] = true })
		o.Terms(func(t *logic.Term) { terms = append(terms, t) })
	}
	for _, s := range logic.FreeVars(terms...) {
		if v := bs.p.VarOf(s); v != nil {
			b.occurs[v] = true
		}
	}
	return b.occurs
}

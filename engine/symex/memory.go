package symex

import (
	"slices"

	"cupel/analysis/ranges"
	"cupel/core/logic"
	"cupel/core/program"
)

// memory is the symbolic state of one path with an undo log: symbolic values of the variables, the path
// condition, and the havocs executed.
type memory struct {
	f    *logic.Factory
	p    *program.Program
	vars []*program.Var
	idx  []int32 // by term ID of a variable's symbol: variable number + 1

	mem    []*logic.Term
	pc     []*logic.Term
	bounds *ranges.Bounds       // what pc says about integers; nil: terms are not simplified under it
	learnt []int                // by conjunct of pc: the mark of bounds before it
	held   map[*logic.Term]bool // set of the conjuncts of pc; nil if pc may repeat conjuncts, as segmentation requires
	havocs []havoc

	// Undo log: a variable is logged once per mark.
	log    []undo
	stamp  []uint32
	serial uint32

	small map[*logic.Term]bool
	memo  map[*logic.Term]*logic.Term
	guard *logic.Term // conjunction of the selectors of enclosing choices; nil outside
}

// undo is an entry of the undo log: a variable with its value before the mark.
type undo struct {
	v   int32
	old *logic.Term
}

// havoc is an executed OpHavoc with the symbol of its value.
type havoc struct {
	v     *program.Var
	input *program.Input
	id    int // ID of the operation
	sym   *logic.Term
	guard *logic.Term // executed only under this condition; nil: always
}

type mark struct{ log, pc, havocs int }

func newMemory(p *program.Program) *memory {
	m := &memory{f: p.Terms, p: p, vars: p.Vars, small: map[*logic.Term]bool{}, memo: map[*logic.Term]*logic.Term{}}
	maxID := uint32(0)
	for _, v := range p.Vars {
		maxID = max(maxID, v.Sym.ID())
	}
	m.idx = make([]int32, maxID+1)
	for i, v := range p.Vars {
		m.idx[v.Sym.ID()] = int32(i) + 1
	}
	m.mem = make([]*logic.Term, len(p.Vars))
	m.stamp = make([]uint32, len(p.Vars))
	m.serial = 1
	for i, v := range p.Vars {
		m.mem[i] = p.Terms.Fresh(v.Name, v.Sort())
	}
	return m
}

// remembering makes the path condition a set, and with bounds has terms simplified under it.
func (m *memory) remembering(bounds bool) {
	m.held = map[*logic.Term]bool{}
	if bounds {
		m.bounds = ranges.New(m.f)
	}
}

func (m *memory) number(sym *logic.Term) int {
	if id := sym.ID(); int(id) < len(m.idx) {
		return int(m.idx[id]) - 1
	}
	return -1
}

func (m *memory) mark() mark {
	m.serial++
	return mark{len(m.log), len(m.pc), len(m.havocs)}
}

func (m *memory) undo(k mark) {
	for i := len(m.log) - 1; i >= k.log; i-- {
		m.mem[m.log[i].v] = m.log[i].old
	}
	m.log = m.log[:k.log]
	m.shorten(k.pc)
	m.havocs = m.havocs[:k.havocs]
	m.serial++
}

func (m *memory) set(v int, t *logic.Term) {
	if m.mem[v] == t {
		return
	}
	if m.stamp[v] != m.serial {
		m.log = append(m.log, undo{int32(v), m.mem[v]})
		m.stamp[v] = m.serial
	}
	m.mem[v] = t
}

// Value implements errorpath.Memory.
func (m *memory) Value(v *program.Var) *logic.Term  { return m.mem[m.number(v.Sym)] }
func (m *memory) Set(v *program.Var, t *logic.Term) { m.set(m.number(v.Sym), t) }

// value returns m(t): t with symbolic values substituted for the program variables, simplified under the path condition.
func (m *memory) value(t *logic.Term) *logic.Term {
	t = m.raw(t)
	if m.bounds != nil {
		return m.bounds.Simplify(t)
	}
	return t
}

// raw is value without the path condition.
func (m *memory) raw(t *logic.Term) *logic.Term {
	if t.IsGround() || t.IsVar() || m.isSmall(t) {
		return m.substTree(t)
	}
	clear(m.memo)
	s := m.f.NewSubst(func(v *logic.Term) *logic.Term {
		if n := m.number(v); n >= 0 {
			return m.mem[n]
		}
		return nil
	})
	return s.Apply(t)
}

// isSmall reports whether t has few nodes as a tree.
func (m *memory) isSmall(t *logic.Term) bool {
	small, known := m.small[t]
	if !known {
		small = treeSize(t, 64) <= 64
		m.small[t] = small
	}
	return small
}

// substTree substitutes without memoisation, which is faster for small trees.
func (m *memory) substTree(t *logic.Term) *logic.Term {
	if t.IsGround() {
		return t
	}
	if t.IsVar() {
		if n := m.number(t); n >= 0 {
			return m.mem[n]
		}
		return t
	}
	var buf [4]*logic.Term
	args := buf[:0]
	changed := false
	for _, a := range t.Args() {
		b := m.substTree(a)
		changed = changed || a != b
		args = append(args, b)
	}
	if !changed {
		return t
	}
	return m.f.Rebuild(t, append([]*logic.Term(nil), args...))
}

// treeSize counts the nodes of t as a tree, giving up above limit.
func treeSize(t *logic.Term, limit int) int {
	if t.Op() == logic.OpForall || t.Op() == logic.OpExists {
		return limit + 1
	}
	n := 1
	for _, a := range t.Args() {
		n += treeSize(a, limit-n)
		if n > limit {
			break
		}
	}
	return n
}

// exec executes operations; false if the path condition becomes syntactically false.
func (m *memory) exec(ops []program.Op) bool {
	for i := range ops {
		if !m.step(&ops[i]) {
			return false
		}
	}
	return true
}

func (m *memory) step(op *program.Op) bool {
	switch op.Kind {
	case program.OpAssume:
		return m.assume(m.value(op.Expr))
	case program.OpAssign:
		m.set(m.number(op.Var.Sym), m.value(op.Expr))
	case program.OpHavoc:
		s := m.f.Fresh(op.Var.Name, op.Var.Sort())
		m.set(m.number(op.Var.Sym), s)
		m.havocs = append(m.havocs, havoc{op.Var, op.Input, op.ID, s, m.guard})
	case program.OpChoice:
		return m.choice(op)
	}
	return true
}

// assume conjoins a condition to the path condition unless it is there; false if that contradicts it.
func (m *memory) assume(c *logic.Term) bool {
	if c.IsFalse() {
		return false
	}
	for _, t := range logic.Conjuncts(c) {
		if m.held != nil {
			if m.held[t] {
				continue
			}
			if m.held[m.f.Not(t)] {
				return false
			}
			m.held[t] = true
		}
		m.pc = append(m.pc, t)
		if m.bounds != nil {
			m.learnt = append(m.learnt, m.bounds.Mark())
			if !m.bounds.Learn(t) {
				return false
			}
		}
	}
	return true
}

// shorten truncates the path condition to n conjuncts.
func (m *memory) shorten(n int) {
	for _, t := range m.pc[n:] {
		delete(m.held, t)
	}
	if m.bounds != nil && n < len(m.pc) {
		m.bounds.Undo(m.learnt[n])
		m.learnt = m.learnt[:n]
	}
	m.pc = m.pc[:n]
}

// choice executes the alternatives of a large block and merges their states under a fresh selector for each.
func (m *memory) choice(op *program.Op) bool {
	type result struct {
		sel, cond *logic.Term
		changed   map[int]*logic.Term
	}
	var rs []result
	outer := m.guard
	pcBase := len(m.pc)
	for _, alt := range op.Alts {
		sel := m.f.Fresh("choice", logic.Bool)
		m.guard = sel
		if outer != nil {
			m.guard = m.f.And(outer, sel)
		}
		m.serial++
		logBase, havocBase := len(m.log), len(m.havocs)
		ok := m.exec(alt)
		if ok {
			ch := map[int]*logic.Term{}
			for _, u := range m.log[logBase:] {
				ch[int(u.v)] = m.mem[u.v]
			}
			rs = append(rs, result{sel, m.f.And(m.pc[pcBase:]...), ch})
		} else {
			m.havocs = m.havocs[:havocBase]
		}
		m.shorten(pcBase)
		for i := len(m.log) - 1; i >= logBase; i-- {
			m.mem[m.log[i].v] = m.log[i].old
		}
		m.log = m.log[:logBase]
		m.serial++
	}
	m.guard = outer
	if len(rs) == 0 {
		return false
	}
	for i := range rs { // exclusive alternatives need no selectors
		if i == 0 && len(rs) == 1 || len(rs) == 2 && rs[1-i].cond == m.f.Not(rs[i].cond) {
			m.replaceSelector(rs[i].sel, rs[i].cond)
			rs[i].sel = rs[i].cond
		}
	}
	var some []*logic.Term
	merged := map[int]bool{}
	var order []int
	for _, r := range rs {
		some = append(some, m.f.And(r.sel, r.cond))
		for v := range r.changed {
			if !merged[v] {
				merged[v] = true
				order = append(order, v)
			}
		}
	}
	slices.Sort(order)
	for _, v := range order {
		val := m.pick(rs[len(rs)-1].changed, v)
		for i := len(rs) - 2; i >= 0; i-- {
			val = m.f.Ite(rs[i].sel, m.pick(rs[i].changed, v), val)
		}
		m.set(v, val)
	}
	return m.assume(m.f.Or(some...))
}

func (m *memory) pick(changed map[int]*logic.Term, v int) *logic.Term {
	if t, ok := changed[v]; ok {
		return t
	}
	return m.mem[v]
}

// replaceSelector substitutes the condition of an alternative for its selector in the guards of havocs inside.
func (m *memory) replaceSelector(sel, cond *logic.Term) {
	for i := len(m.havocs) - 1; i >= 0; i-- {
		g := m.havocs[i].guard
		if g == nil {
			break
		}
		m.havocs[i].guard = m.f.Subst(g, map[*logic.Term]*logic.Term{sel: cond})
	}
}

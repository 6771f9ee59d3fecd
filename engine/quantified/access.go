package quantified

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/program"
	"cupel/core/rational"
)

// An array is a view of an array variable as a sequence of elements: element k lies at index stride*k + base. A
// memory region holds several.
type array struct {
	v      *program.Var
	stride int64
	base   *logic.Term
	object bool  // elements are addressed by the objects' addresses
	down   bool  // elements are numbered from the end downwards
	step   int64 // k counts bytes, in steps of the element size; 0: k counts elements
}

// index returns the index of element k.
func (a *array) index(f *logic.Factory, k *logic.Term) *logic.Term {
	return f.Add(f.Mul(f.IntConst(a.stride), k), a.base)
}

// cell returns the value of element k.
func (a *array) cell(f *logic.Factory, k *logic.Term) *logic.Term {
	return f.Select(a.v.Sym, a.index(f, k))
}

// number returns the k of an index; nil if the index has not the array's form.
func (a *array) number(f *logic.Factory, index *logic.Term) *logic.Term {
	return instances.Divided(f, f.Sub(instances.Unwrapped(f, index), a.base), a.stride)
}

// accesses calls visit with the variable and the index of each select and store in terms; several variables
// where the array is a conditional.
func accesses(p *program.Program, visit func(v *program.Var, index *logic.Term), ts ...*logic.Term) {
	instances.Accesses(func(array, index *logic.Term) {
		if v := p.VarOf(array); v != nil {
			visit(v, index)
		}
	}, ts...)
}

// indexed reports whether a variable maps integers to integers.
func indexed(v *program.Var) bool {
	s := v.Sort()
	return s.IsArray() && s.Index() == logic.Int && s.Elem() == logic.Int
}

// memory describes the program's arrays and their accesses.
type memory struct {
	f       *logic.Factory
	p       *program.Program
	indices map[*program.Var][]*logic.Term // all indices accessed, without wrap-around operations
	arrays  []*array
	heap    heap
	single  []*logic.Term // cells with constant indices of arrays that have no other accesses; treated as scalars
}

// use collects the arrays of a program.
func use(p *program.Program, objects bool) *memory {
	m := &memory{f: p.Terms, p: p, indices: map[*program.Var][]*logic.Term{}}
	if objects {
		m.heap = findHeap(p)
	}
	var order []*program.Var
	for _, e := range p.Edges {
		for op := range program.AllOps(e.Ops) {
			op.Terms(func(t *logic.Term) {
				accesses(p, func(v *program.Var, index *logic.Term) {
					if !indexed(v) {
						return
					}
					if m.indices[v] == nil {
						order = append(order, v)
					}
					if index = instances.Unwrapped(m.f, index); !slices.Contains(m.indices[v], index) {
						m.indices[v] = append(m.indices[v], index)
					}
				}, t)
			})
		}
	}
	slices.SortFunc(order, func(a, b *program.Var) int { return cmp.Compare(a.Sym.ID(), b.Sym.ID()) })
	for _, v := range order {
		if !slices.ContainsFunc(m.indices[v], func(t *logic.Term) bool { return !t.IsConst() }) && len(m.indices[v]) <= maxSingle {
			for _, t := range m.indices[v] {
				m.single = append(m.single, m.f.Select(v.Sym, t))
			}
			continue
		}
		m.arrays = append(m.arrays, m.rows(v)...)
	}
	if len(m.arrays) > maxArrays {
		m.arrays = m.arrays[:maxArrays]
	}
	return m
}

// rows divides a variable into arrays. The greatest common divisor of the coefficients other than 1 in its
// indices is the element size; the remainders of the constants are the bases.
func (m *memory) rows(v *program.Var) []*array {
	var stride int64
	for _, t := range m.indices[v] {
		_, coeffs, _ := logic.Linear(t)
		for _, c := range coeffs {
			if n, ok := c.Int64(); ok && n != 1 && n != -1 {
				stride = rational.GCD64(stride, rational.Abs64(n))
			}
		}
	}
	if out := m.objects(v); stride <= 1 && out != nil {
		return out
	}
	if stride <= 1 {
		if out := m.bytes(v, 1); out != nil {
			return out
		}
	}
	if stride <= 1 || !m.region(v, stride) {
		return []*array{{v: v, stride: 1, base: m.f.IntConst(0)}}
	}
	type row struct {
		rest *logic.Term // the part that the stride does not divide
		at   int64       // remainder of the constant
		all  []int64
		up   bool // some index grows with a variable
	}
	var rows []*row
	for _, t := range m.indices[v] {
		prods, coeffs, constant := logic.Linear(t)
		c, ok := constant.Int64()
		if !ok {
			continue
		}
		rest, up := m.f.IntConst(0), len(prods) == 0
		for i, x := range prods {
			up = up || coeffs[i].Sign() > 0
			if n, ok := coeffs[i].Int64(); !ok || n%stride != 0 {
				rest = m.f.Add(rest, m.f.Mul(m.f.Num(logic.Int, coeffs[i]), x))
			}
		}
		at := ((c % stride) + stride) % stride
		i := slices.IndexFunc(rows, func(r *row) bool { return r.rest == rest && r.at == at && near(r.all, c, stride*nearIndex) })
		if i < 0 {
			i = len(rows)
			rows = append(rows, &row{rest: rest, at: at})
		}
		rows[i].all, rows[i].up = append(rows[i].all, c), rows[i].up || up
	}
	if out := m.bytes(v, stride); out != nil {
		return out
	}
	var out []*array
	for _, r := range rows {
		out = append(out, &array{v: v, stride: stride, base: m.f.Add(r.rest, m.f.IntConst(usual(r.all))), down: !r.up})
	}
	return out
}

// bytes returns the arrays of a variable of which some indices are byte offsets computed by the program from
// the constant address of an array; nil if there are none.
func (m *memory) bytes(v *program.Var, stride int64) []*array {
	var starts []int64
	mixed := false
	for _, t := range m.indices[v] {
		prods, coeffs, constant := logic.Linear(t)
		c, ok := constant.Int64()
		if !ok {
			return nil
		}
		if len(prods) == 1 && coeffs[0].Equal(rational.FromInt(1)) {
			mixed = true
		} else if slices.ContainsFunc(coeffs, func(q rational.Q) bool { n, ok := q.Int64(); return !ok || n%stride != 0 }) {
			return nil
		}
		if c >= lowAddress && !slices.ContainsFunc(starts, func(x int64) bool { return near([]int64{x}, c, stride*nearIndex) }) {
			starts = append(starts, c)
		}
	}
	if !mixed || len(starts) > maxStarts {
		return nil
	}
	var out []*array
	for _, c := range starts {
		a := &array{v: v, stride: 1, base: m.f.IntConst(c)}
		if stride > 1 {
			a.step = stride
		}
		out = append(out, a)
	}
	return out
}

// region reports whether a variable appears to be indexed by addresses: with large constants or mixed strides.
func (m *memory) region(v *program.Var, stride int64) bool {
	return slices.ContainsFunc(m.indices[v], func(t *logic.Term) bool {
		_, coeffs, constant := logic.Linear(t)
		c, ok := constant.Int64()
		return ok && c >= lowAddress || slices.ContainsFunc(coeffs, func(q rational.Q) bool {
			n, ok := q.Int64()
			return ok && n%stride != 0 && memoryOf(v)
		})
	})
}

// memoryOf reports whether a variable models memory rather than an array of the program.
func memoryOf(v *program.Var) bool {
	return v.CName == "" && !strings.Contains(v.Name, "::")
}

func near(all []int64, c, distance int64) bool {
	return slices.ContainsFunc(all, func(x int64) bool { return x-c <= distance && c-x <= distance })
}

// usual guesses the base of an array among constants: the roundest, then the most frequent, then the smallest.
func usual(all []int64) int64 {
	slices.Sort(all)
	round := func(n int64) int { return bits.TrailingZeros64(uint64(n)) }
	best, count := all[0], 0
	for i := 0; i < len(all); {
		j := i
		for j < len(all) && all[j] == all[i] {
			j++
		}
		if c := cmp.Compare(round(all[i]), round(best)); count == 0 || c > 0 || c == 0 && j-i > count {
			best, count = all[i], j-i
		}
		i = j
	}
	return best
}

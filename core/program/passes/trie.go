package passes

// A trie is an immutable array of values with structural sharing: program
// analyses hold one per location, most of them nearly equal. The zero value of V
// means absent; the zero trie is empty. Equal roots mean equal contents.
type trie[V comparable] struct {
	root *trieNode[V]
}

const (
	// trieBits is the logarithm of the number of children of a node.
	trieBits  = 3
	trieWidth = 1 << trieBits
)

type trieNode[V comparable] struct {
	kids *[trieWidth]*trieNode[V] // of an inner node
	vals *[trieWidth]V            // of a leaf
}

// trieDepth returns the number of inner levels for n indices.
func trieDepth(n int) int {
	d := 0
	for c := trieWidth; c < n; c *= trieWidth {
		d++
	}
	return d
}

func (t trie[V]) get(depth, i int) V {
	n := t.root
	for d := depth; n != nil && d > 0; d-- {
		n = n.kids[i>>(d*trieBits)&(trieWidth-1)]
	}
	if n == nil {
		var zero V
		return zero
	}
	return n.vals[i&(trieWidth-1)]
}

func (t trie[V]) set(depth, i int, v V) trie[V] {
	if t.get(depth, i) == v {
		return t
	}
	return trie[V]{t.root.set(depth, i, v)}
}

func (n *trieNode[V]) set(d, i int, v V) *trieNode[V] {
	if d == 0 {
		vals := new([trieWidth]V)
		if n != nil {
			*vals = *n.vals
		}
		vals[i&(trieWidth-1)] = v
		if *vals == [trieWidth]V{} {
			return nil
		}
		return &trieNode[V]{vals: vals}
	}
	kids := new([trieWidth]*trieNode[V])
	if n != nil {
		*kids = *n.kids
	}
	k := i >> (d * trieBits) & (trieWidth - 1)
	kids[k] = kids[k].set(d-1, i, v)
	if *kids == [trieWidth]*trieNode[V]{} {
		return nil
	}
	return &trieNode[V]{kids: kids}
}

// meet keeps the values at which both tries agree.
func meet[V comparable](a, b trie[V]) trie[V] {
	return trie[V]{mergeNodes(a.root, b.root, false, func(x, y V) V {
		if x == y {
			return x
		}
		var zero V
		return zero
	})}
}

// join combines two tries value by value; f must be idempotent and have the zero
// value as its unit.
func join[V comparable](a, b trie[V], f func(x, y V) V) trie[V] {
	return trie[V]{mergeNodes(a.root, b.root, true, f)}
}

// mergeNodes returns a itself when the result has a's contents.
func mergeNodes[V comparable](a, b *trieNode[V], union bool, f func(x, y V) V) *trieNode[V] {
	switch {
	case a == b:
		return a
	case a == nil || b == nil:
		if !union {
			return nil
		}
		if a == nil {
			return b
		}
		return a
	case a.vals != nil:
		var r [trieWidth]V
		for i := range r {
			r[i] = f(a.vals[i], b.vals[i])
		}
		switch r {
		case *a.vals:
			return a
		case *b.vals:
			return b
		case [trieWidth]V{}:
			return nil
		}
		return &trieNode[V]{vals: &r}
	}
	var r [trieWidth]*trieNode[V]
	for i := range r {
		r[i] = mergeNodes(a.kids[i], b.kids[i], union, f)
	}
	switch r {
	case *a.kids:
		return a
	case *b.kids:
		return b
	case [trieWidth]*trieNode[V]{}:
		return nil
	}
	return &trieNode[V]{kids: &r}
}

package logic

import "math/bits"

// hamt is a persistent map from terms to terms: Bagwell's hash array mapped
// trie ("Ideal Hash Trees", 2001). The key's ID, multiplied by an odd number,
// is the hash; that map is a bijection on 32 bits, so hashes never collide.
type hamt struct {
	bitmap uint32
	owner  *hamtOwner // the batch that may change this node in place
	slots  []hamtSlot
}

type hamtSlot struct {
	key, val *Term
	sub      *hamt // when key is nil
}

// hamtOwner identifies one batch of insertions. It has a field so that
// distinct owners have distinct addresses.
type hamtOwner struct{ _ byte }

func hamtHash(k *Term) uint32 { return k.id * 0x9e3779b1 }

// get returns the value of k, or nil.
func (n *hamt) get(k *Term) *Term {
	for h := hamtHash(k); n != nil; h >>= 5 {
		bit := uint32(1) << (h & 31)
		if n.bitmap&bit == 0 {
			return nil
		}
		s := &n.slots[bits.OnesCount32(n.bitmap&(bit-1))]
		if s.key == k {
			return s.val
		}
		n = s.sub
	}
	return nil
}

// with returns n with k mapped to v. Nodes made by the same owner are reused.
func (n *hamt) with(k, v *Term, o *hamtOwner) *hamt { return n.put(k, v, hamtHash(k), 0, o) }

func (n *hamt) put(k, v *Term, h uint32, shift uint, o *hamtOwner) *hamt {
	if n == nil {
		return &hamt{bitmap: 1 << (h & 31), owner: o, slots: []hamtSlot{{key: k, val: v}}}
	}
	bit := uint32(1) << (h & 31)
	i := bits.OnesCount32(n.bitmap & (bit - 1))
	if n.bitmap&bit == 0 {
		slots := make([]hamtSlot, len(n.slots)+1)
		copy(slots, n.slots[:i])
		slots[i] = hamtSlot{key: k, val: v}
		copy(slots[i+1:], n.slots[i:])
		if n.owner != o {
			n = &hamt{bitmap: n.bitmap, owner: o}
		}
		n.bitmap |= bit
		n.slots = slots
		return n
	}
	s := n.slots[i]
	switch {
	case s.key == k && s.val == v:
		return n
	case s.key == k:
		s.val = v
	case s.key == nil:
		sub := s.sub.put(k, v, h>>5, shift+5, o)
		if sub == s.sub {
			return n
		}
		s.sub = sub
	default: // two keys share this slot: one level deeper
		sub := (*hamt)(nil).put(s.key, s.val, hamtHash(s.key)>>(shift+5), shift+5, o)
		s = hamtSlot{sub: sub.put(k, v, h>>5, shift+5, o)}
	}
	if n.owner != o {
		n = &hamt{bitmap: n.bitmap, owner: o, slots: append([]hamtSlot(nil), n.slots...)}
	}
	n.slots[i] = s
	return n
}

// each calls visit for every entry, in the order of the hashes.
func (n *hamt) each(visit func(k, v *Term)) {
	if n == nil {
		return
	}
	for _, s := range n.slots {
		if s.key != nil {
			visit(s.key, s.val)
		} else {
			s.sub.each(visit)
		}
	}
}

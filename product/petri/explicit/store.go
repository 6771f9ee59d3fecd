package explicit

import (
	"bytes"
	"hash/maphash"
	"math"
)

// store is a set of encoded markings, numbered in the order of insertion, each with the
// state and transition it was first reached by.
type store struct {
	chunks [][]byte
	refs   []uint64 // chunk<<32 | offset<<0; the length precedes the bytes
	parent []uint32
	via    []int32
	table  []uint32 // open addressing; number+1, 0 is empty
	seed   maphash.Seed
	bytes  int64
}

const (
	// chunkSize is the number of bytes that are allocated at a time.
	chunkSize = 1 << 20
	noParent  = math.MaxUint32
	maxStates = math.MaxUint32 - 1
)

func newStore() *store {
	return &store{table: make([]uint32, 1<<10), seed: maphash.MakeSeed(), bytes: 4 << 10}
}

func (s *store) len() int { return len(s.refs) }

// get returns the code of state i.
func (s *store) get(i uint32) []byte {
	ref := s.refs[i]
	c := s.chunks[ref>>32]
	n, rest := uvarint(c[uint32(ref):])
	return rest[:n]
}

// add inserts a code and returns its number; isNew is false when it was there.
func (s *store) add(code []byte, parent uint32, via int32) (number uint32, isNew bool) {
	if 2*len(s.refs) >= len(s.table) {
		s.grow()
	}
	mask := uint64(len(s.table) - 1)
	slot := maphash.Bytes(s.seed, code) & mask
	for ; s.table[slot] != 0; slot = (slot + 1) & mask {
		if i := s.table[slot] - 1; bytes.Equal(s.get(i), code) {
			return i, false
		}
	}
	number = uint32(len(s.refs))
	s.table[slot] = number + 1
	s.refs = append(s.refs, s.put(code))
	s.parent = append(s.parent, parent)
	s.via = append(s.via, via)
	s.bytes += 16
	return number, true
}

// put copies a code into the current chunk.
func (s *store) put(code []byte) uint64 {
	need := len(code) + 10
	k := len(s.chunks) - 1
	if k < 0 || cap(s.chunks[k])-len(s.chunks[k]) < need {
		s.chunks = append(s.chunks, make([]byte, 0, max(chunkSize, need)))
		k++
		s.bytes += int64(cap(s.chunks[k]))
	}
	c := s.chunks[k]
	at := len(c)
	for n := uint64(len(code)); ; n >>= 7 {
		if n < 0x80 {
			c = append(c, byte(n))
			break
		}
		c = append(c, byte(n)|0x80)
	}
	s.chunks[k] = append(c, code...)
	return uint64(k)<<32 | uint64(at)
}

func (s *store) grow() {
	old := s.table
	s.table = make([]uint32, 2*len(old))
	s.bytes += 4 * int64(len(old))
	mask := uint64(len(s.table) - 1)
	for _, v := range old {
		if v == 0 {
			continue
		}
		slot := maphash.Bytes(s.seed, s.get(v-1)) & mask
		for s.table[slot] != 0 {
			slot = (slot + 1) & mask
		}
		s.table[slot] = v
	}
}

// path lists the transitions from the first state to state i.
func (s *store) path(i uint32) []int {
	n := 0
	for j := i; s.parent[j] != noParent; j = s.parent[j] {
		n++
	}
	seq := make([]int, n)
	for j := i; s.parent[j] != noParent; j = s.parent[j] {
		n--
		seq[n] = int(s.via[j])
	}
	return seq
}

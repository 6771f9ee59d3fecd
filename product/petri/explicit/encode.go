package explicit

import (
	"encoding/binary"

	"cupel/product/petri"
)

// encode appends the compact form of m: for every marked place the distance to the
// previous one, doubled, plus one when the token count is above 1 and follows. Different
// markings have different forms.
func encode(buf []byte, m petri.Marking) []byte {
	last := -1
	for p, k := range m {
		if k == 0 {
			continue
		}
		gap := uint64(p-last) << 1
		last = p
		if k == 1 {
			buf = binary.AppendUvarint(buf, gap)
			continue
		}
		buf = binary.AppendUvarint(buf, gap|1)
		buf = binary.AppendUvarint(buf, uint64(k))
	}
	return buf
}

// decode is the inverse of encode, into m.
func decode(code []byte, m petri.Marking) {
	clear(m)
	p := -1
	for len(code) > 0 {
		var gap uint64
		gap, code = uvarint(code)
		p += int(gap >> 1)
		m[p] = 1
		if gap&1 != 0 {
			var k uint64
			k, code = uvarint(code)
			m[p] = int64(k)
		}
	}
}

func uvarint(code []byte) (uint64, []byte) {
	if code[0] < 0x80 {
		return uint64(code[0]), code[1:]
	}
	v, n := binary.Uvarint(code)
	return v, code[n:]
}

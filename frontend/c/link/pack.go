package link

import (
	"strconv"

	"cupel/internal/lazyregexp"
)

var packPragma = lazyregexp.New(`^[ \t]*(?:#|%:)[ \t]*pragma[ \t]+pack[ \t]*\([ \t]*(?:(push|pop)[ \t]*(?:,[ \t]*[A-Za-z_]\w*[ \t]*)?,?[ \t]*)?(\d*)[ \t]*\)`)

// packing is the state of #pragma pack at a position: the maximal alignment of members in bytes (0: none), and the stack of push.
type packing struct {
	now  int
	kept []int
}

// line reads a line that begins with #.
func (p *packing) line(s string) {
	m := packPragma().FindStringSubmatch(s)
	if m == nil {
		return
	}
	switch m[1] {
	case "push":
		p.kept = append(p.kept, p.now)
	case "pop":
		p.now = 0
		if k := len(p.kept); k > 0 {
			p.now, p.kept = p.kept[k-1], p.kept[:k-1]
		}
	default:
		p.now = 0
	}
	if n, err := strconv.Atoi(m[2]); err == nil {
		p.now = n
	}
}

// open reports whether the state affects a text that follows.
func (p *packing) open() bool { return p.now != 0 || len(p.kept) > 0 }

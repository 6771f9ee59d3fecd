package petritest

import (
	"encoding/binary"
	"fmt"

	"cupel/product/petri"
)

// A Space is the complete set of reachable markings of a net, in breadth-first order.
type Space struct {
	Net      *petri.Net
	Markings []petri.Marking
}

// Explore computes the state space. ok is false when it has more than limit markings or a
// token count exceeds 64 bits.
func Explore(n *petri.Net, limit int) (s *Space, ok bool) {
	s = &Space{Net: n, Markings: []petri.Marking{n.Initial()}}
	seen := map[string]bool{key(s.Markings[0]): true}
	for i := 0; i < len(s.Markings); i++ {
		for t := range n.Transitions {
			if !n.Enabled(s.Markings[i], t) {
				continue
			}
			m, err := n.Fire(s.Markings[i], t)
			if err != nil {
				return s, false
			}
			if k := key(m); !seen[k] {
				if len(s.Markings) == limit {
					return s, false
				}
				seen[k] = true
				s.Markings = append(s.Markings, m)
			}
		}
	}
	return s, true
}

func key(m petri.Marking) string {
	var b []byte
	for _, k := range m {
		b = binary.AppendUvarint(b, uint64(k))
	}
	return string(b)
}

// Reachable reports whether some reachable marking satisfies p.
func (s *Space) Reachable(p *petri.Predicate) bool {
	for _, m := range s.Markings {
		if s.Net.Holds(p, m) {
			return true
		}
	}
	return false
}

// CheckSequence returns an error unless seq fires from the initial marking to one that
// satisfies p.
func CheckSequence(n *petri.Net, seq []int, p *petri.Predicate) error {
	m, err := n.Replay(seq)
	if err != nil {
		return err
	}
	if !n.Holds(p, m) {
		return fmt.Errorf("the sequence ends in %s, where %s does not hold", n.FormatMarking(m), p.Format(n))
	}
	return nil
}

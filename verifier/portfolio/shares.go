package portfolio

import "time"

// Shares divides processor time among the members: whoever has had least of it for its weight is next, for a turn that grows with what it has
// had. So a member that needs w alone has an answer when all together have had little more than w times the sum of the weights over its own, whatever
// the order is. Up to a time, the weights of all that have at least 1 count the same: what is easy for one of them is not kept waiting by what
// the others are good at.
//
//	weights 2, 1, 1    the first turns, then of a quarter of what a member has had; beyond Equal the first has twice what others have
//
// A member that is far has less while it is.
type Shares struct {
	Weights []float64       // of the members, in their order, which is that of the first turns
	First   []time.Duration // their first turns
	Before  []time.Duration // what was spent on the same search before; those with nothing and a weight of 1 or more are first
	Equal   time.Duration   // up to which weights of 1 and more are the same
	Far     func(name string) bool
}

// had is a member's processor time as the shares count it, once it has used so much.
func (s *Shares) had(i int, m *member, used time.Duration) float64 {
	w := s.Weights[i]
	used += s.Before[i]
	if s.Far != nil && s.Far(m.Name) {
		w /= farFactor
	}
	if w < 1 {
		return float64(used) / w
	}
	return float64(min(used, s.Equal)) + float64(max(used-s.Equal, 0))/w
}

// next is the next turn of a waiting member; false: there is none.
func (s *Shares) next(members []*member) (TimeSlice, bool) {
	best, least := TimeSlice{Member: -1}, 0.0
	for i, m := range members {
		if m.Status == Waiting && s.Weights[i] >= 1 && s.Before[i] == 0 { // in their order
			return TimeSlice{Member: i, Until: maxWork, Time: s.First[i]}, true
		}
	}
	for i, m := range members {
		if m.Status != Waiting && m.Status != Paused {
			continue
		}
		until := m.CPU + max(s.First[i], m.CPU/turnGrowth)
		if had := s.had(i, m, until); best.Member < 0 || had < least {
			best, least = TimeSlice{Member: i, Until: maxWork, Time: until}, had
		}
	}
	return best, best.Member >= 0
}

// A Need is what a member takes alone.
type Need struct {
	Time    time.Duration // to its end; 0: it has none
	Decides bool          // its end is an answer
}

// Play is the processor time of all members until one has an answer, by what each needs; false: none has within the limit. The first turns of those that have
// had time before are part of it.
func (s *Shares) Play(needs []Need, limit time.Duration) (total time.Duration, decided bool) {
	members := make([]*member, len(needs))
	for i := range needs {
		members[i] = &member{State: State{Status: Waiting}}
	}
	for total < limit {
		t, ok := s.next(members)
		if !ok {
			return total, false
		}
		m, need := members[t.Member], needs[t.Member]
		if need.Time > 0 && need.Time <= t.Time {
			if total += max(need.Time-m.CPU, 0); need.Decides {
				return total, total <= limit
			}
			m.Status = Ended
			continue
		}
		total += t.Time - m.CPU
		m.Status, m.CPU = Paused, t.Time
	}
	return limit, false
}

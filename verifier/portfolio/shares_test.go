package portfolio

import (
	"slices"
	"testing"
	"time"
)

// played is the order of the first turns when members take those of s, all of which are used up, and the time of all when each member had what it
// needs.
func played(s *Shares, need ...time.Duration) (order []int, total []time.Duration) {
	var members []*member
	for i := range need {
		members = append(members, &member{State: State{Name: string(rune('a' + i)), Status: Waiting}})
	}
	total = make([]time.Duration, len(need))
	sum := time.Duration(0)
	for slices.Contains(total, 0) {
		t, ok := s.next(members)
		if !ok {
			break
		}
		m := members[t.Member]
		if m.Status == Waiting {
			order = append(order, t.Member)
		}
		had := t.Time - m.CPU
		if left := need[t.Member] - m.CPU; total[t.Member] == 0 && left <= had {
			total[t.Member] = sum + left
		}
		m.Status, m.CPU, m.turns = Paused, t.Time, m.turns+1
		sum += had
	}
	return order, total
}

// firstTurns are those of n members.
func firstTurns(n int) []time.Duration {
	return slices.Repeat([]time.Duration{250 * time.Millisecond}, n)
}

// TestShares: whatever a member needs, all together have had little more than that times the sum of the weights over its own; as long as that is
// little, than that times their number.
func TestShares(t *testing.T) {
	s := &Shares{Weights: []float64{1, 3, 1, 1}, First: firstTurns(4), Before: make([]time.Duration, 4), Equal: time.Second}
	for _, need := range []time.Duration{10 * time.Millisecond, 300 * time.Millisecond, 900 * time.Millisecond, 7 * time.Second, time.Minute} {
		order, total := played(s, need, need, need, need)
		if !slices.Equal(order, []int{0, 1, 2, 3}) {
			t.Errorf("order %v", order)
		}
		for i, w := range s.Weights {
			parts := 6 / w
			if need < s.Equal {
				parts = 4
			}
			if bound := time.Duration(1.3*parts*float64(need)) + 4*s.First[0]; total[i] > bound {
				t.Errorf("member %d of weight %g needs %v: decided after %v, more than %v", i, w, need, total[i], bound)
			}
		}
	}
	s.Before[0] = 5 * time.Second
	if order, _ := played(s, time.Minute, time.Minute, time.Minute, time.Minute); !slices.Equal(order, []int{1, 2, 3, 0}) {
		t.Errorf("order %v, where the first has had a lot before", order)
	}
	if _, ok := s.next([]*member{{State: State{Status: Ended}}, {State: State{Status: Running}}}); ok {
		t.Error("a turn for a member that ended, or that has one")
	}
}

// TestFar: a member that is far has less.
func TestFar(t *testing.T) {
	s := &Shares{Weights: []float64{1, 1}, First: firstTurns(2), Before: make([]time.Duration, 2)}
	_, both := played(s, time.Hour, 20*time.Second)
	s.Far = func(name string) bool { return name == "a" }
	_, far := played(s, time.Hour, 20*time.Second)
	if both[1] < 35*time.Second || far[1] > 27*time.Second {
		t.Errorf("decided after %v beside one that is not far, %v beside one that is", both[1], far[1])
	}
}

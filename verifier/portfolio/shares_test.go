package portfolio

import (
	"slices"
	"testing"
	"time"
)

// firstTurns are those of n members.
func firstTurns(n int) []time.Duration {
	return slices.Repeat([]time.Duration{250 * time.Millisecond}, n)
}

// TestShares: whatever a member needs, all together have had little more than that times the sum of the weights over its own; as long as that is
// little, than that times their number.
func TestShares(t *testing.T) {
	s := &Shares{Weights: []float64{1, 3, 1, 1}, First: firstTurns(4), Before: make([]time.Duration, 4), Equal: time.Second}
	for _, need := range []time.Duration{10 * time.Millisecond, 300 * time.Millisecond, 900 * time.Millisecond, 7 * time.Second, time.Minute} {
		for i, w := range s.Weights {
			parts := 6 / w
			if need < s.Equal {
				parts = 4
			}
			needs := make([]Need, 4)
			needs[i] = Need{need, true}
			total, ok := s.Play(needs, time.Hour)
			if bound := time.Duration(1.3*parts*float64(need)) + 4*s.First[0]; total > bound || !ok {
				t.Errorf("member %d of weight %g needs %v: decided after %v, more than %v", i, w, need, total, bound)
			}
		}
	}
	if total, ok := s.Play([]Need{{}, {}, {}, {2 * time.Second, false}}, 20*time.Second); ok || total != 20*time.Second {
		t.Errorf("an answer (%t) after %v where no member has one", ok, total)
	}
	if total, ok := s.Play([]Need{{100 * time.Millisecond, false}, {100 * time.Millisecond, false}, {100 * time.Millisecond, false}, {2 * time.Second, true}}, 20*time.Second); !ok ||
		total != 2300*time.Millisecond {
		t.Errorf("an answer (%t) after %v, not as soon as the others have ended", ok, total)
	}
}

// TestOrder: those with a weight of 1 or more are first, in their order, and those that have had time before wait for the others.
func TestOrder(t *testing.T) {
	s := &Shares{Weights: []float64{1, 1, 0.25, 2}, First: firstTurns(4), Before: []time.Duration{time.Second, 0, 0, 0}, Equal: 400 * time.Millisecond}
	var members []*member
	for range s.Weights {
		members = append(members, &member{State: State{Status: Waiting}})
	}
	var order []int // of the first turns
	for len(order) < 4 {
		turn, ok := s.next(members)
		if !ok {
			t.Fatal("no turn")
		}
		if members[turn.Member].Status == Waiting {
			order = append(order, turn.Member)
		}
		members[turn.Member].Status, members[turn.Member].CPU = Paused, turn.Time
	}
	if !slices.Equal(order, []int{1, 3, 2, 0}) {
		t.Errorf("turns of %v", order)
	}
	if _, ok := s.next([]*member{{State: State{Status: Ended}}, {State: State{Status: Running}}}); ok {
		t.Error("a turn for a member that ended, or that has one")
	}
}

// TestFar: a member that is far has less.
func TestFar(t *testing.T) {
	s := &Shares{Weights: []float64{1, 1}, First: firstTurns(2), Before: make([]time.Duration, 2)}
	needs := []Need{{}, {20 * time.Second, true}}
	both, _ := s.Play(needs, time.Hour)
	s.Far = func(name string) bool { return name == "" }
	none, _ := s.Play(needs, time.Hour)
	s.Weights[1] *= farFactor // the other is not
	far, _ := s.Play(needs, time.Hour)
	if both < 35*time.Second || none != both || far > 27*time.Second {
		t.Errorf("decided after %v beside one that is not far, %v beside one that is", both, far)
	}
}

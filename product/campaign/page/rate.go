package page

import "time"

// rate counts results by the second in which they ended, of the last longestRateTime.
type rate struct {
	counts      [longestRateTime / time.Second]uint32
	first, last int64 // seconds; 0: there is none
}

func (r *rate) add(at time.Time) {
	s, n := at.Unix(), int64(len(r.counts))
	if s <= 0 {
		return // no time
	}
	if r.last == 0 {
		r.first, r.last = s, s
	}
	r.first = min(r.first, s)
	for i := max(r.last+1, s-n+1); i <= s; i++ {
		r.counts[i%n] = 0
	}
	r.last = max(r.last, s)
	if s > r.last-n {
		r.counts[s%n]++
	}
}

// over is the number of results in a time before now, and the part of it, in seconds, in which there can have been any.
func (r *rate) over(now time.Time, d time.Duration) (results int, seconds float64) {
	end, n := max(now.Unix(), r.last), int64(len(r.counts)) // clocks differ
	begin := end - int64(d/time.Second)
	for s := max(begin+1, r.last-n+1); s <= r.last; s++ {
		results += int(r.counts[s%n])
	}
	return results, float64(max(1, min(end-begin, end-r.first+1)))
}

// perSecond is the rate over rateTime.
func (r *rate) perSecond(now time.Time) float64 {
	n, s := r.over(now, rateTime)
	return float64(n) / s
}

// end is when as many results will have come as are missing, at the rate of the shortest time with enough of them, in Unix time; 0: there were none.
func (r *rate) end(now time.Time, missing int) int64 {
	for _, d := range []time.Duration{rateTime, longRateTime, longestRateTime} {
		if n, s := r.over(now, d); n >= enoughResults || n > 0 && d == longestRateTime {
			return now.Unix() + int64(float64(missing)*s/float64(n))
		}
	}
	return 0
}

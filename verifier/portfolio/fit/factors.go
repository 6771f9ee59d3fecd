package fit

import (
	"slices"
	"time"

	"cupel/verifier/portfolio"
)

// A Sharing makes the shares of a program's members for a class with factors, in the order of the names it returns.
type Sharing func(class *portfolio.Class, p Program) (names []string, s *portfolio.Shares)

// factors are those that are tried.
var factors = []float64{0.25, 0.5, 1, 1.5, 2.5, 4, 8, 12}

// Factors fits the factors of a table's classes, whose conditions stay, to programs: one engine's after the other, as long as some change lowers what
// the class's programs cost. A class of fewer programs than Least keeps what it has.
func Factors(t *portfolio.Table, programs []Program, o Options, share Sharing) *portfolio.Table {
	out := &portfolio.Table{Classes: slices.Clone(t.Classes)}
	for i := range out.Classes {
		c := &out.Classes[i]
		c.Steps = slices.Clone(c.Steps)
		var mine []Program
		for _, p := range programs {
			if out.For(p.Features) == c {
				mine = append(mine, p)
			}
		}
		if len(mine) < o.Least {
			continue
		}
		best := o.played(c, mine, share).cost(o.Budget)
		for range factorRounds {
			before := best
			for _, e := range c.Engines() {
				first := slices.IndexFunc(c.Steps, func(s portfolio.Step) bool { return s.Engine == e })
				chosen := c.Steps[first].Factor
				for _, f := range factors {
					c.Steps[first].Factor = f
					if n := o.played(c, mine, share).cost(o.Budget); n < best*worthDividing {
						best, chosen = n, f
					}
				}
				c.Steps[first].Factor = chosen
			}
			if best == before {
				break
			}
		}
	}
	return out
}

// played is what shares of a class give on programs.
func (o *Options) played(c *portfolio.Class, programs []Program, share Sharing) Score {
	return total(programs, func(p Program) (float64, bool) { return o.play(c, p, share) })
}

// play is the processor time to an answer on one program, with that of the phases before the workers.
func (o *Options) play(c *portfolio.Class, p Program, share Sharing) (float64, bool) {
	names, s := share(c, p)
	var needs []portfolio.Need
	for _, e := range names {
		r := p.Runs[e]
		n := portfolio.Need{Decides: r.Solved}
		if r.Solved || r.Ended {
			n.Time = max(time.Duration(r.CPU*float64(time.Second)), time.Millisecond)
		}
		needs = append(needs, n)
	}
	total, ok := s.Play(needs, time.Duration((o.Budget-p.Before)*float64(time.Second)))
	return p.Before + total.Seconds(), ok
}

// JudgeShares is how a table's factors do.
func JudgeShares(t *portfolio.Table, programs []Program, o Options, share Sharing) Score {
	s := Score{}
	for _, p := range programs {
		s = s.add(o.played(t.For(p.Features), []Program{p}, share))
	}
	return s
}

// CrossValidateFactors judges each family by factors that were fitted to the others.
func CrossValidateFactors(t *portfolio.Table, programs []Program, o Options, share Sharing) Score {
	return leftOut(programs, func(inside, others []Program) Score {
		return JudgeShares(Factors(t, others, o, share), inside, o, share)
	})
}

// Bound is the greatest and the 99th percentile of the ratio of the time to an answer, with the phases before the workers, and that of the best engine
// alone as it was measured, over the programs that the budget lets some engine decide within a sixth of it; open are those that have no answer.
func Bound(t *portfolio.Table, programs []Program, o Options, share Sharing) (greatest, most float64, open int) {
	var ratios []float64
	for _, p := range programs {
		least := 0.0
		for _, r := range p.Runs {
			if r.Solved && (least == 0 || r.CPU < least) {
				least = r.CPU
			}
		}
		if least == 0 || least > o.Budget/6 {
			continue
		}
		seconds, ok := o.play(t.For(p.Features), p, share)
		if !ok {
			open++
			continue
		}
		ratios = append(ratios, seconds/max(least, shortest))
	}
	if len(ratios) == 0 {
		return 0, 0, open
	}
	slices.Sort(ratios)
	return ratios[len(ratios)-1], ratios[(len(ratios)-1)*99/100], open
}

package ilp

/*
#cgo CFLAGS: -std=gnu11
#cgo LDFLAGS: -l:liblpsolve55.a -l:libcolamd.a -l:libsuitesparseconfig.a -lm -ldl
#include <stdlib.h>
#include "lpsolve.h"
*/
import "C"

import (
	"context"
	"math"
	"runtime"
	"sync/atomic"
	"time"
	"unsafe"

	"cupel/core/work"
)

// cInt is C's int.
type cInt = C.int

// outcome is the result in floating-point arithmetic; it is not trusted.
type outcome int

const (
	foundOptimum    outcome = C.CUPEL_OPTIMAL
	foundInfeasible outcome = C.CUPEL_INFEASIBLE
	foundUnbounded  outcome = C.CUPEL_UNBOUNDED
	foundSolution   outcome = C.CUPEL_FEASIBLE // not known to be the cheapest
	stopped         outcome = C.CUPEL_STOPPED
	failed          outcome = C.CUPEL_FAILED
)

// A model is a problem in floating point, by columns.
type model struct {
	relation            []C.int
	bound               []float64
	cost, lower, upper  []float64
	start, index        []C.int
	value               []float64
	integer, plainPivot bool
	nodes               int // branch-and-bound nodes after which any solution will do
}

// noUpper is what lp_solve takes for infinity.
const noUpper = 1e30

// newModel translates a problem; exact is false when some number has more than 53 bits.
func newModel(p *Problem) (m *model, exact bool) {
	m = &model{relation: make([]C.int, len(p.rows)), bound: make([]float64, len(p.rows))}
	exact = true
	float := func(k int64) float64 {
		if k > 1<<53 || k < -1<<53 {
			exact = false
		}
		return float64(k)
	}
	n := len(p.cost)
	m.start = make([]C.int, n+1)
	for i, r := range p.rows {
		m.relation[i], m.bound[i] = C.int(r.Rel), float(r.Bound)
		for _, t := range r.Terms {
			m.start[t.Var+1]++
		}
	}
	for v := range n {
		m.start[v+1] += m.start[v]
		m.cost = append(m.cost, float(p.cost[v]))
		m.lower = append(m.lower, float(p.lower[v]))
		if p.upper[v] == Infinity {
			m.upper = append(m.upper, noUpper)
		} else {
			m.upper = append(m.upper, float(p.upper[v]))
		}
	}
	m.index, m.value = make([]C.int, m.start[n]), make([]float64, m.start[n])
	fill := make([]C.int, n)
	for i, r := range p.rows {
		for _, t := range r.Terms {
			k := m.start[t.Var] + fill[t.Var]
			fill[t.Var]++
			m.index[k], m.value[k] = C.int(i), float(t.Coef)
		}
	}
	return m, exact
}

// iterationWork is the work of an iteration of the simplex method: each reads the matrix.
func (m *model) iterationWork() int { return 5 + (len(m.relation)+len(m.index))/20 }

// solve runs lp_solve until ctx ends or limit work is done. lp_solve polls for cancellation, but not in all of
// its loops: a call that does not return within the grace period after ctx is abandoned on its own thread, and
// the result is stopped.
func (m *model) solve(ctx context.Context, limit int) (outcome, []float64) {
	if ctx.Err() != nil {
		return stopped, nil
	}
	if left, bounded := work.Left(ctx); bounded {
		limit = min(limit, left)
	}
	var stop atomic.Int32
	type answer struct {
		out  outcome
		x    []float64
		done int // iterations
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		a.out, a.x, a.done = m.call(limit/m.iterationWork(), &stop)
		done <- a
	}()
	timer := time.NewTimer(hang)
	defer timer.Stop()
	spend := func(a answer) (outcome, []float64) {
		work.Spend(ctx, callWork+a.done*m.iterationWork())
		return a.out, a.x
	}
	select {
	case a := <-done:
		return spend(a)
	case <-ctx.Done():
		stop.Store(1)
	case <-timer.C:
		stop.Store(1)
	}
	timer.Reset(grace)
	select {
	case a := <-done:
		return spend(a)
	case <-timer.C:
		return stopped, nil
	}
}

// call is the one call into C, of at most so many iterations; it returns how many there were.
// The slices are pinned for its duration.
func (m *model) call(iterations int, stop *atomic.Int32) (outcome, []float64, int) {
	var pin runtime.Pinner
	defer pin.Unpin()
	var c C.cupel_model
	c.rows, c.cols = C.int(len(m.relation)), C.int(len(m.cost))
	c.relation = pinned(&pin, m.relation)
	c.bound = (*C.double)(pinned(&pin, m.bound))
	c.cost = (*C.double)(pinned(&pin, m.cost))
	c.lower = (*C.double)(pinned(&pin, m.lower))
	c.upper = (*C.double)(pinned(&pin, m.upper))
	c.start = pinned(&pin, m.start)
	c.index = pinned(&pin, m.index)
	c.value = (*C.double)(pinned(&pin, m.value))
	if m.integer {
		c.integer = 1
	}
	c.nodes = C.int(m.nodes)
	if m.plainPivot {
		c.plain = 1
	}
	x := make([]float64, len(m.cost))
	done := C.longlong(iterations)
	out := C.cupel_lpsolve(&c, &done, (*C.int)(unsafe.Pointer(stop)), (*C.double)(pinned(&pin, x)))
	return outcome(out), x, int(done)
}

func pinned[T any](pin *runtime.Pinner, s []T) *T {
	if len(s) == 0 {
		return nil
	}
	pin.Pin(&s[0])
	return &s[0]
}

// round returns the nearest integers; ok is false when one is beyond MaxCoefficient or no
// number.
func round(x []float64) (out []int64, ok bool) {
	out = make([]int64, len(x))
	for i, f := range x {
		r := math.Round(f)
		if !(math.Abs(r) <= MaxCoefficient) {
			return nil, false
		}
		out[i] = int64(r)
	}
	return out, true
}

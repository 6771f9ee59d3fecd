package passes

import (
	"context"

	"cupel/core/program"
)

// DropMemoryOps removes the operations that only the interpreter acts on:
// accesses, allocations and releases. Engines ignore them, and without them
// fewer variables are live.
var DropMemoryOps = measured("dropmemory", "removes the operations that only the interpreter acts on",
	func(ctx context.Context, p *program.Program) (*program.Program, error) {
		return without(p, func(k program.OpKind) bool {
			return k == program.OpAccess || k == program.OpAlloc || k == program.OpFree
		}), ctx.Err()
	})

// DropChecks removes the checks for undefined behaviour. The result has more
// executions: an unreachable error stays proven, a reachable one must be
// replayed.
var DropChecks = measured("dropchecks", "removes the checks for undefined behaviour (more executions reach the error)",
	func(ctx context.Context, p *program.Program) (*program.Program, error) {
		return without(p, func(k program.OpKind) bool { return k == program.OpCheck }), ctx.Err()
	})

// AssumeChecks turns the checks for undefined behaviour into assumptions, so that undefined executions are excluded.
var AssumeChecks = measured("assumechecks", "turns the checks for undefined behaviour into assumptions",
	func(ctx context.Context, p *program.Program) (*program.Program, error) {
		return program.CloneWith(p, func(e *program.Edge) []program.Op { return Assumed(e.Ops) }).Program, ctx.Err()
	})

// Assumed returns the operations with assumptions in place of checks.
func Assumed(ops []program.Op) []program.Op {
	out := make([]program.Op, len(ops))
	for i, o := range ops {
		switch o.Kind {
		case program.OpCheck:
			o.Kind, o.Note = program.OpAssume, ""
		case program.OpChoice:
			alts := make([][]program.Op, len(o.Alts))
			for k, alt := range o.Alts {
				alts[k] = Assumed(alt)
			}
			o.Alts = alts
		}
		out[i] = o
	}
	return out
}

// HasChecks reports whether p has checks for undefined behaviour.
func HasChecks(p *program.Program) bool {
	for _, e := range p.Edges {
		for o := range program.AllOps(e.Ops) {
			if o.Kind == program.OpCheck {
				return true
			}
		}
	}
	return false
}

func without(p *program.Program, drop func(program.OpKind) bool) *program.Program {
	var filter func(ops []program.Op) []program.Op
	filter = func(ops []program.Op) []program.Op {
		var out []program.Op
		for _, o := range ops {
			if drop(o.Kind) {
				continue
			}
			if o.Kind == program.OpChoice {
				alts := make([][]program.Op, len(o.Alts))
				for i, alt := range o.Alts {
					alts[i] = filter(alt)
				}
				o.Alts = alts
			}
			out = append(out, o)
		}
		return out
	}
	return program.CloneWith(p, func(e *program.Edge) []program.Op { return filter(e.Ops) }).Program
}

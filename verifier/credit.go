package verifier

import (
	"cupel/core/program"
	"cupel/engine"
)

// What the preparation is credited with, by the stage that leaves no way to an error.
const (
	byConstants = "preparation (constants and control flow)"
	byPasses    = "preparation (simplification and slicing)"
	byLowering  = "preparation (intervals of the lowering)"
	byBlocks    = "preparation (blocks)"
)

// credit names what found the verdict. An engine that got a program in which nothing leads to an error has done no step.
func (a *answer) credit() string {
	by := a.result.By
	if a.result.Verdict == engine.Unknown {
		return ""
	}
	if a.result.Verdict == engine.True && a.on != nil && !a.ran && (by == "" || by == earlyEngine) {
		if stage := a.on.settled(); stage != "" {
			return stage
		}
	}
	if by == "" {
		by = a.setup().cfg.Engine
		if plan := a.setup().plan; plan.Turns && a.on.encoding != plan.Encodings[0] || by == earlyEngine && a.on.encoding == engine.Diamond {
			by += " on " + a.on.encoding + " blocks"
		}
		if a.result.Verdict == engine.True && a.on.lowering.functions != nil {
			by += " with summaries of functions"
		}
	}
	return by
}

// settled names the stage that leaves no way to an error or a cut; "": the engine's program has one.
func (b *blocks) settled() string {
	type stage struct {
		p  *program.Program
		by string
	}
	stages := []stage{{b.lowering.inlining.original, byConstants}, {b.lowering.sliced, byPasses}}
	if b.lowering.functions == nil { // else summaries of functions have changed what follows
		stages = append(stages, stage{b.lowering.lowered, byLowering}, stage{b.prepared, byBlocks})
	}
	for _, stage := range stages {
		if p := stage.p; p != nil && !program.Reaching(p, p.Targets()...)[p.Init.ID] {
			return stage.by
		}
	}
	return ""
}

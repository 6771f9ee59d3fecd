package verifier

import (
	"crypto/sha256"
	"encoding/hex"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/engine"
)

// A handover is what the analysis of the process that asks the workers has found, so that they need not
// repeat it: a worker makes the same stages from the same text.
type handover struct {
	Program string         // fingerprint of the lowered program, so that no other one is confused with it
	Heads   map[int]string // formulas at loop heads, by the number of the location
}

// handOver is the analysis of an answer that workers are to complete; nil: there is none.
func (a *answer) handOver() *handover {
	if a.on == nil || a.on.analysis.invariants == nil || a.on.encoding != engine.Sbe {
		return nil
	}
	h := &handover{Heads: map[int]string{}}
	if h.Program = a.on.lowering.fingerprint(); h.Program == "" {
		return nil
	}
	for _, l := range a.on.prepared.LoopHeads() {
		x := a.on.lowering.lowered.Nearest(l)
		t := a.on.analysis.invariants[l]
		if x == nil || t == nil {
			return nil
		}
		h.Heads[x.ID] = t.SMTLIB()
	}
	return h
}

// fingerprint identifies a lowered program; "": it cannot be identified.
func (l *lowering) fingerprint() string {
	sum := sha256.New()
	if l.lowered.Dump(sum) != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// handedAnalysis is the analysis that was handed over, if it is about this program and the engine's first blocks are
// those that it was made for; false: it is not.
func (l *lowering) handedAnalysis(p *program.Program) (a analysis, ok bool) {
	h := l.setup().run.member.analysis
	if h == nil || l.setup().plan.Encodings[0] != engine.Sbe || l.fingerprint() != h.Program {
		return a, false
	}
	var symbols []*logic.Term
	for _, v := range l.lowered.Vars {
		symbols = append(symbols, v.Sym)
	}
	parser := logic.NewParser(l.lowered.Terms, symbols...)
	a.invariants = map[*program.Location]*logic.Term{}
	for _, head := range p.LoopHeads() {
		x := l.lowered.Nearest(head)
		if x == nil || h.Heads[x.ID] == "" {
			return analysis{}, false
		}
		t, err := parser.Term(h.Heads[x.ID])
		if err != nil {
			return analysis{}, false
		}
		a.invariants[head] = t
	}
	return a, true
}

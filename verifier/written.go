package verifier

import (
	"context"
	"math/big"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/unwritten"
	"cupel/engine"
	"cupel/evidence"
)

// Rows about what is read before it was written are proved together, where no use of any of them is reached, or in parts. Blocks are one part: which of them a cell that was never
// written lies in is not told apart.

// openUnwritten are the parts of the rows that are open.
func (c *checking) openUnwritten() (parts [][]unwritten.Source) {
	if c.unwritten == nil {
		return nil
	}
	var blocks []unwritten.Source
	for _, w := range c.unwritten.all {
		switch row := &c.rows[c.unwritten.at[w]]; {
		case row.State != evidence.CheckOpen || row.Reason != "":
		case w.Name == "":
			blocks = append(blocks, w)
		default:
			parts = append(parts, []unwritten.Source{w})
		}
	}
	if blocks != nil {
		parts = append(parts, blocks)
	}
	return parts
}

// excludeUnwritten proves the rows that an abstract interpretation does: all together, then each part, as long as the limit for that lasts.
func (c *checking) excludeUnwritten(ctx context.Context) {
	if c.cfg.Witness != "" { // which is to be of a proof of all together
		return
	}
	parts := c.openUnwritten()
	if len(parts) == 0 || c.excluded(ctx, slices.Concat(parts...)) || len(parts) == 1 {
		return
	}
	for _, part := range parts[:min(len(parts), unwrittenParts)] {
		if ctx.Err() != nil {
			return
		}
		c.excluded(ctx, part)
	}
}

// excluded reports whether an abstract interpretation proves that no use of what was never written is reached, and notes that.
func (c *checking) excluded(ctx context.Context, ws []unwritten.Source) bool {
	s, err := c.read(ctx, aimAtUnwritten(ws))
	if s == nil || err != nil {
		return false
	}
	proved := s.excluded(ctx)
	if proved == nil {
		return false
	}
	by := byIntervals
	for _, g := range s.module.Goals {
		if proved[g] == "" {
			return false
		}
		if proved[g] != byIntervals {
			by = proved[g]
		}
	}
	c.proveUnwritten(ws, by, nil)
	return true
}

// aimAtUnwritten is the aim of a run about the uses of what comes from some sources.
func aimAtUnwritten(ws []unwritten.Source) *Aim { return &Aim{Unwritten: ws, Lenient: true} }

// proveUnwritten notes a proof.
func (c *checking) proveUnwritten(ws []unwritten.Source, by string, rep *Report) {
	c.lock.Lock()
	defer c.lock.Unlock()
	for _, w := range ws {
		row := &c.rows[c.unwritten.at[w]]
		row.State, row.By = evidence.CheckProved, by
	}
	if rep != nil && (c.base == nil || c.base.Verdict != engine.False.String()) {
		c.base = rep
	}
}

// leaveUnwritten leaves rows open.
func (c *checking) leaveUnwritten(ws []unwritten.Source, why engine.Reason) {
	c.lock.Lock()
	defer c.lock.Unlock()
	for _, w := range ws {
		c.rows[c.unwritten.at[w]].Reason = why.Text
	}
	if c.reason.None() {
		c.reason = why
	}
}

// searchUnwritten verifies the rows that are open: all together, then each part.
func (c *checking) searchUnwritten(whole, ctx context.Context) {
	parts := c.openUnwritten()
	if len(parts) == 0 {
		return
	}
	queue := parts
	if len(parts) > 1 {
		queue = append([][]unwritten.Source{slices.Concat(parts...)}, parts...)
	}
	for n, next := range queue {
		if c.ended {
			return
		}
		ws := slices.DeleteFunc(slices.Clone(next), func(w unwritten.Source) bool { return c.rows[c.unwritten.at[w]].State != evidence.CheckOpen })
		if len(ws) == 0 {
			continue
		}
		together := n == 0 && len(queue) > 1
		share := 1 / float64(len(queue)-n)
		if together {
			share = wholeShare
		}
		cfg, ok := c.part(ctx, share)
		if !ok {
			c.leaveUnwritten(ws, engine.Reason{Kind: engine.TimeLimit, Text: "too little of the limits is left"})
			continue
		}
		cfg.Aim = aimAtUnwritten(ws)
		rep, err := c.sub(whole, cfg, share)
		switch {
		case err != nil:
			c.leaveUnwritten(ws, engine.Reason{Kind: engine.Fault, Text: faultText(err)})
		case rep.Verdict == engine.True.String():
			c.proveUnwritten(ws, rep.DecidedBy, rep)
		case rep.Verdict == engine.False.String():
			c.followReport(ctx, rep)
			if left := slices.DeleteFunc(ws, func(w unwritten.Source) bool { return c.rows[c.unwritten.at[w]].State == evidence.CheckViolated }); !together {
				c.leaveUnwritten(left, engine.Reason{Kind: engine.NoProgress, Text: "what was never written may decide at " + rep.ErrorAt + ", which no execution shows"})
			}
		case !together:
			c.leaveUnwritten(ws, engine.Reason{Kind: engine.ReasonKind(rep.ReasonKind), Text: rep.Reason})
		}
	}
}

// followReport makes the execution with the inputs of a counterexample on the program as it is, where it is judged.
func (c *checking) followReport(ctx context.Context, rep *Report) {
	if c.unwritten.machine == nil {
		return
	}
	c.judgeUnwritten(ctx, &written{c.unwritten.program.Terms, rep.Inputs}, unwrittenEach)
}

// written supplies the inputs of a report.
type written struct {
	f    *logic.Factory
	left []evidence.InputValue
}

// Next implements interp.Source.
func (s *written) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if op.Input == nil || len(s.left) == 0 || !op.Var.Sort().IsBV() {
		return nil, false
	}
	n, ok := new(big.Int).SetString(s.left[0].Value, 0)
	s.left = s.left[1:]
	if !ok {
		return nil, false
	}
	return s.f.BVBig(n, op.Var.Sort().Width()), true
}

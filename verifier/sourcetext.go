package verifier

import (
	"context"
	"os"
	"sort"
	"strings"

	"cupel/frontend/c/library"
	"cupel/logic"
	"cupel/program"
	"cupel/smt"
	"cupel/witness"
)

// sourceText reads what stands at positions: a witness may only speak of places
// where its readers find what it says. A branch that a macro makes has the position
// of the macro's call, where no keyword is.
type sourceText struct {
	lines map[string][]string
}

// branchings are the tokens at which a waypoint may tell a branch.
var branchings = []string{"if", "while", "for", "do", "switch", "?"}

// loopKeywords begin the loops that an invariant may be at.
var loopKeywords = []string{"while", "for", "do"}

// begins reports whether one of the tokens is at pos. A file that cannot be read, which
// a line directive may name, is believed to be right.
func (t *sourceText) begins(pos program.Pos, tokens ...string) bool {
	if library.Within(pos.File) {
		return false // what a user's program does not have
	}
	if t.lines == nil {
		t.lines = map[string][]string{}
	}
	lines, ok := t.lines[pos.File]
	if !ok {
		if data, err := os.ReadFile(pos.File); err == nil {
			lines = strings.Split(string(data), "\n")
		}
		t.lines[pos.File] = lines
	}
	if lines == nil {
		return true
	}
	if pos.Line < 1 || pos.Line > len(lines) || pos.Col < 1 || pos.Col > len(lines[pos.Line-1]) {
		return false
	}
	rest := lines[pos.Line-1][pos.Col-1:]
	for _, tok := range tokens {
		after, ok := strings.CutPrefix(rest, tok)
		if ok && (!isWord(tok[0]) || after == "" || !isWord(after[0])) {
			return true
		}
	}
	return false
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// orTrivial keeps the invariants at places where a reader finds a loop. When none
// is left it says what always holds, at every loop or else at a statement of the
// program: a witness without content says nothing that could be confirmed.
func (s *setup) orTrivial(invs []witness.Invariant) []witness.Invariant {
	if s.module == nil {
		return invs
	}
	var out []witness.Invariant
	for _, i := range invs {
		if s.text.begins(i.Pos, loopKeywords...) {
			out = append(out, i)
		}
	}
	if len(out) > 0 || s.original == nil {
		return out
	}
	seen := map[program.Pos]bool{}
	for _, l := range s.original.Locs {
		if pos := l.LoopPos; pos.IsValid() && !seen[pos] && s.text.begins(pos, loopKeywords...) {
			seen[pos] = true
			out = append(out, witness.Invariant{Point: witness.Point{Pos: pos, Func: l.Func}, Expr: "1"})
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := out[i].Pos, out[j].Pos
		return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
	})
	if len(out) > 0 {
		return out
	}
	for _, fn := range s.module.Funcs {
		for _, l := range fn.Locs {
			for _, e := range l.Out {
				pos := e.Pos
				if e.Branch != nil {
					pos = e.Branch.Pos
				}
				if pos.IsValid() && s.text.begins(pos, "if", "switch", "return") && s.text.statement(pos) {
					return []witness.Invariant{{Point: witness.Point{Pos: pos, Func: fn.Name}, Expr: "1", Statement: true}}
				}
			}
		}
	}
	return nil
}

// statement reports whether nothing but white space, braces or the end of another
// statement is on the line before pos.
func (t *sourceText) statement(pos program.Pos) bool {
	lines := t.lines[pos.File]
	if lines == nil {
		return false
	}
	before := strings.TrimSpace(lines[pos.Line-1][:pos.Col-1])
	return before == "" || strings.ContainsAny(before[len(before)-1:], "{};")
}

// A loopCopy is what is proven about one inlined copy of a loop, with the names
// that C has there.
type loopCopy struct {
	proven *logic.Term
	name   func(*program.Var) string
}

// survives reads an invariant again from its C text and checks that it follows
// from what is proven about every copy of its loop.
func survives(ctx context.Context, p *program.Program, expr string, copies []loopCopy, open smt.Opener) bool {
	s, err := open(p.Terms, smt.Options{})
	if err != nil {
		return false
	}
	defer s.Close()
	for _, c := range copies {
		vars := map[string]*program.Var{}
		for _, v := range p.Vars {
			if n := c.name(v); n != "" {
				vars[n] = v
			}
		}
		t, err := witness.Reread(p, vars, expr)
		if err != nil {
			return false
		}
		if r, err := s.Check(ctx, c.proven, p.Terms.Not(t)); err != nil || r != smt.Unsat {
			return false
		}
	}
	return true
}

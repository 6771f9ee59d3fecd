package evidence

import (
	"sort"
	"strings"

	"cupel/core/program"
	"cupel/evidence/witness"
)

// orTrivial keeps the invariants at places where a reader finds a loop. If none is left, it adds trivial
// invariants (1) at every loop or else at a statement: a witness without content cannot be confirmed.
func (s *explanation) orTrivial(invs []witness.Invariant) []witness.Invariant {
	if s.stages.Module == nil {
		return invs
	}
	var out []witness.Invariant
	for _, i := range invs {
		if s.text.begins(i.Pos, loopKeywords...) {
			out = append(out, i)
		}
	}
	if len(out) > 0 {
		return out
	}
	if out = s.trivialLoops(); len(out) > 0 {
		return out
	}
	if p, ok := s.someStatement(); ok {
		return []witness.Invariant{{Point: p, Expr: "1", Statement: true}}
	}
	return nil
}

// someStatement returns a statement of the program: a branch or return, or the first statement of a function,
// the entry function if possible.
func (s *explanation) someStatement() (p witness.Point, ok bool) {
	for _, fn := range s.stages.Module.Funcs {
		for _, l := range fn.Locs {
			for _, e := range l.Out {
				pos := e.Pos
				if e.Branch != nil {
					pos = e.Branch.Pos
				}
				if pos.IsValid() && s.text.begins(pos, "if", "switch", "return") && s.text.statement(pos) {
					return witness.Point{Pos: pos, Func: fn.Name}, true
				}
			}
		}
	}
	for _, entry := range []bool{true, false} {
		for _, fn := range s.stages.Module.Funcs {
			if (fn.Name == s.options.Entry) != entry {
				continue
			}
			if pos, ok := s.text.firstStatement(fn.Pos); ok {
				return witness.Point{Pos: pos, Func: fn.Name}, true
			}
		}
	}
	return p, false
}

// trivialLoops returns the trivial invariant of every loop.
func (s *explanation) trivialLoops() []witness.Invariant {
	if s.stages.Original == nil {
		return nil
	}
	var out []witness.Invariant
	seen := map[program.Pos]bool{}
	for _, l := range s.stages.Original.Locs {
		if pos := l.LoopPos; pos.IsValid() && !seen[pos] && s.text.begins(pos, loopKeywords...) {
			seen[pos] = true
			out = append(out, witness.Invariant{Point: witness.Point{Pos: pos, Func: l.Func}, Expr: "1"})
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := out[i].Pos, out[j].Pos
		return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
	})
	return out
}

// statement reports whether only white space, braces or the end of another statement precede pos on its line.
func (t *sourceText) statement(pos program.Pos) bool {
	lines := t.of(pos.File)
	if lines == nil {
		return false
	}
	before := strings.TrimSpace(lines[pos.Line-1][:pos.Col-1])
	return before == "" || strings.ContainsAny(before[len(before)-1:], "{};")
}

// firstStatement returns the position, after the name of a defined function, of the first statement or
// declaration in its body, or of the body if that is empty or begins with conditional compilation. It reads the
// unpreprocessed text, so it fails if a macro generates the function's head.
func (t *sourceText) firstStatement(name program.Pos) (pos program.Pos, ok bool) {
	if !name.IsValid() || !t.known(name.File) {
		return pos, false
	}
	c := cursor{lines: t.of(name.File), line: name.Line - 1, col: name.Col - 1}
	depth, parameters := 0, false
	for b := c.token(); b != 0; b = c.token() {
		switch {
		case b == '(':
			depth++
			parameters = true
		case b == ')':
			depth--
		case depth < 0 || b == '}' || c.conditional:
			return pos, false
		case b == '{' && (depth > 0 || !parameters):
			return pos, false
		case b == '{':
			body := c.pos(name.File)
			c.col++
			if b := c.token(); b == 0 || b == '}' || c.conditional {
				return body, b != 0
			}
			return c.pos(name.File), true
		}
		c.col++
	}
	return pos, false
}

// A cursor walks over the tokens of a file.
type cursor struct {
	lines       []string
	line, col   int
	conditional bool // after an #if or similar
}

func (c *cursor) pos(file string) program.Pos {
	return program.Pos{File: file, Line: c.line + 1, Col: c.col + 1}
}

// token moves to the next byte outside white space, comments, literals and directives, and returns it; 0 at the
// end.
func (c *cursor) token() byte {
	for c.line < len(c.lines) {
		rest := c.lines[c.line][min(c.col, len(c.lines[c.line])):]
		trimmed := strings.TrimLeft(rest, " \t\r\f\v")
		c.col += len(rest) - len(trimmed)
		switch {
		case trimmed == "" || trimmed == "\\" || strings.HasPrefix(trimmed, "//"):
			c.line, c.col = c.line+1, 0
		case trimmed[0] == '#' && strings.TrimSpace(c.lines[c.line][:c.col]) == "":
			directive := strings.TrimLeft(trimmed[1:], " \t")
			c.conditional = c.conditional || strings.HasPrefix(directive, "if") || strings.HasPrefix(directive, "el")
			for strings.HasSuffix(c.lines[c.line], "\\") && c.line+1 < len(c.lines) {
				c.line++
			}
			c.line, c.col = c.line+1, 0
		case strings.HasPrefix(trimmed, "/*"):
			c.col += 2
			for c.line < len(c.lines) {
				if n := strings.Index(c.lines[c.line][c.col:], "*/"); n >= 0 {
					c.col += n + 2
					break
				}
				c.line, c.col = c.line+1, 0
			}
		case trimmed[0] == '"' || trimmed[0] == '\'':
			n := 1
			for n < len(trimmed) && trimmed[n] != trimmed[0] {
				if trimmed[n] == '\\' {
					n++
				}
				n++
			}
			c.col += n + 1
		default:
			return trimmed[0]
		}
	}
	return 0
}

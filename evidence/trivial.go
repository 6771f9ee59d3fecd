package evidence

import (
	"sort"
	"strings"

	"cupel/core/program"
	"cupel/evidence/witness"
	"cupel/frontend/c/scan"
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
	lines := t.of(name.File)
	if name.Line > len(lines) || name.Col > len(lines[name.Line-1]) {
		return pos, false
	}
	text := t.texts[name.File]
	start := 0
	for _, l := range lines[:name.Line-1] {
		start += len(l) + 1
	}
	text = text[start:]
	at := func(i int) program.Pos {
		return program.Pos{File: name.File, Line: name.Line + strings.Count(text[:i], "\n"), Col: i - strings.LastIndexByte(text[:i], '\n')}
	}
	depth, parameters, conditional := 0, false, false
	var body program.Pos // valid: the next token is the first in it
	for tok := range scan.Tokens(text[name.Col-1:]) {
		from := name.Col - 1 + tok.Start
		switch b := text[from]; {
		case tok.Kind == scan.Line:
			directive := strings.TrimLeft(strings.TrimLeft(text[from:], "#%:"), " \t")
			conditional = conditional || strings.HasPrefix(directive, "if") || strings.HasPrefix(directive, "el")
		case tok.Kind == scan.Space || tok.Kind == scan.Remark:
		case body.IsValid() && (b == '}' || conditional):
			return body, true
		case body.IsValid():
			return at(from), true
		case b == '(':
			depth++
			parameters = true
		case b == ')':
			depth--
		case depth < 0 || b == '}' || conditional:
			return pos, false
		case b == '{' && (depth > 0 || !parameters):
			return pos, false
		case b == '{':
			body = at(from)
		}
	}
	return pos, false
}

package c23

import (
	"strings"

	"cupel/frontend/c/scan"
)

// block reads the block with the brace at k, in a scope of its own.
func (s *scopes) block(k int) int {
	s.push()
	k = s.statements(k)
	s.pop(k)
	return k
}

// statements reads those in the braces at k.
func (s *scopes) statements(k int) int {
	end := s.closing(k)
	for k++; k < end; {
		k = s.statement(k, end)
	}
	if k != end {
		panic(lost(end))
	}
	return end + 1
}

// inner reads a statement that is a part of another: it is a block (6.8.4p3, 6.8.5p5).
func (s *scopes) inner(k, end int) int {
	s.push()
	k = s.statement(k, end)
	s.pop(k)
	return k
}

// statement reads one, or a declaration, with its labels.
func (s *scopes) statement(k, end int) int {
	s.enter(k)
	defer s.leave()
	for {
		switch w := s.r.word(k); {
		case k >= end:
			return k // a label may stand at the end of a block
		case s.isAttribute(k):
			k = s.attribute(k)
			continue
		case s.ident(k) && s.r.is(k+1, ":"):
			k += 2
			continue
		case w == "case":
			s.within(fixed, func() { k = s.want(s.expression(k+1, end, ":", false), ":") })
			continue
		case w == "default":
			k = s.want(k+1, ":")
			continue
		case w == "{":
			return s.block(k)
		case w == "if" || w == "switch" || w == "while":
			s.push()
			k = s.inner(s.group(k+1), end)
			if w == "if" && s.r.is(k, "else") {
				k = s.inner(k+1, end)
			}
			s.pop(k)
			return k
		case w == "do":
			s.push()
			k = s.inner(k+1, end)
			k = s.group(s.want(k, "while"))
			s.pop(k)
			return s.want(k, ";")
		case w == "for":
			s.push()
			k = s.inner(s.header(k+1), end)
			s.pop(k)
			return k
		case w == "goto" && !s.r.is(k+1, "*"):
			return s.want(k+2, ";")
		case w == "__label__":
			for k++; k < end && !s.r.is(k, ";"); k++ {
			}
			return s.want(k, ";")
		case s.isAsm(k):
			return s.want(s.asm(k), ";")
		case s.isAssertion(k):
			return s.assertion(k)
		case s.declares(k):
			return s.declaration(k)
		}
		return s.want(s.expression(k, end, ";", false), ";")
	}
}

// header reads the parentheses of for at k; their scope is the whole statement.
func (s *scopes) header(k int) int {
	end := s.closing(k)
	if k++; s.declares(k) {
		k = s.declaration(k)
	} else {
		k = s.want(s.expression(k, end, ";", false), ";")
	}
	k = s.want(s.expression(k, end, ";", false), ";")
	s.expression(k, end, "", false)
	return end + 1
}

func (s *scopes) isAsm(k int) bool {
	return s.r.is(k, "asm") || s.r.is(k, "__asm__") || s.r.is(k, "__asm")
}

// asm reads a name in assembler, or a statement.
func (s *scopes) asm(k int) int {
	for k++; s.r.ident(k); k++ {
		if s.r.is(k, "goto") {
			panic(lost(k))
		}
	}
	end := s.closing(k)
	for k = s.want(k, "("); k < end; k++ {
		operand := s.r.is(k-1, "[") && s.r.is(k+1, "]") && k+2 < end && s.r.toks[k+2].Kind == scan.Quoted
		if s.ident(k) && !operand && !s.r.is(k-1, ".") && !s.r.is(k-1, "->") {
			s.use(k)
		}
	}
	return end + 1
}

// group reads what is in the parentheses at k: an expression, arguments, a type name or a block.
func (s *scopes) group(k int) int {
	s.want(k, "(")
	end := s.closing(k)
	switch {
	case s.r.is(k+1, "{"):
		keep := s.place // a block has places of its own, but for what it is in
		s.place &= typing
		next := s.block(k + 1)
		if s.place = keep; next != end {
			panic(lost(end))
		}
	case s.declares(k + 1):
		from, t := s.typeName(k + 1)
		if s.expression(from, end, "", true); from == end {
			w := s.r.word(k - 1)
			s.casts[end] = w != "sizeof" && !strings.Contains(w, "lignof")
			s.named[k] = t
			if s.r.is(end+1, "{") {
				s.literals[k], s.local[k], s.places[k] = true, s.blocks > 0, s.place
			}
		}
	default:
		s.expression(k+1, end, "", true)
	}
	return end + 1
}

// expression reads one that ends before end, or before a token outside of brackets that is one of stops. In a list of arguments there may be type names.
func (s *scopes) expression(k, end int, stops string, arguments bool) int {
	s.enter(k)
	defer s.leave()
	keep, conditions := s.place, 0
	defer func() { s.place = keep }()
	for begin := k; k < end; {
		switch w := s.r.word(k); {
		case w == ":" && conditions > 0:
			conditions--
			k++
		case len(w) == 1 && strings.Contains(stops, w):
			return k
		case arguments && k > begin && s.r.is(k-1, ",") && s.declares(k):
			k, _ = s.typeName(k)
		case s.isAttribute(k):
			k = s.attribute(k)
		case w == "?": // what is a null pointer constant decides the type
			s.place |= typing
			conditions++
			k++
		case w == "(":
			needed := place(0)
			if b := s.r.word(k - 1); b == "_Generic" || b == "__builtin_choose_expr" || b == "__builtin_constant_p" || s.isTypeof(k-1) {
				needed = typing
			}
			open := k
			s.within(needed, func() { k = s.group(open) })
			if t := s.named[open]; s.casts[k-1] && len(t.derived) > 0 && t.derived[0].by == '*' {
				s.place |= typing // of a null pointer constant
			}
		case w == "[":
			to := s.closing(k)
			s.expression(k+1, to, "", false)
			k = to + 1
		case w == "{":
			k = s.initializers(k)
		case w == ")" || w == "]" || w == "}" || w == ";" || w == "struct" || w == "union" || w == "enum":
			panic(lost(k))
		case (w == "." || w == "->") && s.r.ident(k+1):
			k += 2
		case s.ident(k):
			if s.ident(k + 1) {
				panic(lost(k))
			}
			if !s.r.labelled(k) {
				s.use(k)
			}
			k++
		default:
			k++
		}
	}
	return end
}

// initializers reads those in the braces at k.
func (s *scopes) initializers(k int) int {
	end := s.closing(k)
	for k++; k < end; {
		if s.r.ident(k) && s.r.is(k+1, ":") { // GNU's old designator
			k += 2
		}
		for s.r.is(k, "[") && !s.isAttribute(k) || s.r.is(k, ".") && s.r.ident(k+1) {
			if s.r.is(k, ".") {
				k += 2
				continue
			}
			to := s.closing(k)
			s.within(fixed, func() { s.expression(k+1, to, "", false) })
			k = to + 1
		}
		if k = s.expression(k, end, ",", false); k < end {
			k++
		}
	}
	return end + 1
}

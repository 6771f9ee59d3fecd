package c23

import (
	"fmt"
	"strings"
)

// A compound literal may have a storage class (6.5.3.6). One that is static within a function becomes the object of that class in a statement expression; elsewhere
// the class is the usual one.

// literalAt translates the compound literal with a storage class whose type's parenthesis is at i; i: it has none.
func (r *rewriter) literalAt(i, end int) int {
	s := r.scopes
	t := s.named[i]
	static, constexpr, rest := false, nowhere, ""
	for k := t.from; k < t.insert; {
		to := k + 1
		switch w := r.word(k); {
		case s.isAttribute(k) || s.isTypeof(k) || w == "alignas" || w == "_Alignas" || w == "_BitInt":
			to = r.skip(k)
		case w == "struct" || w == "union" || w == "enum":
			for to < t.insert && !r.is(to, "{") && (r.ident(to) || s.isAttribute(to)) {
				if s.isAttribute(to) {
					to = r.skip(to)
				} else {
					to++
				}
				if r.name(to - 1) {
					break
				}
			}
			if r.is(to, "{") {
				to = r.skip(to)
			}
		case w == "static":
			static = true
			k++
			continue
		case w == "register":
			k++
			continue
		case s.keyword(k, "constexpr"):
			constexpr = k
			k++
			continue
		case w == "_Thread_local" || s.keyword(k, "thread_local"):
			r.unsupported(k, "a compound literal of the storage class thread_local is not supported")
		}
		rest += r.line(k, to) + " "
		k = to
	}
	r.needs(i, "a storage class in a compound literal")
	if constexpr != nowhere && len(t.derived) == 0 || constexpr != nowhere && t.derived[0].by == '[' {
		rest += "const "
	}
	closing := r.close(i) - 1
	last := r.close(closing + 1)
	after := r.line(t.insert, closing)
	switch {
	case closing < 0 || last == 0 || last > end:
		return i
	case constexpr != nowhere && s.places[i]&(fixed|typing) == fixed && r.shapeOf(t).class == number && !r.addressed(i, last) && !r.declaresWithin(closing, last):
		from, to := r.single(closing+1, last)
		value := "0"
		if from < to {
			value = r.line(from, to)
		}
		if !r.unresolved(from, to) && !r.is(from, "{") {
			return r.put(i, last, "(("+strings.TrimSpace(rest)+")("+value+"))")
		}
		fallthrough
	case constexpr != nowhere && s.places[i]&(fixed|typing) != 0:
		r.unsupported(i, "a compound literal with constexpr where a constant may be needed is not supported")
		return last
	case !static || !s.local[i]:
		return r.put(i, last, "("+rest+after+")"+r.render(closing+1, last))
	case s.places[i]&inStatic != 0:
		r.unsupported(i, "a static compound literal in the initializer of a static object in a function is not supported")
		return last
	}
	r.count++
	name := fmt.Sprintf("__cupel_literal_%d", r.count)
	return r.put(i, last, "(*({ static "+rest+name+after+" = "+strings.TrimSpace(r.render(closing+1, last))+"; &"+name+"; }))")
}

// stored reports whether the type of the compound literal at i has a storage class.
func (r *rewriter) stored(i int) bool {
	t := r.scopes.named[i]
	for k := t.from; k < t.insert; k++ {
		switch {
		case r.is(k, "("), r.is(k, "["), r.is(k, "{"):
			k = max(r.close(k)-1, k)
		case r.is(k, "static"), r.is(k, "register"), r.is(k, "_Thread_local"), r.scopes.keyword(k, "constexpr", "thread_local"):
			return true
		}
	}
	return false
}

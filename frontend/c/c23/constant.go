package c23

import (
	"slices"
	"strings"

	"cupel/frontend/c/scan"
)

// constant is an object that constexpr declares.
type constant struct {
	expr                    // of a number
	shape   *shape          // of its type
	members map[string]expr // the values of the numbers in a struct or union, by their paths, before their conversions; nil: they are not known
}

// expr is an expression that has the value.
type expr struct {
	text  string    // "": it has none
	named []mention // what the expression names
}

// mention is a name in the text of a value; where another declaration of the name is visible, the text means something else.
type mention struct {
	name string // of a tag with tagged before it
	at   int    // the declaration
}

// itself is the declaration of a name that the text declares: not once more in each place.
const itself = nowhere - 1

func (m mention) itself() bool { return m.at == itself }

// define notes the value of a constant, a number that the tokens from i up to j initialize.
func (r *rewriter) define(name int, typ, init string, named []mention, i, j int) {
	r.names[r.word(name)] = true
	if r.unresolved(i, j) {
		r.constants[name] = &constant{shape: unclear}
		return
	}
	v := expr{"((" + typ + ")(" + strings.TrimSpace(strings.ReplaceAll(init, "\n", " ")) + "))", named}
	if len(v.text) > maxConstant {
		r.unsupported(name, "the value of "+r.word(name)+" is too long a text")
	}
	r.constants[name] = &constant{expr: v, shape: &shape{class: number}}
}

// unresolved reports whether the tokens from i up to j, which are translated before, have a constant without a known value.
func (r *rewriter) unresolved(i, j int) bool {
	for ; i < j; i++ {
		if r.left[i] {
			return true
		}
	}
	return false
}

// mentioned are the names in the translation of the tokens from i up to j, which are translated before.
func (r *rewriter) mentioned(i, j int) []mention {
	var list []mention
	for ; i < j; i++ {
		if c := r.replaced[i]; c != nil {
			list = append(list, c.named...)
		} else if at := r.scopes.to[i]; at != nowhere {
			name := r.word(i)
			if r.scopes.tags[i] {
				name = tagged + name
			}
			if at == i {
				at = itself
			}
			list = append(list, mention{name, at})
		}
	}
	slices.SortFunc(list, func(a, b mention) int { return strings.Compare(a.name, b.name) })
	return slices.Compact(list)
}

// constantAt writes the value of the constant whose name is at i, or of its member that is selected, and returns the token behind it; i: the name stays.
func (r *rewriter) constantAt(i int) int {
	s := r.scopes
	if i >= s.lost && !s.broken && !r.is(i-1, ".") && !r.is(i-1, "->") {
		r.unsupported(s.lost, "the declarations from here on are not understood, so that it is not known what "+r.word(i)+" is, which is declared with constexpr")
		return i
	}
	c := r.constants[s.to[i]]
	if c == nil || s.to[i] == i {
		return i
	}
	v, of, path, bits, end := c.expr, c.shape, "", 0, i+1
	for of.rec != nil && r.is(end, ".") && r.ident(end+1) {
		m, _ := of.rec.find(r.word(end + 1))
		if m == nil {
			return i
		}
		path += "." + m.name
		of, bits, end = m.shape, m.bits, end+2
	}
	switch of.class {
	case pointer, function, array:
		return i
	case aggregate:
		if of.rec != nil || !r.is(end, ".") {
			return i
		}
	case number:
		if raw, ok := c.members[path]; ok && path != "" {
			v = r.valueOf(of, raw, mention{r.word(i), s.to[i]}, path, bits)
		}
	}
	needed := s.places[i] & (fixed | typing)
	switch {
	case r.addressed(i, end):
		return i
	case bits != 0 && needed == 0: // its type is not one that can be written
		r.left[i] = true
		return i
	case v.text == "" || len(v.text) > maxConstant || bits != 0 && needed != fixed:
		if r.left[i] = true; needed != 0 {
			r.unsupported(i, "the value of "+r.word(i)+path+", which is declared with constexpr, is not known here, where a constant may be needed")
		}
		return i
	}
	if r.assigned(i, end-1) {
		r.fail(i, "an assignment to "+r.word(i)+path+", which is declared with constexpr")
	}
	for _, m := range v.named {
		if s.denotes(m.name, i) != m.at {
			r.unsupported(i, "the value of "+r.word(i)+path+" is not known here, since its initializer names "+m.name+", which is declared again or in the initializer itself")
			return i
		}
	}
	r.replaced[i] = &constant{expr: v}
	return r.put(i, end, v.text)
}

// valueOf is the value of a member, a number, of the object that of declares.
func (r *rewriter) valueOf(s *shape, raw expr, of mention, path string, bits int) expr {
	typ := r.textOf(s)
	switch {
	case bits < 0 || bits > 31 || bits > 0 && typ.text == "":
		return expr{}
	case typ.text == "":
		typ = expr{"__typeof__(" + of.name + path + ")", []mention{of}}
	}
	v := expr{"((const " + typ.text + ")(" + raw.text + "))", slices.Concat(typ.named, raw.named)}
	if bits > 0 {
		v.text = "((const int)" + v.text + ")" // as it is promoted
	}
	return v
}

// addressed reports whether the address of the tokens from i up to j is taken, so that no value takes their place.
func (r *rewriter) addressed(i, j int) bool {
	for i--; r.is(i, "(") && r.is(j, ")") && !r.operand(i-1); i-- {
		j++
	}
	if !r.is(i, "&") {
		return false
	}
	k := i - 1
	if r.is(k, "&") && r.toks[k].End == r.toks[i].Start {
		k--
	}
	return !r.operand(k)
}

// assigned reports whether an operator before token i or behind token j assigns to what is between.
func (r *rewriter) assigned(i, j int) bool {
	joined := func(k int) bool { return k > 0 && k < len(r.toks) && r.toks[k-1].End == r.toks[k].Start }
	op := r.word(j + 1)
	switch {
	case (op == "+" || op == "-") && r.is(j+2, op) && joined(j+2):
		return true
	case op == "=":
		return !(r.is(j+2, "=") && joined(j+2))
	case len(op) == 1 && strings.Contains("+-*/%&|^", op):
		return r.is(j+2, "=") && joined(j+2) && !(r.is(j+3, "=") && joined(j+3))
	case op == "<" || op == ">":
		return r.is(j+2, op) && joined(j+2) && r.is(j+3, "=") && joined(j+3)
	}
	op = r.word(i - 1)
	return (op == "+" || op == "-") && r.is(i-2, op) && joined(i-1) && joined(i) && !(r.is(i-3, op) && joined(i-2))
}

// labelled reports whether the name at i is a label whose address is taken.
func (r *rewriter) labelled(i int) bool {
	return r.is(i-1, "&") && r.is(i-2, "&") && r.toks[i-2].End == r.toks[i-1].Start && !r.operand(i-3)
}

// operand reports whether an operand may end with the token at k.
func (r *rewriter) operand(k int) bool {
	if k < 0 {
		return false
	}
	w := r.word(k)
	return r.scopes.ident(k) || words[w] == value || w == ")" && !r.scopes.casts[k] || w == "]" || w == "}" || r.toks[k].Kind == scan.Num || r.toks[k].Kind == scan.Quoted
}

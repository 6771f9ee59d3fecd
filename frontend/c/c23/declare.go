package c23

import (
	"slices"
	"strings"
)

// begins reports whether a declaration may begin at i.
func (r *rewriter) begins(i int) bool {
	switch r.word(i - 1) {
	case "", ";", "{", "}", ":":
		return true
	case "(":
		return r.is(i-2, "for")
	case "]":
		return r.is(i-2, "]")
	}
	return false
}

// specifier is a part of a declaration's specifiers: tokens from up to to.
type specifier struct {
	from, to int
	typ      bool // of the type
}

// declaration translates one with constexpr, or with auto in the place of a type, that begins at i; i: it is another one.
func (r *rewriter) declaration(i, end int) int {
	var parts []specifier
	auto, constexpr, typed := -1, -1, false
	k := i
loop:
	for k < end {
		from, typ := k, false
		switch w := r.word(k); {
		case w == "typedef":
			return i
		case w == "constexpr" && !r.own[w]:
			constexpr, k = k, k+1
		case w == "auto":
			auto, k = k, k+1
		case w == "[" && r.is(k+1, "["), w == "{":
			if w == "{" {
				break loop
			}
			k = r.close(k)
		case (w == "__attribute__" || w == "__attribute" || w == "alignas" || w == "_Alignas") && r.is(k+1, "("):
			k = r.close(k + 1)
		case (w == "typeof" || w == "__typeof__" || w == "__typeof" || w == "_Atomic" || w == "_BitInt" || strings.HasPrefix(w, "typeof_unqual")) && r.is(k+1, "("):
			k, typ = r.close(k+1), true
		case w == "struct" || w == "union" || w == "enum":
			for k++; k < end && (r.ident(k) || r.is(k, "[") || r.is(k, "(") || r.is(k, ":")); {
				if r.is(k, "[") || r.is(k, "(") {
					k = max(r.close(k), k+1)
				} else if k++; r.name(k-1) && !r.is(k, ":") {
					break
				}
			}
			if r.is(k, "{") {
				k = r.close(k)
			}
			typ = true
		case basic[w] || w == "bool" && !r.own[w]:
			k, typ = k+1, true
		case specifiers[w] || w == "thread_local" && !r.own[w]:
			k++
			typ = w == "const" || w == "volatile" || w == "_Atomic"
		case r.name(k) && !typed && auto < 0 && (r.name(k+1) || r.is(k+1, "*") || words[r.word(k+1)] != 0 || keywords[r.word(k+1)]):
			k, typ = k+1, true
		case r.name(k) && !typed && auto >= 0 && r.name(k+1):
			k, typ = k+1, true
		default:
			break loop
		}
		if k <= from {
			return i // a bracket that is not closed
		}
		if from != constexpr && from != auto {
			parts = append(parts, specifier{from, k, typ})
		}
		typed = typed || typ && !r.is(from, "const") && !r.is(from, "volatile")
	}
	switch {
	case auto >= 0 && !typed:
		return r.inferred(parts, auto, constexpr, k, end)
	case constexpr >= 0:
		return r.evaluated(parts, i, constexpr, k, end)
	}
	return i
}

// inferred translates auto in the place of a type; the declarator begins at k.
func (r *rewriter) inferred(parts []specifier, auto, constexpr, k, end int) int {
	r.needs(auto, "auto without a type")
	name := k
	for k++; r.is(k, "[") && r.is(k+1, "[") || r.is(k, "__attribute__"); {
		if r.is(k, "__attribute__") {
			k++
		}
		k = max(r.close(k), k+1)
	}
	switch {
	case !r.name(name):
		r.fail(name, "auto needs a plain identifier, not "+r.word(name))
		return name + 1
	case !r.is(k, "="):
		r.fail(name, "the declaration of "+r.word(name)+" with auto needs an initializer")
		return name + 1
	case r.is(k+1, "{"):
		r.fail(name, "the initializer of "+r.word(name)+", declared with auto, is no expression")
		return name + 1
	}
	stop := r.until(k+1, end, ";", ",")
	if !r.is(stop, ";") {
		r.fail(name, "auto declares one object only")
		return name + 1
	}
	start := auto
	if constexpr >= 0 {
		start = min(start, constexpr)
	}
	if len(parts) > 0 {
		start = min(start, parts[0].from)
	}
	init := r.render(k+1, stop)
	if len(init) > maxInferred { // it is written twice, and may have others in it
		r.unsupported(name, "the initializer of "+r.word(name)+", declared with auto, is too long a text")
		return stop
	}
	text, qualified := "", true
	for _, p := range parts {
		t := r.line(p.from, p.to)
		text += t + " "
		qualified = qualified && (p.typ || strings.TrimSpace(t) == "")
	}
	if qualified && constexpr < 0 && r.blocks > 0 && k == name+1 && !r.is(start-1, "(") {
		return r.put(start, stop, "__auto_type "+r.word(name)+" = "+init) // const only forbids
	}
	of := r.shapeOfValue(k+1, stop)
	typ := "__typeof__((0, (" + strings.ReplaceAll(init, "\n", " ") + ")))"
	switch {
	case of.class == array:
		typ = "__typeof__((0, &*(" + strings.ReplaceAll(init, "\n", " ") + ")))"
	case of.class == function: // the parser has no objects of such types
		typ = "__typeof__(&(" + strings.ReplaceAll(init, "\n", " ") + "))"
	case stop == k+2 && r.quoted(k+1, stop) && r.toks[k+1].Quote == r.toks[k+1].Start:
		typ = "char *"
	}
	if constexpr >= 0 {
		r.needs(constexpr, "constexpr")
		text += "const __attribute__((" + Mark + ")) "
		r.names[r.word(name)] = true
		if of.class == number || of.class == unknown && r.scalar(k+1, stop) {
			r.define(name, typ, init, r.mentioned(k+1, stop), k+1, stop)
		} else {
			r.constants[name] = &constant{shape: of, members: r.initialized(of, k+1, stop)}
		}
	}
	if of.class == aggregate && r.scopes.literals[k+1] && r.close(r.skip(k+1)) == stop && !r.declaresWithin(k+1, stop) { // its type may have no name
		t := r.scopes.named[k+1]
		return r.put(start, stop, text+r.line(t.from, t.insert)+" "+r.word(name)+r.line(name+1, k)+r.line(t.insert, r.close(k+1)-1)+" = "+r.render(r.close(k+1), stop))
	}
	return r.put(start, stop, text+typ+" "+r.word(name)+r.line(name+1, k)+" = "+init)
}

// declaredAt is the name that the declarator from k up to end declares; negative: there is none.
func (r *rewriter) declaredAt(k, end int) int {
	first := -1
	for ; k < end; k++ {
		switch {
		case r.scopes.isAttribute(k):
			k = r.skip(k) - 1
		case r.name(k) && r.scopes.to[k] == k:
			return k
		case r.name(k) && first < 0:
			first = k
		}
	}
	return first
}

// Mark is the attribute on the declarations that had constexpr.
const Mark = "__cupel_constexpr__"

// evaluated translates a declaration with constexpr; its declarators begin at k.
func (r *rewriter) evaluated(parts []specifier, i, at, k, end int) int {
	r.needs(at, "constexpr")
	pointer := false
	stop := r.until(k, end, ";")
	for k := k; k < stop; k = r.until(k, stop, ",") + 1 {
		pointer = pointer || r.is(k, "*")
	}
	specs, typ := "", ""
	for _, p := range parts {
		t := r.line(p.from, p.to) + " "
		specs += t
		if p.typ {
			typ += t
		}
	}
	named := r.mentioned(i, k)
	if !pointer {
		specs += "const "
	}
	r.put(i, k, specs+"__attribute__(("+Mark+")) ")
	if k < stop {
		r.out.WriteString(r.lines(k))
	}
	for k < stop {
		to := r.until(k, stop, ",")
		eq := r.until(k, to, "=")
		name := r.declaredAt(k, eq)
		if eq == to || name < 0 {
			r.fail(k, "an object that is declared with constexpr needs an initializer")
			return stop
		}
		init := r.render(eq+1, to)
		r.put(k, to, " "+r.line(k, eq)+" = "+init)
		r.names[r.word(name)] = true
		of := unclear
		if t, ok := r.scopes.objects[name]; ok {
			of = r.shapeOf(t)
		}
		switch from, end := eq+1, to; {
		case of.class == number || of.class == unknown && r.scalar(from, end):
			if r.is(from, "{") {
				from, end = r.single(from, end)
				inner := strings.TrimSpace(init)
				inner = strings.TrimSpace(inner[1:max(1, len(inner)-1)])
				if init = strings.TrimSuffix(inner, ","); init == "" {
					init = "0"
				}
			}
			typ, named := strings.TrimSpace(typ), named
			if of.class == unknown || slices.ContainsFunc(named, mention.itself) {
				typ, named = "__typeof__("+r.word(name)+")", []mention{{r.word(name), name}}
			}
			r.define(name, "const "+typ, init, slices.Concat(named, r.mentioned(from, end)), from, end)
		default:
			r.constants[name] = &constant{shape: of, members: r.initialized(of, eq+1, to)}
		}
		if r.is(to, ",") && to < stop {
			r.out.WriteString(r.lines(to) + "," + r.lines(to+1))
		}
		k = to + 1
	}
	return stop
}

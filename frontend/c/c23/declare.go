package c23

import (
	"slices"
	"strings"

	"cupel/frontend/c/scan"
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
	text, qualified := "", true
	for _, p := range parts {
		text += r.line(p.from, p.to) + " "
		qualified = qualified && (p.typ || strings.TrimSpace(r.line(p.from, p.to)) == "")
	}
	if qualified && constexpr < 0 && r.blocks > 0 && k == name+1 && !r.is(start-1, "(") {
		return r.put(start, stop, "__auto_type "+r.word(name)+" = "+init) // const only forbids
	}
	typ := "__typeof__((0, (" + strings.ReplaceAll(init, "\n", " ") + ")))"
	if r.toks[k+1].Kind == scan.Quoted && stop == k+2 && r.text[r.toks[k+1].Quote] == '"' && r.toks[k+1].Quote == r.toks[k+1].Start {
		typ = "char *"
	}
	if constexpr >= 0 {
		r.needs(constexpr, "constexpr")
		text += "const __attribute__((" + Mark + ")) "
		r.define(name, typ, init, r.mentioned(k+1, stop))
	}
	return r.put(start, stop, text+typ+" "+r.word(name)+r.line(name+1, k)+" = "+init)
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
	rec, class := r.recordOf(i, k)
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
		name, scalar := -1, true
		for at := k; at < eq; at++ {
			if r.name(at) && name < 0 {
				name = at
			}
			scalar = scalar && !r.is(at, "*") && !r.is(at, "[") && !r.is(at, "(")
		}
		if eq == to || name < 0 {
			r.fail(k, "an object that is declared with constexpr needs an initializer")
			return stop
		}
		init := r.render(eq+1, to)
		r.put(k, to, " "+r.line(k, eq)+" = "+init)
		r.names[r.word(name)] = true
		if scalar && class != aggregate && !r.is(eq+1, "{") {
			typ, named := strings.TrimSpace(typ), named
			if slices.ContainsFunc(named, mention.itself) {
				typ, named = "__typeof__("+r.word(name)+")", []mention{{r.word(name), name}}
			}
			r.define(name, "const "+typ, init, slices.Concat(named, r.mentioned(eq+1, to)))
		} else if members := map[string]expr{}; rec != nil && scalar && r.is(eq+1, "{") && !r.declaresWithin(eq+1, to) && r.values(rec, eq+1, "", members) {
			r.constants[name] = &constant{members: members}
		}
		if r.is(to, ",") && to < stop {
			r.out.WriteString(r.lines(to) + "," + r.lines(to+1))
		}
		k = to + 1
	}
	return stop
}

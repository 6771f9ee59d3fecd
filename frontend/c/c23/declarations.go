package c23

import "strings"

// declared is what a declarator says.
type declared struct {
	name    int // its token; nowhere: there is none
	insert  int // where it is, or would be
	derived []derivation
	params  []string // of a function
	decls   []span   // those of params
	isFunc  bool
}

// specified is what the specifiers of a declaration say.
type specified struct {
	from, to                     int
	typedef, typed, auto, static bool
}

// external reads a declaration outside of functions.
func (s *scopes) external(k int) int {
	switch {
	case s.r.is(k, ";"):
		return k + 1
	case s.isAsm(k):
		return s.want(s.asm(k), ";")
	case s.isAssertion(k):
		return s.assertion(k)
	}
	return s.declaration(k)
}

func (s *scopes) isAssertion(k int) bool {
	return (s.keyword(k, "static_assert") || s.r.is(k, "_Static_assert")) && s.r.is(k+1, "(")
}

func (s *scopes) assertion(k int) (next int) {
	s.within(fixed, func() { next = s.want(s.group(k+1), ";") })
	return next
}

// declares reports whether a type or a declaration begins at k.
func (s *scopes) declares(k int) bool {
	switch w := s.r.word(k); {
	case w == "__extension__":
		return s.declares(k + 1)
	case basic[w] || specifiers[w] || w == "struct" || w == "union" || w == "enum" || w == "auto" || w == "__auto_type" || s.isTypeof(k) || s.isAttribute(k),
		s.keyword(k, "bool", "constexpr", "thread_local", "alignas", "_BitInt"), w == "_Alignas":
		return true
	case s.ident(k):
		v := s.visible(w)
		return v != nil && v.typedef || v == nil && s.ident(k+1)
	}
	return false
}

func (s *scopes) isTypeof(k int) bool {
	return s.r.is(k+1, "(") && (s.r.is(k, "typeof") || s.r.is(k, "__typeof__") || s.r.is(k, "__typeof") || strings.Contains(s.r.word(k), "typeof_unqual") && !s.r.own[s.r.word(k)])
}

func (s *scopes) isAttribute(k int) bool {
	return (s.r.is(k, "__attribute__") || s.r.is(k, "__attribute")) && s.r.is(k+1, "(") || s.r.is(k, "[") && s.r.is(k+1, "[")
}

// attribute reads one: names are uses in the arguments.
func (s *scopes) attribute(k int) int {
	depth := -2
	if s.r.is(k, "[") {
		depth = 0
	} else {
		k++
	}
	end := s.closing(k)
	for ; k < end; k++ {
		switch {
		case s.r.is(k, "("):
			depth++
		case s.r.is(k, ")"):
			depth--
		case depth > 0 && s.ident(k):
			s.within(fixed, func() { s.use(k) })
		}
	}
	return end + 1
}

// specifiers reads those of a declaration or of a type name.
func (s *scopes) specifiers(k int, d *specified) int {
	for d.from = k; ; {
		switch w := s.r.word(k); {
		case s.isAttribute(k):
			k = s.attribute(k)
		case w == "typedef":
			d.typedef = true
			k++
		case w == "auto":
			d.auto = true
			k++
		case s.isTypeof(k), s.keyword(k, "_BitInt", "alignas"), w == "_Alignas", w == "_Atomic" && s.r.is(k+1, "("):
			d.typed = d.typed || w != "alignas" && w != "_Alignas"
			needed := fixed
			if s.isTypeof(k) {
				needed = typing
			}
			s.within(needed, func() { k = s.group(k + 1) })
		case w == "struct" || w == "union":
			k = s.record(k)
			d.typed = true
		case w == "enum":
			k = s.enumeration(k)
			d.typed = true
		case basic[w] || w == "__auto_type" || s.keyword(k, "bool"):
			d.typed = true
			k++
		case specifiers[w] || s.keyword(k, "constexpr", "thread_local"):
			d.static = d.static || w == "static"
			k++
		case s.ident(k) && !d.typed && s.namesType(k, d.auto):
			s.use(k)
			d.typed = true
			k++
		default:
			d.to = k
			return k
		}
	}
}

// namesType reports whether the name at k, where a specifier may stand, is that of a type.
func (s *scopes) namesType(k int, auto bool) bool {
	next := s.r.word(k + 1)
	if v := s.visible(s.r.word(k)); v != nil {
		return v.typedef && (!auto || s.ident(k+1))
	}
	return s.ident(k+1) || next == "*" || specifiers[next] // that of a library
}

// declarator reads one. In a parameter or a type name the name may be missing.
func (s *scopes) declarator(k int, abstract bool, d *declared) int {
	s.enter(k)
	defer s.leave()
	pointers := 0
	for s.r.is(k, "*") || specifiers[s.r.word(k)] || s.isAttribute(k) {
		if s.r.is(k, "*") {
			pointers++
		}
		if s.isAttribute(k) {
			k = s.altered(k, d)
		} else {
			k++
		}
	}
	switch d.insert = k; {
	case s.ident(k):
		d.name = k
		k++
	case s.r.is(k, "(") && !(abstract && (s.r.is(k+1, ")") || s.r.is(k+1, "...") || s.declares(k+1) && !s.isAttribute(k+1))):
		k = s.want(s.declarator(k+1, abstract, d), ")")
	}
	for {
		switch {
		case s.isAttribute(k):
			k = s.altered(k, d)
		case s.isAsm(k):
			k = s.asm(k)
		case s.r.is(k, "["):
			end := s.closing(k)
			d.derived = append(d.derived, derivation{'[', k + 1, end})
			s.within(fixed, func() { s.expression(k+1, end, "", false) })
			k = end + 1
		case s.r.is(k, "("):
			d.derive('(')
			k = s.parameters(k, d)
		default:
			for range pointers {
				d.derive('*')
			}
			return k
		}
	}
}

// altered reads the attribute of a declarator at k.
func (s *scopes) altered(k int, d *declared) int {
	end := s.attribute(k)
	for ; k < end; k++ {
		if decides[plain(s.r.word(k))] {
			d.derive('_')
		}
	}
	return end
}

func (d *declared) derive(by byte) { d.derived = append(d.derived, derivation{by: by}) }

// parameters reads those of a function, in a scope of their own.
func (s *scopes) parameters(k int, d *declared) int {
	end := s.closing(k)
	s.push()
	for k++; k < end; {
		switch from := k; {
		case s.r.is(k, "...") || s.r.is(k, ",") || s.r.is(k, ";"):
			k++
		case s.ident(k) && (k+1 == end || s.r.is(k+1, ",")) && !s.declares(k): // one of a function without a prototype
			s.declare(s.r.word(k), k, k+1, false)
			k++
		default:
			p := declared{name: nowhere}
			var spec specified
			k = s.specifiers(k, &spec)
			k = s.declarator(k, true, &p)
			if p.name != nowhere {
				s.declare(s.r.word(p.name), p.name, k, false)
				if len(p.derived) > 0 && p.derived[0].by != '*' && p.derived[0].by != '_' { // arrays and functions are pointers here
					p.derived = []derivation{{by: '*'}}
				}
				s.objects[p.name] = typedef{from: spec.from, to: spec.to, derived: p.derived}
			}
			if k == from || k != end && !s.r.is(k, ",") && !s.r.is(k, ";") {
				panic(lost(k))
			}
		}
	}
	var decls []span
	names := s.pop(end)
	for _, n := range names {
		decls = append(decls, s.spans[n][len(s.spans[n])-1])
	}
	if !d.isFunc {
		d.isFunc, d.params, d.decls = true, names, decls
	}
	return end + 1
}

// declaration reads one, or the definition of a function.
func (s *scopes) declaration(k int) int {
	var spec specified
	if k = s.specifiers(k, &spec); s.r.is(k, ";") {
		return k + 1
	}
	for first := true; ; first = false {
		d := declared{name: nowhere}
		if k = s.declarator(k, false, &d); d.name == nowhere {
			panic(lost(k))
		}
		s.declare(s.r.word(d.name), d.name, k, spec.typedef)
		t := typedef{from: spec.from, to: spec.to, derived: d.derived, auto: spec.auto && !spec.typed, value: k + 1, end: k + 1}
		switch {
		case s.r.is(k, "="):
			needed := place(0)
			if spec.static && s.blocks > 0 {
				needed = inStatic
			}
			s.within(needed, func() { k = s.expression(k+1, len(s.r.toks), ",;", false) })
			t.end = k
		case first && d.isFunc && !s.r.is(k, ",") && !s.r.is(k, ";"):
			s.objects[d.name] = t
			return s.function(k, &d)
		}
		if spec.typedef {
			s.typedefs[d.name] = t
		} else {
			s.objects[d.name] = t
		}
		if s.r.is(k, ";") {
			return k + 1
		}
		k = s.want(k, ",")
	}
}

// function reads the body of a function, and before it the declarations of parameters without a prototype.
func (s *scopes) function(k int, d *declared) int {
	s.push()
	for i, n := range d.params {
		s.declare(n, d.decls[i].at, k, d.decls[i].typedef)
	}
	for !s.r.is(k, "{") {
		if !s.declares(k) {
			panic(lost(k))
		}
		k = s.declaration(k)
	}
	s.blocks++
	k = s.statements(k)
	s.blocks--
	s.pop(k)
	return k
}

// heading passes the attributes and the tag behind the word of a struct, union or enumeration; nowhere: it has no tag.
func (s *scopes) heading(k int) (next, tag int) {
	tag = nowhere
	for s.isAttribute(k) {
		k = s.attribute(k)
	}
	if s.r.ident(k) {
		tag = k
		k++
	}
	for s.isAttribute(k) {
		k = s.attribute(k)
	}
	return k, tag
}

// opens notes a tag, and reports whether the type is defined in a brace at k.
func (s *scopes) opens(k, tag int) bool {
	brace := s.r.is(k, "{")
	switch {
	case tag != nowhere:
		s.tag(tag, brace || s.r.is(k, ";"))
	case !brace:
		panic(lost(k))
	}
	return brace
}

// record reads the specifier of a struct or union. Its members have a name space of their own; tags and enumerators in it do not.
func (s *scopes) record(k int) int {
	k, tag := s.heading(k + 1)
	if !s.opens(k, tag) {
		return k
	}
	end := s.closing(k)
	if tag != nowhere {
		s.defined[s.to[tag]] = k
	}
	s.enter(k)
	defer s.leave()
	brace := k
	for k++; k < end; {
		k = s.members(k, end, brace)
	}
	return end + 1
}

// members reads a declaration of members of the type with the brace.
func (s *scopes) members(k, end, brace int) int {
	switch {
	case s.r.is(k, ";"):
		return k + 1
	case s.isAssertion(k):
		return s.assertion(k)
	}
	from := k
	var spec specified
	k = s.specifiers(k, &spec)
	if k >= end || s.r.is(k, ";") {
		s.fields[brace] = append(s.fields[brace], field{name: nowhere, typedef: typedef{from: spec.from, to: spec.to}})
	}
	for k < end && !s.r.is(k, ";") {
		d := declared{name: nowhere}
		k = s.declarator(k, false, &d)
		f := field{name: d.name, bits: s.r.is(k, ":"), width: k + 1}
		if f.bits {
			s.within(fixed, func() { k = s.expression(k+1, end, ",;", false) })
			f.wend = k
		}
		for s.isAttribute(k) {
			k = s.altered(k, &d)
		}
		f.typedef = typedef{from: spec.from, to: spec.to, derived: d.derived}
		s.fields[brace] = append(s.fields[brace], f)
		if s.r.is(k, ",") {
			k++
		} else if k < end && !s.r.is(k, ";") {
			panic(lost(k))
		}
	}
	if k == from || k > end {
		panic(lost(k))
	}
	return min(k+1, end)
}

// enumeration reads the specifier of one. An enumerator is visible behind its own value.
func (s *scopes) enumeration(k int) int {
	k, tag := s.heading(k + 1)
	if s.r.is(k, ":") && s.declares(k+1) {
		k = s.specifiers(k+1, &specified{})
	}
	if !s.opens(k, tag) {
		return k
	}
	end := s.closing(k)
	for k++; k < end; {
		name := k
		if !s.ident(k) {
			panic(lost(k))
		}
		for k++; s.isAttribute(k); {
			k = s.attribute(k)
		}
		if s.r.is(k, "=") {
			s.within(fixed, func() { k = s.expression(k+1, end, ",", false) })
		}
		s.declare(s.r.word(name), name, k, false)
		s.constant[name] = true
		if k < end {
			k = s.want(k, ",")
		}
	}
	return end + 1
}

// typeName reads one.
func (s *scopes) typeName(k int) (next int, t typedef) {
	var spec specified
	d := declared{name: nowhere}
	next = s.declarator(s.specifiers(k, &spec), true, &d)
	return next, typedef{from: spec.from, to: spec.to, derived: d.derived, insert: d.insert}
}

package c23

import (
	"slices"

	"cupel/frontend/c/scan"
)

// A member of a struct that constexpr declares is a constant (6.6p7): where its name is used, its value takes its place.

// record is what is known of a struct.
type record struct {
	members []member
	size    int // members of members counted
}

// member is one of a struct.
type member struct {
	name string
	typ  expr    // the type of a number; without a text: it is another object
	in   *record // of a struct
	// array: its initializer has braces, or is a string.
	array bool
}

// class is what kind of type specifiers denote.
type class uint8

const (
	unknown class = iota
	number
	pointer
	aggregate // a struct or union
)

// recordOf finds out which kind of type the tokens from i up to j, specifiers of a declaration, denote, and what is known of a struct; nil: nothing.
func (r *rewriter) recordOf(i, j int) (*record, class) {
	if r.nested >= maxNested {
		return nil, unknown
	}
	r.nested++
	defer func() { r.nested-- }()
	found := unknown
	for k := i; k < j; k++ {
		switch w := r.word(k); {
		case w == "union":
			return nil, aggregate
		case w == "struct":
			open := k + 1
			if r.name(open) {
				open++
			}
			if !r.is(open, "{") && r.name(k+1) {
				open = r.scopes.defined[r.scopes.to[k+1]]
			}
			if open > 0 && r.is(open, "{") {
				return r.membersAt(open), aggregate
			}
			return nil, aggregate
		case w == "enum":
			return nil, number
		case basic[w] && w != "void" && w != "__builtin_va_list" || w == "_BitInt" || w == "bool" && !r.own[w]:
			found = number
		case decides[plain(w)]:
			return nil, unknown // an attribute changes the type
		case r.name(k) && r.scopes.to[k] != nowhere:
			t, ok := r.scopes.typedefs[r.scopes.to[k]]
			for l := k + 1; l < j; l++ {
				ok = ok && !decides[plain(r.word(l))]
			}
			switch {
			case ok && t.derived == 0:
				return r.recordOf(t.from, t.to)
			case ok && t.derived == '*':
				return nil, pointer
			}
			return nil, unknown
		}
	}
	return nil, found
}

// membersAt reads the members in the braces at open; nil: there is one that it does not know.
func (r *rewriter) membersAt(open int) *record {
	rec, end := &record{}, r.close(open)-1
	for k := open + 1; k < end; {
		stop := r.until(k, end, ";")
		from := k
		for k < stop && (basic[r.word(k)] || r.is(k, "const") || r.is(k, "volatile") || r.is(k, "bool")) {
			k++
		}
		m, plain := member{}, k > from && !r.is(k-1, "const") && !r.is(k-1, "volatile")
		switch {
		case plain:
		case r.is(k, "struct"):
			if k++; r.name(k) {
				k++
			}
			if r.is(k, "{") {
				k = r.close(k)
			}
		case r.name(k) && r.scopes.to[k] != nowhere:
			k++
		default:
			return nil
		}
		if k == stop { // its members are those of the struct
			return nil
		}
		if !r.pointers(k, stop) { // a struct may have pointers to itself
			var kind class
			switch m.in, kind = r.recordOf(from, k); {
			case kind == number:
				m.typ = expr{r.line(from, k), r.mentioned(from, k)}
			case kind == unknown || kind == aggregate && m.in == nil:
				return nil
			}
		}
		for k < stop {
			to, one := r.until(k, stop, ","), m
			for r.is(k, "*") || r.is(k, "const") && r.is(k-1, "*") {
				one.typ, one.in = expr{}, nil
				k++
			}
			switch {
			case !r.name(k):
				return nil
			case r.is(k+1, "["): // with braces, or a string
				one.typ, one.in, one.array = expr{}, nil, true
			case r.is(k+1, ":"):
				one.typ, one.in = expr{}, nil // its promotion depends on the width
			case k+1 != to:
				return nil
			}
			one.name = r.word(k)
			if rec.size++; one.in != nil {
				rec.size += one.in.size
			}
			if rec.members = append(rec.members, one); rec.size > maxMembers {
				return nil
			}
			k = to + 1
		}
		k = stop + 1
	}
	if len(rec.members) == 0 {
		return nil
	}
	return rec
}

// values notes the values of the members by their paths, behind prefix, that the initializer with the brace at open gives; false: it is of another form.
func (r *rewriter) values(rec *record, open int, prefix string, into map[string]expr) bool {
	rec.zero(prefix, into)
	end, next := r.close(open)-1, 0
	for k := open + 1; k < end; {
		to := r.until(k, end, ",")
		path, in := prefix, rec
		if r.is(k, ".") {
			for next = in.index(r.word(k + 1)); r.is(k+2, ".") && next < len(in.members) && in.members[next].in != nil; k += 2 {
				path, in = path+"."+in.members[next].name, in.members[next].in
				next = in.index(r.word(k + 3))
			}
			if k += 2; !r.is(k, "=") {
				return false
			}
			k++
		}
		if next >= len(in.members) || k >= to {
			return false
		}
		m := in.members[next]
		path += "." + m.name
		switch braced := r.is(k, "{"); {
		case m.in != nil && (!braced || !r.values(m.in, k, path, into)), m.in == nil && braced != (m.array && r.toks[k].Kind != scan.Quoted):
			return false
		case m.typ.text != "":
			into[path] = expr{"((const " + m.typ.text + ")(" + r.line(k, to) + "))", slices.Concat(m.typ.named, r.mentioned(k, to))}
		}
		if next++; in != rec {
			next = len(rec.members) // only a designator may follow
		}
		k = to + 1
	}
	return true
}

// declaresWithin reports whether there may be declarations of constants in the tokens from i up to j, which are to be translated once.
func (r *rewriter) declaresWithin(i, j int) bool {
	for ; i < j; i++ {
		if words[r.word(i)] == introduces {
			return true
		}
	}
	return false
}

// index is that of a member; behind the last: there is none of the name.
func (rec *record) index(name string) int {
	i := 0
	for i < len(rec.members) && rec.members[i].name != name {
		i++
	}
	return i
}

// zero notes that the numbers are 0.
func (rec *record) zero(prefix string, into map[string]expr) {
	for _, m := range rec.members {
		if path := prefix + "." + m.name; m.in != nil {
			m.in.zero(path, into)
		} else if m.typ.text != "" {
			into[path] = expr{"((const " + m.typ.text + ")0)", m.typ.named}
		}
	}
}

// pointers reports whether all declarators from k up to end declare pointers.
func (r *rewriter) pointers(k, end int) bool {
	for ; k < end; k = r.until(k, end, ",") + 1 {
		if !r.is(k, "*") {
			return false
		}
	}
	return true
}

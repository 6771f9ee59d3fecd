package c23

import (
	"strings"

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
	typ  string  // of a number; "": it is another object
	in   *record // of a struct
	// array: its initializer has braces, or is a string.
	array bool
}

// recordOf finds out whether the tokens from i up to j, specifiers of a declaration, denote a struct or union, and what is known of it; nil: nothing.
func (r *rewriter) recordOf(i, j int) (rec *record, is bool) {
	if r.nested >= maxNested {
		return nil, true
	}
	r.nested++
	defer func() { r.nested-- }()
	for k := i; k < j; k++ {
		switch w := r.word(k); {
		case w == "union":
			return nil, true
		case w == "struct":
			open := k + 1
			if r.name(open) {
				open++
			}
			if !r.is(open, "{") && r.name(k+1) {
				open = r.definition(k + 1)
			}
			if open > 0 && r.is(open, "{") {
				return r.membersAt(open), true
			}
			return nil, true
		case r.types[w]:
			if from, to := r.typedef(w); from > 0 {
				return r.recordOf(from, to)
			}
			return nil, false
		}
	}
	return nil, false
}

// definition is the brace that opens the only definition of the struct whose tag is at i; 0: there is not one.
func (r *rewriter) definition(i int) int {
	open := 0
	for k := 1; k < len(r.toks)-1; k++ {
		if r.is(k-1, "struct") && r.is(k+1, "{") && r.word(k) == r.word(i) {
			if open > 0 {
				return 0
			}
			open = k + 1
		}
	}
	return open
}

// typedef has the specifiers of the only typedef of a name; 0: there is not one, or it is of a derived type.
func (r *rewriter) typedef(name string) (from, to int) {
	for i := range r.toks {
		if !r.is(i, "typedef") {
			continue
		}
		end := r.until(i, len(r.toks), ";")
		if !r.is(end-1, name) || r.until(i, end, ",") < end {
			continue
		}
		if from > 0 || r.is(end-2, "*") {
			return 0, 0
		}
		from, to = i+1, end-1
	}
	return from, to
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
			m.typ = r.line(from, k)
		case r.is(k, "struct"):
			if k++; r.name(k) {
				k++
			}
			if r.is(k, "{") {
				k = r.close(k)
			}
			if m.in, _ = r.recordOf(from, k); m.in == nil {
				return nil
			}
		case r.name(k) && r.types[r.word(k)]:
			k++
			var is bool
			if m.in, is = r.recordOf(k-1, k); is && m.in == nil {
				return nil
			} else if !is {
				m.typ = r.line(from, k)
			}
		default:
			return nil
		}
		if k == stop { // its members are those of the struct
			return nil
		}
		for k < stop {
			to, one := r.until(k, stop, ","), m
			for r.is(k, "*") {
				one.typ, one.in = "", nil
				k++
			}
			switch {
			case !r.name(k):
				return nil
			case r.is(k+1, "["): // with braces, or a string
				one.typ, one.in, one.array = "", nil, true
			case r.is(k+1, ":"):
				one.typ, one.in = "", nil // its promotion depends on the width
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
func (r *rewriter) values(rec *record, open int, prefix string, into map[string]string) bool {
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
		case m.typ != "":
			into[path] = "((const " + m.typ + ")(" + r.line(k, to) + "))"
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
func (rec *record) zero(prefix string, into map[string]string) {
	for _, m := range rec.members {
		if path := prefix + "." + m.name; m.in != nil {
			m.in.zero(path, into)
		} else if m.typ != "" {
			into[path] = "((const " + m.typ + ")0)"
		}
	}
}

// listed reports whether what is behind a comma before token i belongs to a declaration.
func (r *rewriter) listed(i int) bool {
	depth := 0
	for i--; i >= 0; i-- {
		switch r.word(i) {
		case ")", "]":
			depth++
		case "(", "[":
			if depth--; depth < 0 {
				return false // an argument
			}
		case "}":
			if depth == 0 && !r.is(i+1, ",") {
				open := i - 1
				for n := 1; open >= 0; open-- {
					if r.is(open, "}") {
						n++
					} else if r.is(open, "{") {
						if n--; n == 0 {
							break
						}
					}
				}
				return open >= 0 && r.opensRecord(open) || r.declarator(i+1)
			}
			depth++
		case "{":
			if depth--; depth < 0 {
				return r.declarator(i + 1)
			}
		case ";":
			if depth == 0 {
				return r.declarator(i + 1)
			}
		}
	}
	return r.declarator(0)
}

// declarator reports whether a declaration may begin at i.
func (r *rewriter) declarator(i int) bool {
	return r.isType(i) || r.name(i) && (r.name(i+1) || r.is(i+1, "*")) || r.is(i, "[") || r.is(i, "__attribute__")
}

// selected writes the value of a member that is selected from the constant at i, and returns the token behind it; i: there is none.
func (r *rewriter) selected(i int, c *constant) int {
	switch before := r.word(i - 1); {
	case before == "." || before == "->" || before == "goto":
		return i
	case r.again(i) || before == "," && r.listed(i):
		if len(r.records) == 0 || !r.records[len(r.records)-1] {
			c.members = nil // the name is another object's from here on
		}
		return i
	case !r.uses(i):
		return i
	}
	path, k := "", i+1
	for r.is(k, ".") && r.ident(k+1) {
		path += "." + r.word(k+1)
		k += 2
		if text := c.members[path]; text != "" && len(text) <= maxConstant {
			if r.assigned(k - 1) {
				r.fail(i, "an assignment to "+r.word(i)+path+", which is declared with constexpr")
			}
			return r.put(i, k, strings.ReplaceAll(text, "\n", " "))
		}
	}
	return i
}

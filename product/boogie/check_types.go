package boogie

// typeVar is a type variable of the inference.
type typeVar struct{ bound Type }

func (v *typeVar) String() string {
	if v.bound != nil {
		return v.bound.String()
	}
	return "_"
}

// resolve is the type with its names resolved in the current scope; after a mistake it may be any.
func (c *checker) resolve(t Type, at Pos) Type {
	switch t := t.(type) {
	case nil:
		c.fail(at, "a type is missing")
		return &typeVar{}
	case *MapType:
		m := &MapType{Params: t.Params}
		c.withParams(m, t.Params, at, func() {
			for _, a := range t.Args {
				m.Args = append(m.Args, c.resolve(a, at))
			}
			m.Result = c.resolve(t.Result, at)
		})
		return m
	case *NamedType:
		if t.Pos != (Pos{}) {
			at = t.Pos
		}
		r := &ResolvedType{Name: t.Name}
		want := 0
		switch {
		case c.params[t.Name] != nil:
			r.Param = c.params[t.Name]
		case c.datatypes[t.Name] != nil:
			r.Datatype = c.datatypes[t.Name]
			want = len(r.Datatype.Params)
		case c.typeDecls[t.Name] != nil:
			r.Decl = c.typeDecls[t.Name]
			r.of, want = c.synonyms[r.Decl], len(r.Decl.Params)
		default:
			c.fail(at, "the type '%s' is not declared", t.Name)
			return &typeVar{}
		}
		if len(t.Args) != want {
			c.fail(at, "the type '%s' takes %d arguments, not %d", t.Name, want, len(t.Args))
			return &typeVar{}
		}
		for _, a := range t.Args {
			r.Args = append(r.Args, c.resolve(a, at))
		}
		return r
	}
	return t
}

// substType substitutes type parameters by name in a resolved type.
func substType(t Type, of map[string]Type) Type {
	if len(of) == 0 {
		return t
	}
	switch t := t.(type) {
	case *typeVar:
		if t.bound != nil {
			return substType(t.bound, of)
		}
	case *MapType:
		inner := of
		if len(t.Params) > 0 {
			inner = map[string]Type{}
			for n, s := range of {
				inner[n] = s
			}
			for _, p := range t.Params {
				delete(inner, p)
			}
		}
		m := &MapType{Params: t.Params, Result: substType(t.Result, inner)}
		for _, a := range t.Args {
			m.Args = append(m.Args, substType(a, inner))
		}
		return m
	case *ResolvedType:
		if s := of[t.Name]; s != nil && t.Param != nil {
			return s
		}
		if len(t.Args) == 0 {
			return t
		}
		n := *t
		n.Args = nil
		for _, a := range t.Args {
			n.Args = append(n.Args, substType(a, of))
		}
		return &n
	}
	return t
}

// Expand unfolds synonyms at the root of a type in an Info. It panics for a type in a tree, whose names are not resolved.
func Expand(t Type) Type {
	for {
		switch n := t.(type) {
		case *typeVar:
			if n.bound == nil {
				return n
			}
			t = n.bound
		case *ResolvedType:
			if n.of == nil {
				return n
			}
			t = substType(n.of.body, bindTypes(n.of.params, n.Args))
		case *NamedType:
			panic("boogie: the names in the type " + n.String() + " are not resolved")
		default:
			return t
		}
	}
}

// Instantiate substitutes type parameters, by name, in a type of an Info.
func Instantiate(t Type, params []string, args []Type) Type {
	return substType(t, bindTypes(params, args))
}

func bindTypes(params []string, args []Type) map[string]Type {
	of := map[string]Type{}
	for i, p := range params {
		if i < len(args) {
			of[p] = args[i]
		}
	}
	return of
}

// unify unifies two types.
func (c *checker) unify(a, b Type) bool {
	a, b = Expand(a), Expand(b)
	if a == b {
		return true
	}
	if v, ok := a.(*typeVar); ok {
		if occursIn(v, b) {
			return false
		}
		v.bound = b
		return true
	}
	if _, ok := b.(*typeVar); ok {
		return c.unify(b, a)
	}
	switch a := a.(type) {
	case *BVType:
		b, ok := b.(*BVType)
		return ok && a.Width == b.Width
	case *ResolvedType:
		b, ok := b.(*ResolvedType)
		if !ok || a.Param != b.Param || a.Decl != b.Decl || a.Datatype != b.Datatype || len(a.Args) != len(b.Args) {
			return false
		}
		for i := range a.Args {
			if !c.unify(a.Args[i], b.Args[i]) {
				return false
			}
		}
		return true
	case *MapType:
		b, ok := b.(*MapType)
		if !ok || len(a.Args) != len(b.Args) || len(a.Params) != len(b.Params) {
			return false
		}
		ofA, ofB := map[string]Type{}, map[string]Type{}
		for i := range a.Params {
			p := &ResolvedType{Name: a.Params[i], Param: &TypeParam{a.Params[i]}}
			ofA[a.Params[i]], ofB[b.Params[i]] = p, p
		}
		for i := range a.Args {
			if !c.unify(substType(a.Args[i], ofA), substType(b.Args[i], ofB)) {
				return false
			}
		}
		return c.unify(substType(a.Result, ofA), substType(b.Result, ofB))
	}
	return false
}

// comparable reports whether types are the same for some meaning of the type parameters in them: values of such types can be compared.
func (c *checker) comparable(a, b Type) bool {
	open := map[string]Type{}
	var vars []*typeVar
	var params []Type
	for n, p := range c.params {
		v := &typeVar{}
		open[n], vars, params = v, append(vars, v), append(params, &ResolvedType{Name: n, Param: p})
	}
	ok := c.unify(substType(a, open), substType(b, open))
	for i, v := range vars {
		if v.bound == nil {
			v.bound = params[i]
		}
	}
	return ok
}

func occursIn(v *typeVar, t Type) bool {
	switch t := Expand(t).(type) {
	case *typeVar:
		return t == v
	case *MapType:
		for _, a := range t.Args {
			if occursIn(v, a) {
				return true
			}
		}
		return occursIn(v, t.Result)
	case *ResolvedType:
		for _, a := range t.Args {
			if occursIn(v, a) {
				return true
			}
		}
	}
	return false
}

// zonk replaces type variables by their bindings; unbound ones become int.
func zonk(t Type) Type {
	switch t := t.(type) {
	case *typeVar:
		if t.bound == nil {
			t.bound = Int
		}
		return zonk(t.bound)
	case *MapType:
		m := &MapType{Params: t.Params, Result: zonk(t.Result)}
		for _, a := range t.Args {
			m.Args = append(m.Args, zonk(a))
		}
		return m
	case *ResolvedType:
		if len(t.Args) == 0 {
			return t
		}
		n := *t
		n.Args = zonkAll(t.Args)
		return &n
	}
	return t
}

func zonkAll(ts []Type) []Type {
	var out []Type
	for _, t := range ts {
		out = append(out, zonk(t))
	}
	return out
}

// fresh returns new type variables for type parameters.
func fresh(params []string) (map[string]Type, []Type) {
	of := map[string]Type{}
	var list []Type
	for _, p := range params {
		v := &typeVar{}
		of[p] = v
		list = append(list, v)
	}
	return of, list
}

package boogie

// typeVar is a type variable of the inference.
type typeVar struct{ bound Type }

func (v *typeVar) String() string {
	if v.bound != nil {
		return v.bound.String()
	}
	return "_"
}

// resolve resolves the names in a type.
func (c *checker) resolve(t Type, at Pos) {
	switch t := t.(type) {
	case nil:
		c.fail(at, "a type is missing")
	case *MapType:
		c.withParams(t.Params, at, func() {
			for _, a := range t.Args {
				c.resolve(a, at)
			}
			c.resolve(t.Result, at)
		})
	case *NamedType:
		if t.Pos != (Pos{}) {
			at = t.Pos
		}
		t.Decl, t.Datatype, t.Param = nil, nil, nil
		want := 0
		switch {
		case c.params[t.Name] != nil:
			t.Param = c.params[t.Name]
		case c.datatypes[t.Name] != nil:
			t.Datatype = c.datatypes[t.Name]
			want = len(t.Datatype.Params)
		case c.types[t.Name] != nil:
			t.Decl = c.types[t.Name]
			want = len(t.Decl.Params)
		default:
			c.fail(at, "the type '%s' is not declared", t.Name)
			return
		}
		if len(t.Args) != want {
			c.fail(at, "the type '%s' takes %d arguments, not %d", t.Name, want, len(t.Args))
		}
		for _, a := range t.Args {
			c.resolve(a, at)
		}
	}
}

// substType substitutes type parameters by name.
func substType(t Type, of map[string]Type) Type {
	if len(of) == 0 {
		return t
	}
	switch t := t.(type) {
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
	case *NamedType:
		if s := of[t.Name]; s != nil && t.Decl == nil && t.Datatype == nil {
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

// Expand unfolds synonyms at the root of a checked type.
func Expand(t Type) Type {
	for {
		switch n := t.(type) {
		case *typeVar:
			if n.bound == nil {
				return n
			}
			t = n.bound
		case *NamedType:
			if n.Decl == nil || n.Decl.Body == nil {
				return n
			}
			t = substType(n.Decl.Body, bindTypes(n.Decl.Params, n.Args))
		default:
			return t
		}
	}
}

// Instantiate substitutes type parameters, by name, in a checked type.
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
	case *NamedType:
		b, ok := b.(*NamedType)
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
			p := &NamedType{Name: a.Params[i], Param: &TypeParam{a.Params[i]}}
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
	case *NamedType:
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
	case *NamedType:
		if len(t.Args) == 0 {
			return t
		}
		n := *t
		n.Args = nil
		for _, a := range t.Args {
			n.Args = append(n.Args, zonk(a))
		}
		return &n
	}
	return t
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

package ast

import "encoding/json"

// declaration decodes what may stand in a file or a contract; nil: it is something else.
func (d *decoder) declaration(r *raw) (Node, error) {
	switch r.NodeType {
	case "PragmaDirective", "ImportDirective", "UsingForDirective":
		return &Directive{Info: d.info(r), Kind: r.NodeType}, nil
	case "ContractDefinition":
		return d.contractDefinition(r)
	case "FunctionDefinition":
		return d.functionDefinition(r)
	case "ModifierDefinition":
		return d.modifierDefinition(r)
	case "VariableDeclaration":
		return d.variable(r)
	case "StructDefinition":
		s := &StructDefinition{Info: d.info(r), Name: r.Name}
		var err error
		s.Members, err = d.variables(r.Members)
		return s, err
	case "EnumDefinition":
		return d.enum(r)
	case "EventDefinition":
		e := &EventDefinition{Info: d.info(r), Name: r.Name, Contract: d.contract}
		var err error
		e.Params, err = d.parameters(r.Parameters)
		return e, err
	case "ErrorDefinition":
		e := &ErrorDefinition{Info: d.info(r), Name: r.Name}
		var err error
		e.Params, err = d.parameters(r.Parameters)
		return e, err
	case "UserDefinedValueTypeDefinition":
		t := &UserValueType{Info: d.info(r), Name: r.Name}
		if !absent(r.UnderlyingType) {
			u, err := d.parse(r.UnderlyingType)
			if err != nil {
				return nil, err
			}
			t.Underlying = d.typ(u)
		}
		return t, nil
	}
	return nil, nil
}

func (d *decoder) contractDefinition(r *raw) (Node, error) {
	c := &ContractDefinition{Info: d.info(r), Name: r.Name, Kind: r.ContractKind, Abstract: r.Abstract, Complete: r.FullyImplemented, linearized: r.Linearized}
	outer := d.contract
	d.contract = c
	defer func() { d.contract = outer }()
	for _, m := range r.BaseContracts {
		b, err := d.parse(m)
		if err != nil {
			return nil, err
		}
		s := &InheritanceSpecifier{Info: d.info(b), HasArgs: len(b.Arguments) > 0}
		if b.BaseName != nil && b.BaseName.Referenced != nil {
			s.base = *b.BaseName.Referenced
		}
		if s.Args, err = d.exprs(b.Arguments); err != nil {
			return nil, err
		}
		c.Bases = append(c.Bases, s)
	}
	var err error
	if c.Nodes, err = d.nodes(r.Nodes); err != nil {
		return nil, err
	}
	d.p.Contracts = append(d.p.Contracts, c)
	d.later = append(d.later, func() {
		for _, id := range c.linearized {
			if b, ok := d.p.nodes[id].(*ContractDefinition); ok {
				c.Linearized = append(c.Linearized, b)
			}
		}
		for _, s := range c.Bases {
			s.Base, _ = d.p.nodes[s.base].(*ContractDefinition)
		}
	})
	return c, nil
}

func (d *decoder) functionDefinition(r *raw) (Node, error) {
	f := &FunctionDefinition{Info: d.info(r), Name: r.Name, Kind: r.Kind, Visibility: r.Visibility, Mutability: r.StateMutability,
		Virtual: r.Virtual, Contract: d.contract, BaseFunctions: r.BaseFunctions, Selector: r.FunctionSelector}
	if r.SuperFunction != nil {
		f.BaseFunctions = append(f.BaseFunctions, *r.SuperFunction)
	}
	if f.Kind == "" { // before 0.5
		switch {
		case r.IsConstructor:
			f.Kind = "constructor"
		case r.Name == "":
			f.Kind = "fallback"
		default:
			f.Kind = "function"
		}
	}
	var err error
	if f.Params, err = d.parameters(r.Parameters); err != nil {
		return nil, err
	}
	if f.Returns, err = d.parameters(r.ReturnParams); err != nil {
		return nil, err
	}
	for _, m := range r.Modifiers {
		i, err := d.modifierInvocation(m)
		if err != nil {
			return nil, err
		}
		f.Modifiers = append(f.Modifiers, i)
	}
	f.Body, err = d.block(r.Body)
	return f, err
}

func (d *decoder) modifierInvocation(m json.RawMessage) (*ModifierInvocation, error) {
	r, err := d.parse(m)
	if err != nil {
		return nil, err
	}
	i := &ModifierInvocation{Info: d.info(r)}
	if r.ModifierName != nil {
		i.Name = r.ModifierName.Name
		if r.ModifierName.Referenced != nil {
			i.ref = *r.ModifierName.Referenced
		}
	}
	i.Args, err = d.exprs(r.Arguments)
	d.later = append(d.later, func() { i.Decl = d.p.nodes[i.ref] })
	return i, err
}

func (d *decoder) modifierDefinition(r *raw) (Node, error) {
	m := &ModifierDefinition{Info: d.info(r), Name: r.Name, Contract: d.contract}
	var err error
	if m.Params, err = d.parameters(r.Parameters); err != nil {
		return nil, err
	}
	m.Body, err = d.block(r.Body)
	return m, err
}

func (d *decoder) variable(r *raw) (*VariableDeclaration, error) {
	v := &VariableDeclaration{Info: d.info(r), Name: r.Name, T: d.typ(r), State: r.StateVariable, Constant: r.Constant || r.Mutability == "constant",
		Immutable: r.Mutability == "immutable", Indexed: r.Indexed, Visibility: r.Visibility, Storage: r.StorageLocation}
	if v.T == nil {
		v.T = &Type{Kind: Invalid}
	}
	if v.State {
		v.Contract = d.contract
		if v.T.IsReference() { // the type of a state variable is written like that of a pointer
			v.T = v.T.At(Storage, false)
		}
	}
	var err error
	v.Value, err = d.expr(r.Value)
	d.p.nodes[v.ID] = v
	return v, err
}

func (d *decoder) variables(ms []json.RawMessage) ([]*VariableDeclaration, error) {
	var vs []*VariableDeclaration
	for _, m := range ms {
		if absent(m) {
			vs = append(vs, nil)
			continue
		}
		r, err := d.parse(m)
		if err != nil {
			return nil, err
		}
		v, err := d.variable(r)
		if err != nil {
			return nil, err
		}
		vs = append(vs, v)
	}
	return vs, nil
}

// parameters decodes a ParameterList.
func (d *decoder) parameters(m json.RawMessage) ([]*VariableDeclaration, error) {
	if absent(m) {
		return nil, nil
	}
	var list struct {
		Parameters []json.RawMessage `json:"parameters"`
	}
	if err := json.Unmarshal(m, &list); err != nil {
		return nil, err
	}
	return d.variables(list.Parameters)
}

func (d *decoder) enum(r *raw) (Node, error) {
	e := &EnumDefinition{Info: d.info(r), Name: r.Name}
	for i, m := range r.Members {
		v, err := d.parse(m)
		if err != nil {
			return nil, err
		}
		n := &EnumValue{Info: d.info(v), Name: v.Name, Index: i, Enum: e}
		d.p.nodes[n.ID] = n
		e.Members = append(e.Members, n)
	}
	return e, nil
}

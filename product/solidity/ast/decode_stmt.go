package ast

import "encoding/json"

func (d *decoder) block(m json.RawMessage) (*Block, error) {
	if absent(m) {
		return nil, nil
	}
	n, err := d.node(m)
	if err != nil {
		return nil, err
	}
	if b, ok := n.(*Block); ok {
		return b, nil
	}
	return &Block{Info: *n.Base(), Stmts: []Node{n}}, nil
}

func (d *decoder) clause(m json.RawMessage) (*CatchClause, error) {
	r, err := d.parse(m)
	if err != nil {
		return nil, err
	}
	c := &CatchClause{Info: d.info(r), Name: r.ErrorName}
	if !absent(r.Parameters) {
		if c.Params, err = d.parameters(r.Parameters); err != nil {
			return nil, err
		}
	}
	c.Body, err = d.block(r.Block)
	return c, err
}

// statement decodes a statement; nil: it is something else.
func (d *decoder) statement(r *raw) (n Node, err error) {
	i := d.info(r)
	switch r.NodeType {
	case "Block", "UncheckedBlock":
		b := &Block{Info: i, Unchecked: r.NodeType == "UncheckedBlock"}
		b.Stmts, err = d.nodes(r.Statements)
		return b, err
	case "ExpressionStatement":
		s := &ExprStmt{Info: i}
		s.X, err = d.expr(r.Expression)
		return s, err
	case "VariableDeclarationStatement":
		s := &VarStmt{Info: i}
		if s.Vars, err = d.variables(r.Declarations); err != nil {
			return nil, err
		}
		s.Value, err = d.expr(r.InitialValue)
		return s, err
	case "IfStatement":
		s := &IfStmt{Info: i}
		if s.Cond, err = d.expr(r.Condition); err != nil {
			return nil, err
		}
		if s.Then, err = d.node(r.TrueBody); err != nil {
			return nil, err
		}
		s.Else, err = d.node(r.FalseBody)
		return s, err
	case "WhileStatement", "DoWhileStatement":
		s := &WhileStmt{Info: i, Do: r.NodeType == "DoWhileStatement"}
		if s.Cond, err = d.expr(r.Condition); err != nil {
			return nil, err
		}
		s.Body, err = d.node(r.Body)
		return s, err
	case "ForStatement":
		s := &ForStmt{Info: i}
		if s.Init, err = d.node(r.InitExpr); err != nil {
			return nil, err
		}
		if s.Cond, err = d.expr(r.Condition); err != nil {
			return nil, err
		}
		if s.Post, err = d.node(r.LoopExpr); err != nil {
			return nil, err
		}
		s.Body, err = d.node(r.Body)
		return s, err
	case "Return":
		s := &Return{Info: i}
		s.Value, err = d.expr(r.Expression)
		return s, err
	case "Break", "Continue", "Throw", "PlaceholderStatement":
		return &Jump{Info: i, Kind: r.NodeType}, nil
	case "EmitStatement":
		x, err := d.expr(r.EventCall)
		if err != nil {
			return nil, err
		}
		if c, ok := x.(*FunctionCall); ok {
			return &Emit{Info: i, Call: c}, nil
		}
		return d.unknown(r), nil
	case "TryStatement":
		s := &Try{Info: i}
		if s.Call, err = d.expr(r.ExternalCall); err != nil {
			return nil, err
		}
		s.Clauses, err = each(r.Clauses, d.clause)
		return s, err
	case "RevertStatement":
		s := &Revert{Info: i}
		s.Call, err = d.expr(r.ErrorCall)
		return s, err
	}
	return nil, nil
}

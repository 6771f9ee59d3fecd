package translate

import (
	"slices"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// The compiler has two code generators: the legacy one, and one by an intermediate representation (setting
// viaIR). The language leaves open in which order they evaluate sub-expressions; what follows is what compilers
// 0.4 to 0.8 do. Where both agree (assignments, indices, calls), the order is that of the calls of inOrder.
//
//	                          legacy                                   by IR
//	operands                  right, left                              left, right
//	addmod, mulmod            last to first                            first to last
//	x.f(a, b), f internal     a, b, x                                  x, a, b
//	named arguments           order of the parameters                  order of the source
//	arguments of events       indexed last to first, then the others   order of the source
//	state variables           all, arguments of bases, constructors    arguments, then contract by contract
//	repeated _ in modifiers   parameters and results keep their values get those on entry again

// evaluate translates expressions in the given order of their indices, and returns their values by index.
func (b *body) evaluate(order []int, fs ...func() value) []value {
	permuted := make([]func() value, len(fs))
	for i, k := range order {
		permuted[i] = fs[k]
	}
	vs := make([]value, len(fs))
	for i, v := range b.inOrder(permuted...) {
		vs[order[i]] = v
	}
	return vs
}

// inSequence is the order of the indices.
func inSequence(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return order
}

// reverse is the opposite order.
func reverse(n int) []int {
	order := inSequence(n)
	slices.Reverse(order)
	return order
}

// operands is the order of the operands of an operation, or the arguments of addmod and mulmod.
func (b *body) operands(xs ...ast.Expr) []int {
	if b.t.o.ViaIR && b.orderMatters(xs) {
		return inSequence(len(xs))
	}
	return reverse(len(xs))
}

// namedOrder is the order of arguments that are sorted like the parameters.
func (b *body) namedOrder(x *ast.FunctionCall, sorted []ast.Expr) []int {
	order := inSequence(len(sorted))
	if b.t.o.ViaIR && len(x.Names) > 0 && b.orderMatters(sorted) {
		slices.SortStableFunc(order, func(i, j int) int { return slices.Index(x.Args, sorted[i]) - slices.Index(x.Args, sorted[j]) })
	}
	return order
}

// eventOrder is the order of an event's arguments that are sorted like the parameters.
func (b *body) eventOrder(x *ast.FunctionCall, params []*ast.VariableDeclaration, sorted []ast.Expr) []int {
	if b.t.o.ViaIR || !b.orderMatters(sorted) {
		return b.namedOrder(x, sorted)
	}
	var order []int
	for i := len(params) - 1; i >= 0; i-- {
		if params[i].Indexed {
			order = append(order, i)
		}
	}
	for i, p := range params {
		if !p.Indexed {
			order = append(order, i)
		}
	}
	return order
}

// orderMatters reports whether the order of evaluation may be noticed: one expression has effects, or two have
// checks of which the first one ends the transaction.
func (b *body) orderMatters(xs []ast.Expr) bool {
	if b.spec || len(xs) < 2 {
		return false
	}
	checks := 0
	for _, x := range xs {
		if hasEffects(x) {
			return true
		}
		if b.t.o.Checks&^CheckAssert != 0 && computes(x) {
			checks++
		}
	}
	return checks > 1
}

// resets returns what a modifier does to parameters and results of its function: before its arguments, when its
// body begins, and before each evaluation of _.
// Legacy code has one variable for each. Code by IR calls a function for _, with the parameters and results as
// they are when the modifier begins; the results of a modifier that never comes to _ are as before its arguments.
func (b *body) resets(f *ast.FunctionDefinition, m *ast.ModifierInvocation, d *ast.ModifierDefinition) (before, begin, each func()) {
	none := func() {}
	if !b.t.o.ViaIR {
		return none, none, none
	}
	written := assigned(f)
	inArgs := assigned(m)
	repeated := repeats(d.Body)
	var variables, results []*ast.VariableDeclaration
	for _, r := range f.Returns {
		if inArgs[r.ID] {
			results = append(results, r)
		}
		if inArgs[r.ID] || repeated {
			variables = append(variables, r)
		}
	}
	if repeated {
		for _, p := range f.Params {
			if written[p.ID] {
				variables = append(variables, p)
			}
		}
	}
	for _, v := range variables {
		if storageReference(v) && v.T.Kind != ast.String {
			fail(m, "A modifier that evaluates _ repeatedly is not supported by IR where references to storage are assigned")
		}
	}
	saved := func(vs []*ast.VariableDeclaration) func() {
		var now, then []boogie.Expr
		for _, v := range vs {
			t := b.temp(b.t.sortOf(v, v.T))
			b.set(t, b.env[v.ID])
			now, then = append(now, b.env[v.ID]), append(then, t)
		}
		return func() {
			for i := range now {
				b.set(now[i], then[i])
			}
		}
	}
	outside, inside := none, none
	before = func() { outside = saved(results) }
	begin = func() {
		inside = saved(variables)
		outside()
	}
	return before, begin, func() { inside() }
}

// repeats reports whether a modifier may evaluate _ more than once.
func repeats(n ast.Node) bool {
	count := 0
	var visit func(n ast.Node, weight int)
	visit = func(n ast.Node, weight int) {
		ast.Walk(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.WhileStmt, *ast.ForStmt:
				if m != n {
					visit(m, 2)
					return false
				}
			case *ast.Jump:
				if m.Kind == "PlaceholderStatement" {
					count += weight
				}
			}
			return true
		})
	}
	visit(n, 1)
	return count > 1
}

package translate

import (
	"cupel/boogie"
	"cupel/solidity/annotation"
	"cupel/solidity/ast"
)

type eventModel struct{}

func (t *translator) prepareEvents() error { return nil }

func (b *body) saveForEvents(n ast.Node, p *place) {}

func (b *body) eventSpecs(f *ast.FunctionDefinition) {}

func (b *body) eventInvariants(n ast.Node, add func(boogie.Expr, string)) {}

func (b *body) emitEvent(s *ast.Emit) { b.emitCall(s.Call) }

func (b *body) emitCall(x *ast.FunctionCall) {
	for _, a := range x.Args {
		b.discard(a)
	}
}

func (b *body) beforeValue(x *annotation.Before) value { return value{} }

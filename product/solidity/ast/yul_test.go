package ast

import (
	"encoding/json"
	"testing"
)

const assemblyNode = `{"nodeType":"InlineAssembly","id":7,"src":"10:90:0","flags":["memory-safe"],
	"externalReferences":[{"declaration":3,"isOffset":false,"isSlot":false,"src":"20:1:0","valueSize":1},{"declaration":4,"isOffset":false,"isSlot":true,"src":"30:6:0","suffix":"slot"}],
	"AST":{"nodeType":"YulBlock","src":"10:90:0","statements":[
		{"nodeType":"YulAssignment","src":"20:5:0","variableNames":[{"nodeType":"YulIdentifier","name":"x","src":"20:1:0"}],
			"value":{"nodeType":"YulFunctionCall","src":"25:9:0","functionName":{"nodeType":"YulIdentifier","name":"sload","src":"25:5:0"},
				"arguments":[{"nodeType":"YulIdentifier","name":"s.slot","src":"30:6:0"}]}},
		{"nodeType":"YulSwitch","src":"40:5:0","expression":{"nodeType":"YulLiteral","kind":"number","value":"0x2","src":"41:1:0"},"cases":[
			{"nodeType":"YulCase","src":"42:1:0","value":{"nodeType":"YulLiteral","kind":"string","value":"ab","src":"42:1:0"},"body":{"nodeType":"YulBlock","src":"43:1:0","statements":[{"nodeType":"YulLeave","src":"43:1:0"}]}},
			{"nodeType":"YulCase","src":"44:1:0","value":"default","body":{"nodeType":"YulBlock","src":"45:1:0","statements":[]}}]},
		{"nodeType":"YulForLoop","src":"50:9:0","pre":{"nodeType":"YulBlock","src":"51:1:0","statements":[{"nodeType":"YulVariableDeclaration","src":"51:1:0","variables":[{"nodeType":"YulTypedName","name":"i","src":"51:1:0","type":""}],"value":null}]},
			"condition":{"nodeType":"YulIdentifier","name":"i","src":"52:1:0"},"post":{"nodeType":"YulBlock","src":"53:1:0","statements":[]},"body":{"nodeType":"YulBlock","src":"54:1:0","statements":[{"nodeType":"YulBreak","src":"54:1:0"}]}}]}}`

func decodeAssembly(text string) (*Assembly, *decoder) {
	d := &decoder{p: &Program{nodes: map[int]Node{3: &VariableDeclaration{Name: "x"}, 4: &VariableDeclaration{Name: "s", State: true}}}, files: map[int]*SourceUnit{}}
	n, err := d.node(json.RawMessage(text))
	if err != nil {
		return nil, d
	}
	for _, f := range d.later {
		f()
	}
	a, _ := n.(*Assembly)
	return a, d
}

// TestAssembly: syntax trees of inline assembly, with references to variables and their slots.
func TestAssembly(t *testing.T) {
	a, _ := decodeAssembly(assemblyNode)
	if a == nil || !a.Safe || len(a.Block.Body) != 3 {
		t.Fatalf("%+v", a)
	}
	set, sw, loop := a.Block.Body[0], a.Block.Body[1], a.Block.Body[2]
	slot := set.X.Args[0]
	if set.Kind != "assign" || set.Names[0].Ref == nil || set.Names[0].Ref.Name != "x" || set.X.Name != "sload" || slot.Ref == nil || slot.Suffix != "slot" {
		t.Errorf("%+v %+v %+v", set, set.X, slot)
	}
	if sw.Kind != "switch" || sw.X.Value != "0x2" || len(sw.Body) != 2 || !sw.Body[0].X.Text || sw.Body[0].Body[0].Kind != "leave" || sw.Body[1].X != nil {
		t.Errorf("%+v", sw)
	}
	if loop.Kind != "for" || loop.Pre[0].Kind != "let" || loop.Pre[0].X != nil || loop.X.Name != "i" || loop.Post != nil || loop.Body[0].Kind != "break" {
		t.Errorf("%+v", loop)
	}
	calls, assigned := 0, 0
	a.Block.Calls(func(*Yul) { calls++ })
	a.Block.Assigned(func(*VariableDeclaration) { assigned++ })
	if calls != 1 || assigned != 1 {
		t.Errorf("%d calls, %d assigned", calls, assigned)
	}
}

// FuzzAssembly: any tree of an assembly block is decoded or rejected, without a panic.
func FuzzAssembly(f *testing.F) {
	f.Add(assemblyNode)
	f.Add(`{"nodeType":"InlineAssembly","src":"1:1:0","AST":{"nodeType":"YulIf"}}`)
	f.Fuzz(func(t *testing.T, text string) {
		if a, _ := decodeAssembly(text); a != nil {
			a.Block.Calls(func(*Yul) {})
			a.Block.Assigned(func(*VariableDeclaration) {})
		}
	})
}

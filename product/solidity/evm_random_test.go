package solidity

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"cupel/product/boogie/vc"
	"cupel/product/solidity/solc"
	"cupel/product/solidity/trace"
	"cupel/tests/effort"
)

// randomFunction writes random functions without parameters, in the language of 0.8, whose result is a number.
type randomFunction struct {
	r    *rand.Rand
	vars []string // local variables, with their types
	of   map[string]string
}

var randomTypes = []string{"uint8", "int8", "uint16", "int16", "uint256", "int256"}

func (g *randomFunction) pick(of ...string) string { return of[g.r.IntN(len(of))] }

// value is an expression of a type.
func (g *randomFunction) value(ty string, depth int) string {
	if depth == 0 || g.r.IntN(5) == 0 {
		for _, i := range g.r.Perm(len(g.vars)) {
			if g.of[g.vars[i]] == ty {
				return g.vars[i]
			}
		}
		n := g.r.IntN(128)
		if strings.HasPrefix(ty, "int") && g.r.IntN(3) == 0 {
			return fmt.Sprintf("%s(-%d)", ty, n)
		}
		return fmt.Sprintf("%s(%d)", ty, n)
	}
	x := func() string { return g.value(ty, depth-1) }
	switch g.r.IntN(9) {
	case 0: // between types of one sign, or of one width
		other := g.pick(randomTypes...)
		switch {
		case strings.TrimLeft(other, "uint") == strings.TrimLeft(ty, "uint"), strings.HasPrefix(other, "u") == strings.HasPrefix(ty, "u"):
			return fmt.Sprintf("%s(%s)", ty, g.value(other, depth-1))
		}
		return x()
	case 1:
		return fmt.Sprintf("(%s ? %s : %s)", g.condition(depth-1), x(), x())
	case 2:
		return fmt.Sprintf("(%s %s uint8(%d))", x(), g.pick("<<", ">>"), g.r.IntN(9))
	case 3:
		if ty == "uint8" || ty == "uint16" {
			return fmt.Sprintf("(%s %s %s)", x(), g.pick("&", "|", "^"), x())
		}
		return x()
	case 4:
		if strings.HasPrefix(ty, "int") {
			return "(-" + x() + ")"
		}
		return fmt.Sprintf("(~%s)", x())
	default:
		return fmt.Sprintf("(%s %s %s)", x(), g.pick("+", "-", "*", "/", "%"), x())
	}
}

func (g *randomFunction) condition(depth int) string {
	ty := g.pick(randomTypes...)
	c := fmt.Sprintf("%s %s %s", g.value(ty, depth), g.pick("<", "<=", "==", "!=", ">"), g.value(ty, depth))
	if depth > 0 && g.r.IntN(3) == 0 {
		return fmt.Sprintf("(%s %s %s)", c, g.pick("&&", "||"), g.condition(depth-1))
	}
	return "(" + c + ")"
}

// body is a sequence of statements.
func (g *randomFunction) body(n, depth int) string {
	var b strings.Builder
	for range n {
		v := g.vars[g.r.IntN(len(g.vars))]
		ty := g.of[v]
		switch k := g.r.IntN(9); {
		case k < 3:
			fmt.Fprintf(&b, "%s = %s; ", v, g.value(ty, 2))
		case k == 3 && depth > 0:
			fmt.Fprintf(&b, "if %s { %s} else { %s} ", g.condition(1), g.body(2, depth-1), g.body(1, depth-1))
		case k == 4 && depth > 0:
			fmt.Fprintf(&b, "unchecked { %s} ", g.body(2, 0))
		case k == 5:
			fmt.Fprintf(&b, "xs[%d] = %s; %s ", g.r.IntN(3), g.value("uint16", 1), g.pick("", "n = xs.length; "))
		case k == 6:
			fmt.Fprintf(&b, "m[%s] += %s; ", g.value("uint8", 1), g.value("int16", 1))
		case k == 7:
			fmt.Fprintf(&b, "%s %s %s; ", v, g.pick("+=", "-=", "*="), g.value(ty, 1))
		default:
			fmt.Fprintf(&b, "s.a = %s; s.b = m[s.a]; ", g.value("uint8", 1))
		}
	}
	return b.String()
}

// function is one, with its result type.
func (g *randomFunction) function(name string) (text, result string) {
	g.vars, g.of = []string{"n", "xs[0]", "xs[2]", "s.a", "s.b", "m[3]"}, map[string]string{"n": "uint256", "xs[0]": "uint16", "xs[2]": "uint16", "s.a": "uint8", "s.b": "int16", "m[3]": "int16"}
	var b strings.Builder
	for i := range 3 {
		v, ty := fmt.Sprintf("v%d", i), g.pick(randomTypes...)
		fmt.Fprintf(&b, "%s %s = %s; ", ty, v, g.value(ty, 1))
		g.vars, g.of[v] = append(g.vars, v), ty
	}
	result = g.pick(randomTypes...)
	return fmt.Sprintf("  function %s() internal returns (%s) { delete s; delete xs; uint256 n; int16[] memory m = new int16[](256); %s%sreturn %s; }\n", name, result, b.String(), g.body(4, 2), g.value(result, 2)), result
}

// TestRandomFunctions executes random functions in an EVM, and asks what they return: that it is the value is proved, and violated is
// that it is another one; behind a function that panics all is proved. Not to know is no mistake, but most is known.
func TestRandomFunctions(t *testing.T) {
	m, compiler := evmFor(t), compilerFor(t, "0.8.28")
	rounds, each := 1, 12
	if effort.Check() {
		rounds = 10
	}
	known, all := 0, 0
	for round := range rounds {
		r := rand.New(rand.NewPCG(7, uint64(round)))
		functions, results := make([]string, each), make([]string, each)
		var first job
		const head = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\ncontract R {\n  struct S { uint8 a; int16 b; }\n  S s;\n  uint16[3] xs;\n"
		text := head
		first.Runs = []run{{Contract: "R", Continue: true, Transactions: []trace.Transaction{{Function: "constructor", Sender: "0x1001"}}}}
		for i := range each {
			g := &randomFunction{r: r}
			functions[i], results[i] = g.function(fmt.Sprintf("f%d", i))
			text += functions[i] + fmt.Sprintf("  function g%d() public returns (%s r) { r = f%[1]d(); }\n", i, results[i])
			first.Runs = append(first.Runs, run{Contract: "R", Continue: true, Transactions: []trace.Transaction{{Function: "constructor", Sender: "0x1001"}, {Function: fmt.Sprintf("g%d", i), Sender: "0x1001"}}})
		}
		first.Sources = map[string]string{"R.sol": text + "}\n"}
		ir := first
		ir.ViaIR = true
		outs := m.execute(t, compiler, []job{first, ir})
		text = head
		want := map[string]string{}
		for i := range each {
			var s [2]string
			for k, o := range outs {
				if o.Error != "" {
					t.Fatalf("%s\n%s", o.Error, first.Sources["R.sol"])
				}
				step := o.Runs[i+1].Steps[1]
				switch {
				case step.OK:
					var vs []any
					if err := json.Unmarshal(step.Returns, &vs); err != nil {
						t.Fatal(err)
					}
					s[k] = fmt.Sprint(vs[0])
				case step.Panic != 0:
					s[k] = "panics"
				default:
					t.Fatalf("f%d ends with %s", i, step.Error)
				}
			}
			if s[0] != s[1] { // the order of evaluation decides
				continue
			}
			text += functions[i]
			if s[0] == "panics" {
				text += fmt.Sprintf("  function eq%d() public { f%[1]d(); assert(false); }\n", i)
				want[fmt.Sprintf("R::eq%d", i)] = AnswerProved
				continue
			}
			text += fmt.Sprintf("  function eq%d() public { assert(f%[1]d() == %[2]s); }\n  function ne%[1]d() public { assert(f%[1]d() != %[2]s); }\n", i, s[0])
			want[fmt.Sprintf("R::eq%d", i)], want[fmt.Sprintf("R::ne%d", i)] = AnswerProved, AnswerViolated
		}
		text += "}\n"
		rep := verifyText(t, compiler, text)
		for _, f := range rep.Functions {
			w, ok := want[f.Name]
			if !ok {
				continue
			}
			all++
			switch f.Answer {
			case w:
				known++
			case AnswerProved, AnswerViolated:
				t.Errorf("%s is %s; in the EVM it is %s\n%s", f.Name, f.Answer, w, text)
			default:
				t.Logf("%s is %s: %s", f.Name, f.Answer, f.Reason)
			}
		}
	}
	t.Logf("%d of %d known", known, all)
	if 2*known < all {
		t.Errorf("only %d of %d are known", known, all)
	}
}

// verifyText verifies a contract, and looks for transactions.
func verifyText(t *testing.T, compiler *solc.Compiler, text string) *Report {
	t.Helper()
	outs, err := compiler.Compile(t.Context(), solc.Input{Sources: map[string]string{"R.sol": text}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := decode(outs[0])
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	o := Options{Transactions: true, VC: vc.Options{Work: 2_000_000, Timeout: lastResort, Jobs: 2}}
	tr, err := Translate(p, o)
	if err != nil {
		t.Fatal(err)
	}
	rep, err := tr.Verify(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

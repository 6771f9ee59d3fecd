package solidity

import (
	"strings"
	"testing"

	"cupel/product/solidity/standard"
	"cupel/product/solidity/translate"
)

// TestSummaries: only functions that compute with their arguments alone, and check nothing, are summarized.
func TestSummaries(t *testing.T) {
	const hard = "x * y / d + x % d * y + (x & y) / d + (x | y) * d + (x ^ y)"
	cases := []struct {
		name, declared, body string
		checks               translate.Check
		summarized           bool
	}{
		{"arguments", "", "return " + hard + ";", 0, true},
		{"callees", "function g(uint256 a) internal pure returns (uint256) { require(a > 1, 'small'); return a; }", "return g(x) + " + hard + ";", 0, true},
		{"constants", "uint256 constant k = 7;", "return k + " + hard + ";", 0, true},
		{"loops", "", "for (uint256 i = 0; i < y; i++) x += " + hard + "; return x;", 0, true},
		{"words in assembly", "", "assembly { x := mulmod(x, y, d) } return " + hard + ";", 0, true},
		{"a revert in assembly", "", "if (d == 1) { assembly { mstore(0, x) revert(0, 32) } } return " + hard + ";", 0, true},
		{"little arithmetic", "", "return x * y / d;", 0, false},
		{"memory in assembly", "", "assembly { x := mload(x) } return " + hard + ";", 0, false},
		{"writes to memory", "", "assembly { mstore(x, y) } return " + hard + ";", 0, false},
		{"the end of the call", "", "if (d == 1) { assembly { return(0, 32) } } return " + hard + ";", 0, false},
		{"arrays", "", "uint256[] memory a = new uint256[](x); return a.length + " + hard + ";", 0, false},
		{"data of the call", "", "return msg.data.length + " + hard + ";", 0, false},
		{"selector of the call", "function g(uint256 a) internal pure returns (uint256) { return a + uint32(msg.sig); }", "return g(x) + " + hard + ";", 0, false},
		{"assertions", "", "assert(x > y); return " + hard + ";", 0, false},
		{"checks", "", "return " + hard + ";", translate.CheckDivision, false},
		{"pointers", "function g(uint256 a) internal pure returns (uint256) { return a; }", "function (uint256) internal pure returns (uint256) p = g; return p(x) + " + hard + ";", 0, false},
	}
	var texts []string
	for _, c := range cases {
		texts = append(texts, "contract C { "+c.declared+" function f(uint256 x, uint256 y, uint256 d) internal pure returns (uint256) { "+c.body+" }\n"+
			"function h(uint256 x) public pure returns (uint256) { return f(x, x, 3); } }")
	}
	programs := compileTexts(t, "0.8.28", texts...)
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			tr, err := translateOne(programs[i], Options{Translate: translate.Options{Summaries: true, Checks: c.checks}})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(tr.Text, "#ends("); got != c.summarized || tr.Result.Summaries != got {
				t.Errorf("summarized: %v\n%s", got, tr.Text)
			}
		})
	}
}

// TestSlots: what is read from slots that are computed is any word.
func TestSlots(t *testing.T) {
	p := compileTexts(t, "0.8.28", `contract C {
	uint256 a = 1;
	function at(uint256 s) public view returns (uint256 r) { assembly { r := sload(add(s, 1)) } assert(r == 0); }
	function in_(uint256 s) public returns (uint256 r) { assembly { tstore(s, 1) r := tload(s) } }
}`)[0]
	tr, err := Translate(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range tr.Functions {
		if f.Skipped != "" {
			t.Error(f.Name, f.Skipped)
		}
	}
}

// TestMergedStandards: those of all units are in the report about them.
func TestMergedStandards(t *testing.T) {
	one := func(n string) *Report { return &Report{Standards: []Standard{{Name: n}}} }
	names := standard.Names()
	if m := Merge([]*Report{one(names[0]), one(names[1])}); len(m.Standards) != 2 {
		t.Error(m.Standards)
	}
}

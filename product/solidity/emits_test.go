package solidity

import (
	"strings"
	"testing"
)

// TestEmits: the events that a function may emit are those of the functions that run in the deployed contract.
func TestEmits(t *testing.T) {
	const header = "pragma solidity ^0.8.0;\n"
	cases := []struct{ name, text, want string }{
		{"listed", `contract A { event E(); /// @notice emits E
			function f() public { emit E(); } }`, ""},
		{"not listed", `contract A { event E(); function f() public { emit E(); } /// @notice emits E
			function g() public { emit E(); } }`, "possibly emits 'E' without"},
		{"overridden callee", `contract A { event E();
			function f() public { h(); }
			function h() internal virtual {} }
			contract B is A { /// @notice emits E
			function h() internal override { emit E(); } }`, "possibly emits 'E' (via calling h)"},
		{"overridden by what emits nothing", `contract A { event E(); /// @notice emits E
			function f() public { h(); } /// @notice emits E
			function h() internal virtual { emit E(); } }
			contract B is A { function h() internal override {} }`, ""},
		{"super", `contract A { event E(); /// @notice emits E
			function h() internal virtual { emit E(); } }
			contract B is A { function h() internal override { super.h(); } }`, "possibly emits 'E' (via calling h)"},
		{"base constructor that is not mentioned", `contract A { event E(); /// @notice emits E
			constructor() { emit E(); } }
			contract B is A { constructor() {} }`, "possibly emits 'E' (via base constructor A)"},
		{"overridden modifier", `contract A { event E(); modifier m() virtual { _; } function f() public m {} }
			contract B is A { modifier m() override { emit E(); _; } /// @notice emits E
			function g() public m {} }`, "possibly emits 'E' (via modifier m)"},
		{"library", `library L { event X(); /// @notice emits X
			function f() internal { emit X(); } }
			contract A { event X(); /// @notice emits X
			function g() public { L.f(); } }`, ""},
	}
	var texts []string
	for _, c := range cases {
		texts = append(texts, header+c.text+"\n")
	}
	ps := compileTexts(t, "0.8.28", texts...)
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := Translate(ps[i], Options{})
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

package evidence

import (
	"strings"
	"testing"

	"cupel/core/program"
)

// TestFirstStatement finds statements in the text of functions.
func TestFirstStatement(t *testing.T) {
	for text, want := range map[string]string{
		"int @f(void) { int x; }":                                  "int x",
		"int @f(void)\n{\n\t/* { */ // }\n  ++x;\n}":               "++x",
		"int @f(int a) int a; { g(\"}\"); }":                       "g(",
		"int @f(int (*g)(void)) __attribute__((cold)) { ; }":       "; }",
		"int @f(void) { \"}\"[0]; }":                               "\"}\"",
		"int @f(void) { // \\\n }\n#define X /* {\n } */ 1\n x; }": "x; }",
		"int @f(void) {}":                                          "{}",
		"int @f(void) {\n# pragma once\n#define X \\\n  2\n x;}":   "x;}",
		"int @f(void) {\n#ifdef X\n y;\n#endif\n x;}":              "{",
		"int @f(char c) { return '{'; }":                           "return",
		"#define F int f(void)\n@F { return 0; }":                  "",
		"int @f(void);":                                            "",
		"int @f(void) {":                                           "",
		"@M":                                                       "",
	} {
		before, after, _ := strings.Cut(text, "@")
		name := program.Pos{File: "f.c", Line: strings.Count(before, "\n") + 1, Col: len(before) - strings.LastIndex(before, "\n")}
		lines := strings.Split(before+after, "\n")
		source := sourceText{lines: map[string][]string{"f.c": lines}, texts: map[string]string{"f.c": before + after}}
		pos, ok := source.firstStatement(name)
		if ok != (want != "") || ok && !strings.HasPrefix(lines[pos.Line-1][pos.Col-1:], want) {
			t.Errorf("%q: %v %v", text, pos, ok)
		}
	}
}

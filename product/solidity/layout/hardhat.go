package layout

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"cupel/product/solidity/solc"
)

var (
	solidityKey = regexp.MustCompile(`\bsolidity["']?\s*:\s*`)
	oneVersion  = regexp.MustCompile(`^["'](\d+\.\d+\.\d+)["']`)
	versionKey  = regexp.MustCompile(`\bversion["']?\s*:`)
	versionText = regexp.MustCompile(`\bversion["']?\s*:\s*["'](\d+\.\d+\.\d+)["']`)
	viaIRKey    = regexp.MustCompile(`\bviaIR\b`)
	viaIRText   = regexp.MustCompile(`\bviaIR["']?\s*:\s*(true|false)\b`)
	evmKey      = regexp.MustCompile(`\bevmVersion\b`)
	evmText     = regexp.MustCompile(`\bevmVersion["']?\s*:\s*["'](\w+)["']`)
	pathsText   = regexp.MustCompile(`\bpaths["']?\s*:\s*\{[^{}]*?\bsources["']?\s*:\s*["']([^"'\n]+)["']`)
)

// hardhat takes from Hardhat's configuration, a program that is not executed, what is plainly a literal.
func (p *Project) hardhat(text []byte) settings {
	code := withoutComments(string(text))
	p.Sources = filepath.Join(p.Root, "contracts")
	if m := pathsText.FindStringSubmatch(code); m != nil && filepath.IsLocal(filepath.Clean(m[1])) {
		p.Sources = filepath.Join(p.Root, m[1])
	}
	keys := solidityKey.FindAllStringIndex(code, -1)
	if len(keys) != 1 {
		return settings{}
	}
	start := keys[0][1]
	value := code[start:]
	var versions [][]int
	if m := oneVersion.FindStringSubmatchIndex(value); m != nil {
		versions, value = [][]int{m}, ""
		p.ViaIR = "no"
	} else if value = braced(value); value == "" {
		return settings{}
	} else if found := versionText.FindAllStringSubmatchIndex(value, -1); len(found) == len(versionKey.FindAllString(value, -1)) {
		versions = found
	}
	for i, m := range versions {
		v, err := solc.ParseVersion(code[start+m[2] : start+m[3]])
		if err != nil {
			continue
		}
		if i == 0 {
			before := code[:start+m[2]-1]
			p.Compiler.Why = fmt.Sprintf("%s:%d:%d: solidity %s", p.Config, strings.Count(before, "\n")+1, len(before)-strings.LastIndexByte(before, '\n'), v)
		}
		p.Compiler.Among = append(p.Compiler.Among, v)
	}
	if value == "" {
		return settings{}
	}
	if via := viaIRText.FindAllStringSubmatch(value, -1); len(via) == len(viaIRKey.FindAllString(value, -1)) && !strings.Contains(value, "...") {
		said := map[string]bool{}
		for _, m := range via {
			said[m[1]] = true
		}
		switch {
		case !said["true"]:
			p.ViaIR = "no"
		case !said["false"] && len(via) >= len(versions):
			p.ViaIR = "yes"
		}
	}
	if evm := evmText.FindAllStringSubmatch(value, -1); len(evm) == 1 && len(evmKey.FindAllString(value, -1)) == 1 {
		p.EVMVersion = evm[0][1]
	}
	return settings{}
}

// braced is the beginning of a text that is in braces or brackets, which are balanced; "": it is not.
func braced(text string) string {
	if text == "" || text[0] != '{' && text[0] != '[' {
		return ""
	}
	depth, quote := 0, byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0 && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return text[:i+1]
			}
		}
	}
	return ""
}

// withoutComments replaces the comments of a program in JavaScript or TypeScript by blanks; strings stay.
func withoutComments(text string) string {
	out := []byte(text)
	quote := byte(0)
	for i := 0; i < len(out); i++ {
		c := out[i]
		switch {
		case quote != 0 && c == '\\':
			i++
		case quote != 0:
			if c == quote || c == '\n' && quote != '`' {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '/' && i+1 < len(out) && out[i+1] == '/':
			for ; i < len(out) && out[i] != '\n'; i++ {
				out[i] = ' '
			}
		case c == '/' && i+1 < len(out) && out[i+1] == '*':
			end := len(out)
			if j := strings.Index(text[i+2:], "*/"); j >= 0 {
				end = i + 2 + j + 2
			}
			for ; i < end; i++ {
				if out[i] != '\n' {
					out[i] = ' '
				}
			}
			i--
		}
	}
	return string(out)
}

package main

import (
	"encoding/xml"
	"io"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml/parser"
)

// What the mutants of each format must get past, to be worth running.

var (
	cTokens = regexp.MustCompile(`^(?s:\s+|//[^\n]*|/\*.*?\*/|` +
		`(u8|[uUL])?"(\\.|[^"\\\n])*"|[uUL]?'(\\.|[^'\\\n])+'|` +
		`(0[xX][0-9a-fA-F]+|[0-9]+)([uUlL]*)\b|0[xX][0-9a-fA-F.]+[pP][-+]?[0-9]+[fFlL]?\b|([0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)([eE][-+]?[0-9]+)?[fFlL]?\b|[0-9]+\.|` +
		`[A-Za-z_][A-Za-z_0-9]*|` +
		`\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|[-+*/%&|^<>=!]=|&&|\|\||##|[][(){}.&*+~!/%<>^|?:;=,#-])*$`)
	propertyTokens = regexp.MustCompile(`^[\w\s@(),!-]*$`)
	cfaTokens      = regexp.MustCompile(`^(?s:\s+|//[^\n]*|/\*.*?\*/|[A-Za-z_]\w*|[0-9]+('[bdx][0-9a-fA-F]+)?|[][<>=+*/%(){},:;.'-])*$`)
)

func lexesC(text string) bool        { return cTokens.MatchString(text) }
func lexesProperty(text string) bool { return propertyTokens.MatchString(text) }
func lexesCFA(text string) bool      { return cfaTokens.MatchString(text) }

// lexesYAML demands more than tokens: of those, YAML makes any text.
func lexesYAML(text string) (ok bool) {
	defer func() {
		if recover() != nil { // a mistake of the library
			ok = false
		}
	}()
	_, err := parser.ParseBytes([]byte(text), 0, parser.AllowDuplicateMapKey())
	return err == nil
}

// lexesXML reads tags and text, whether or not they match.
func lexesXML(text string) bool {
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		switch _, err := d.RawToken(); err {
		case nil:
		case io.EOF:
			return true
		default:
			return false
		}
	}
}

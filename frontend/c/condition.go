package c

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"cupel/core/program"
	"cupel/internal/lazyregexp"
)

// In the conditions of directives the parser's preprocessor knows neither binary constants, nor the value of true, nor characters that are given a type by a cast.
// They are rewritten there, and in the texts of the macros on which conditions depend, when there are such.

// dependences are what the conditions of directives, and the texts of macros, mention: words, binary constants, the prefixes of characters.
type dependences struct {
	asked  map[string]bool
	bodies map[string]map[string]bool
	joins  bool // some macro makes a string of its arguments, or joins tokens
	noted  bool // the mentions are noted
	// evaluates are the macros on which conditions depend; nil: they are not known yet.
	evaluates map[string]bool
}

// mention notes a word of a condition or of a macro's text.
func (s *scanner) mention(word string) {
	switch {
	case !s.noted:
	case s.condition:
		if s.asked == nil {
			s.asked = map[string]bool{}
		}
		s.asked[word] = true
	case s.defines != "":
		if s.bodies == nil {
			s.bodies = map[string]map[string]bool{}
		}
		if s.bodies[s.defines] == nil {
			s.bodies[s.defines] = map[string]bool{}
		}
		s.bodies[s.defines][word] = true
	}
}

// evaluated reports whether the scanner is where the preprocessor evaluates.
func (s *scanner) evaluated() bool { return s.condition || s.evaluates[s.defines] && s.defines != "" }

// misread are the macros on which conditions depend that the preprocessor does not evaluate as it should, and what is in one of them; strict: they are C23. err is what the
// preprocessor reports.
func (m *dependences) misread(strict bool, err error) (names map[string]bool, what string) {
	refused := err != nil && (strings.Contains(strings.ToLower(err.Error()), `parsing "0b`) || strings.Contains(err.Error(), "balanced parenthesis"))
	if m.evaluates != nil || !strict && !refused {
		return nil, ""
	}
	names = map[string]bool{}
	for todo := slices.Collect(maps.Keys(m.asked)); len(todo) > 0; todo = todo[1:] {
		for word := range m.bodies[todo[0]] {
			switch {
			case refused && binary([]byte(word)):
				what = "binary constants"
			case refused && (word == "u8'" || word == "u'"):
				what = "character constants of other types than int"
			case word == "true" && strict && m.bodies["true"] == nil:
				what = "true"
			}
			if !names[word] {
				names[word] = true
				todo = append(todo, word)
			}
		}
	}
	if what == "" {
		return nil, ""
	}
	maps.Copy(names, m.asked)
	return names, what
}

// evaluate begins again, with the macros on which conditions depend rewritten. What they mean elsewhere, that stays, but for the spelling.
func (x *expander) evaluate(path string, names map[string]bool, what string) error {
	if x.consts.joins {
		return &Error{Pos: program.Pos{File: path}, Unsupported: true, final: true,
			Msg: what + " in macros on which conditions of directives depend, beside macros that join tokens or make strings of them, are not supported"}
	}
	again := newExpander()
	again.files = x.files
	again.consts.evaluates = names
	*x = *again
	return nil
}

// binaryNumber matches a binary constant, without separators.
var binaryNumber = lazyregexp.New(`^0[bB][01]+[uUlL]*$`)

func binary(number []byte) bool {
	return len(number) > 2 && number[0] == '0' && number[1]|0x20 == 'b' && binaryNumber().Match(bytes.ReplaceAll(number, []byte("'"), nil))
}

// hexadecimal is a binary constant in a notation of the same length and type; another number as it is.
func hexadecimal(number string) string {
	if !binary([]byte(number)) {
		return number
	}
	digits := strings.TrimRight(number[2:], "uUlL")
	v, err := strconv.ParseUint(digits, 2, 64)
	if err != nil {
		return number // the parser reports it
	}
	return fmt.Sprintf("0x%0*x%s", len(digits), v, number[2+len(digits):])
}

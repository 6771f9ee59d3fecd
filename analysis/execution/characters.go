package execution

import (
	"fmt"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/literal"
)

// character notes that a changed element is a character.
func (r *Recorder) character(name string, t *program.Type, v *logic.Term) {
	if c, ok := word(v); ok && t != nil && t.Kind == program.CharacterType && t.Name == "char" {
		r.chars[name] = byte(c)
	}
}

// joined puts one string in the place of the characters of an array that a step has changed from its first to its terminating one.
func joined(changes []Change, chars map[string]byte) []Change {
	if len(chars) < 2 {
		return changes
	}
	of := map[Change]int{} // the changes, by name and depth
	for i, c := range changes {
		of[Change{Name: c.Name, Depth: c.Depth}] = i
	}
	instead, gone := map[int]Change{}, map[int]bool{}
	for i, c := range changes {
		name, first := strings.CutSuffix(c.Name, "[0]")
		if !first {
			continue
		}
		text, at, ok := elements(name, c.Depth, of, chars)
		if !ok {
			continue
		}
		for _, k := range at {
			gone[k] = true
		}
		gone[i] = false
		instead[i] = Change{Name: name, Value: stringLiteral(text), Depth: c.Depth}
	}
	var out []Change
	for i, c := range changes {
		if s, ok := instead[i]; ok {
			c = s
		}
		if !gone[i] {
			out = append(out, c)
		}
	}
	return out
}

// elements returns the string in an array whose characters have changed, without its end, and which changes these are. There is none where
// other than zeros follow the end.
func elements(name string, depth int, of map[Change]int, chars map[string]byte) (text []byte, at []int, ok bool) {
	for k := 0; ; k++ {
		element := fmt.Sprintf("%s[%d]", name, k)
		i, changed := of[Change{Name: element, Depth: depth}]
		c, character := chars[element]
		if !changed || !character {
			return text, at, ok && k > 1
		}
		at = append(at, i)
		_, printable := literal.Byte(c)
		switch {
		case c == 0:
			ok = true
		case ok || !printable:
			return nil, nil, false
		default:
			text = append(text, c)
		}
	}
}

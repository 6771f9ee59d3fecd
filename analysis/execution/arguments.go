package execution

import (
	"fmt"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/literal"
)

// Arguments are the strings that an execution of a program is started with, by the parameter of main that points to them.
type Arguments map[int]*Vector

// A Vector is what one parameter of main points to.
type Vector struct {
	Name      string // of the parameter
	CountName string // how their number is called
	Type      string // of that number
	Count     int64
	At        program.Pos // of the parameter
	CountAt   program.Pos
	chars     [][]byte
}

// Take takes the value of a havoc, if it is part of the arguments.
func (a Arguments) Take(u *program.Unknown, v *logic.Term) bool {
	if u == nil || u.Main == nil || v == nil || !v.IsConst() || !v.Sort().IsBV() {
		return false
	}
	x := a[u.Main.Param]
	if x == nil {
		x = &Vector{}
		a[u.Main.Param] = x
	}
	n := v.BVBig().Int64()
	if u.Main.Index < 0 {
		x.CountName, x.Type, x.Count, x.CountAt = u.Name, u.Type, n, u.Pos
		return true
	}
	x.Name, _, _ = strings.Cut(u.Name, "[")
	x.At = u.Pos
	for len(x.chars) <= u.Main.Index {
		x.chars = append(x.chars, nil)
	}
	s := &x.chars[u.Main.Index]
	for len(*s) <= u.Main.Char {
		*s = append(*s, 0)
	}
	(*s)[u.Main.Char] = byte(n)
	return true
}

// Strings are the arguments; there are none where only their number matters.
func (x *Vector) Strings() (out []string) {
	for _, s := range x.chars[:min(int64(len(x.chars)), max(x.Count, 0))] {
		text, _, _ := strings.Cut(string(s), "\x00")
		out = append(out, text)
	}
	return out
}

// Changes describes the arguments, their number first.
func (a Arguments) Changes() (out []Change) {
	for param := 1; param <= 2; param++ {
		x := a[param]
		if x == nil {
			continue
		}
		out = append(out, Change{Name: x.CountName, Value: fmt.Sprint(x.Count)})
		for i, s := range x.Strings() {
			out = append(out, Change{Name: fmt.Sprintf("%s[%d]", x.Name, i), Value: literal.String([]byte(s))})
		}
	}
	return out
}

// own reports whether a change is of the memory that the arguments are in, or of their number.
func (a Arguments) own(c Change) bool {
	for _, x := range a {
		if c.Name == x.CountName || x.Name != "" && strings.HasPrefix(c.Name, x.Name+"[") {
			return true
		}
	}
	return false
}

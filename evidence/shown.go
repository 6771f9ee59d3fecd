package evidence

import (
	"strconv"

	"cupel/frontend/c/literal"
)

// Shown is the value for a reader: that of a character with the character, first where the type is char.
func (v InputValue) Shown() string {
	n, err := strconv.Atoi(v.Value)
	if err != nil || n < -128 || n > 255 {
		return v.Value
	}
	q, ok := literal.Character(byte(n))
	switch {
	case !ok:
		return v.Value
	case v.Type == "char":
		return q + " (" + v.Value + ")"
	case (v.Type == "signed char" || v.Type == "unsigned char") && n >= 32:
		return v.Value + " (" + q + ")"
	}
	return v.Value
}

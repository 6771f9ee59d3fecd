package library

import "strings"

// Stores reports whether a printf format stores through an argument (%n), or
// is not well-formed.
func Stores(format string) bool {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		for i++; i < len(format) && strings.IndexByte("-+ #0'123456789.*hlLqjztI$", format[i]) >= 0; i++ {
		}
		if i >= len(format) || format[i] == 'n' {
			return true
		}
	}
	return false
}

// generated are the functions that get a body for each call.
var generated = map[string]bool{}

package c

import "strings"

// Standard is the version of C that a program is written in, as GCC's option -std names it. "" is GNU's C17, or GNU's C23 where the program uses what older C
// has not.
type Standard string

// Modern reports whether it is C23.
func (s Standard) Modern() bool {
	for _, v := range []string{"23", "2x", "2y", ":2024"} {
		if strings.HasSuffix(string(s), v) {
			return true
		}
	}
	return false
}

// version is the value of __STDC_VERSION__ in GCC 14; "": the default.
func (s Standard) version() string {
	switch {
	case s.Modern():
		return "202000L"
	case strings.HasSuffix(string(s), "11") || strings.HasSuffix(string(s), "1x") || strings.HasSuffix(string(s), ":2011"):
		return "201112L"
	case strings.HasSuffix(string(s), "99") || strings.HasSuffix(string(s), "9x") || strings.HasSuffix(string(s), ":1999"):
		return "199901L"
	}
	return ""
}

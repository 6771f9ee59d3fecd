package library

import (
	"fmt"
	"strconv"
	"strings"
)

// generated are the functions for which each call gets a body generated from its format, with the position of the format among the arguments.
var generated = map[string]bool{"sprintf": true, "snprintf": true, "asprintf": true, "printf": true, "fprintf": true, "dprintf": true,
	"sscanf": true, "scanf": true, "fscanf": true}

// Generated returns the position of the format among the arguments of a function for which each call gets a generated body.
func Generated(name string) (format int, ok bool) {
	if !generated[name] {
		return 0, false
	}
	switch name {
	case "printf", "scanf":
		return 0, true
	case "snprintf":
		return 2, true
	}
	return 1, true
}

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

// Arg is the argument type that a conversion requires.
type Arg struct {
	Type    string // of the parameter, in C
	Pointer bool
	Float   bool
	// Size of the argument, or of the pointer's target; 0 for pointer width.
	Size string
}

// conversion is one conversion specification, or text.
type conversion struct {
	spec             string // as in the format
	text             string // when verb is 0
	flags            int
	width, precision int // -1: none
	starWidth, star  bool
	length           string
	verb             byte
	set              string // of %[: pairs from-to
	inverted         bool
	suppress         bool
}

// parse splits a format; scan: it is scanf's rather than printf's. fault: the conversion that has no model.
func parse(format string, scan bool) (cs []conversion, fault string) {
	i := 0
	text := func(s string) {
		if n := len(cs); n > 0 && cs[n-1].verb == 0 {
			cs[n-1].text += s
		} else {
			cs = append(cs, conversion{text: s})
		}
	}
	number := func() int {
		start := i
		for i < len(format) && format[i] >= '0' && format[i] <= '9' {
			i++
		}
		n, err := strconv.Atoi(format[start:i])
		if err != nil || n > 1<<20 {
			return -1
		}
		return n
	}
	for i < len(format) {
		if format[i] == 0 {
			break
		}
		if format[i] != '%' {
			text(format[i : i+1])
			i++
			continue
		}
		begin := i
		i++
		c := conversion{width: -1, precision: -1}
		if scan {
			if i < len(format) && format[i] == '*' {
				c.suppress = true
				i++
			}
			if i < len(format) && format[i] >= '0' && format[i] <= '9' {
				if c.width = number(); c.width <= 0 {
					return nil, format[begin:min(i+1, len(format))]
				}
			}
		} else {
			for ; i < len(format); i++ {
				k := strings.IndexByte("-+ #0", format[i])
				if k < 0 {
					break
				}
				c.flags |= 1 << k
			}
			if i < len(format) && format[i] == '*' {
				c.starWidth = true
				i++
			} else if i < len(format) && format[i] >= '0' && format[i] <= '9' {
				if c.width = number(); c.width < 0 {
					return nil, format[begin:min(i+1, len(format))]
				}
			}
			if i < len(format) && format[i] == '.' {
				i++
				if i < len(format) && format[i] == '*' {
					c.star = true
					i++
				} else if i < len(format) && format[i] >= '0' && format[i] <= '9' {
					if c.precision = number(); c.precision < 0 {
						return nil, format[begin:min(i+1, len(format))]
					}
				} else {
					c.precision = 0
				}
			}
		}
		start := i
		for i < len(format) && strings.IndexByte("hljztL", format[i]) >= 0 {
			i++
		}
		c.length = format[start:i]
		if i >= len(format) {
			return nil, format[begin:min(i+1, len(format))]
		}
		c.verb = format[i]
		i++
		switch {
		case strings.IndexByte("diouxXcsn%pfFeEgGaA", c.verb) >= 0:
		case c.verb == '[' && scan:
			if i < len(format) && format[i] == '^' {
				c.inverted = true
				i++
			}
			start := i
			for i < len(format) && (format[i] != ']' || i == start) {
				i++
			}
			if i >= len(format) {
				return nil, format[begin:min(i+1, len(format))]
			}
			in := format[start:i]
			i++
			for k := 0; k < len(in); k++ {
				if k+2 < len(in) && in[k+1] == '-' {
					c.set += string([]byte{in[k], in[k+2]})
					k += 2
				} else {
					c.set += string([]byte{in[k], in[k]})
				}
			}
		default:
			return nil, format[begin:min(i+1, len(format))]
		}
		c.spec = format[begin:i]
		if c.verb == '%' {
			if c.flags != 0 || c.width >= 0 || c.precision >= 0 || c.starWidth || c.star || c.length != "" {
				return nil, format[begin:min(i+1, len(format))]
			}
			if !scan {
				text("%")
				continue
			}
		}
		cs = append(cs, c)
	}
	return cs, ""
}

// signed and unsigned are the types of the length modifiers. For h and hh, the types that the arguments are converted to.
var (
	signed   = map[string]string{"": "int", "hh": "signed char", "h": "short", "l": "long", "ll": "long long", "j": "__INTMAX_TYPE__", "z": "__PTRDIFF_TYPE__", "t": "__PTRDIFF_TYPE__"}
	unsigned = map[string]string{"": "unsigned", "hh": "unsigned char", "h": "unsigned short", "l": "unsigned long", "ll": "unsigned long long", "j": "__UINTMAX_TYPE__", "z": "__SIZE_TYPE__", "t": "__SIZE_TYPE__"}
)

// Print generates the body of a call of a function of the printf family with the format, and returns the argument types required after the format. fault is the
// first conversion that has no model.
func Print(name, format string) (text string, args []Arg, fault string) {
	cs, fault := parse(format, false)
	if fault != "" {
		return "", nil, fault
	}
	head := map[string]string{"sprintf": "char *d, const char *format", "snprintf": "char *d, __cupel_size room, const char *format",
		"asprintf": "char **result, const char *format", "printf": "const char *format", "fprintf": "void *stream, const char *format", "dprintf": "int fd, const char *format"}[name]
	var b strings.Builder
	param := func(a Arg) string {
		args = append(args, a)
		return fmt.Sprintf("a%d", len(args)-1)
	}
	for _, c := range cs {
		if c.verb == 0 {
			for i := range len(c.text) {
				fmt.Fprintf(&b, "  n = __cupel_put(d, room, n, %d);\n", c.text[i])
			}
			continue
		}
		width, precision, flags := fmt.Sprint(max(c.width, 0)), fmt.Sprint(c.precision), fmt.Sprint(c.flags)
		if c.starWidth {
			w := param(Arg{Type: "int", Size: "int"})
			fmt.Fprintf(&b, "  flags = %d;\n  width = %s;\n  if (width < 0) {\n    flags = flags | 1;\n    width = -width;\n  }\n", c.flags, w)
			width, flags = "width", "flags"
		}
		if c.star {
			precision = param(Arg{Type: "int", Size: "int"})
		}
		st, known := signed[c.length]
		ut := unsigned[c.length]
		passed := func(t string) Arg { // after the default promotions
			if c.length == "h" || c.length == "hh" {
				return Arg{Type: "int", Size: "int"}
			}
			return Arg{Type: t, Size: t}
		}
		switch c.verb {
		case 'd', 'i':
			if !known {
				return "", nil, c.spec
			}
			fmt.Fprintf(&b, "  n = __cupel_out_signed(d, room, n, (%s)%s, %s, %s, %s);\n", st, param(passed(st)), flags, width, precision)
		case 'o', 'u', 'x', 'X':
			if !known {
				return "", nil, c.spec
			}
			base := map[byte]int{'o': 8, 'u': 10, 'x': 16, 'X': 16}[c.verb]
			// Signs are for signed conversions.
			fmt.Fprintf(&b, "  n = __cupel_out_number(d, room, n, (%s)%s, 0, %d, (%s) & 25%s, %s, %s);\n", ut, param(passed(ut)), base, flags,
				map[bool]string{true: " | 32", false: ""}[c.verb == 'X'], width, precision)
		case 'c':
			if c.length != "" {
				return "", nil, c.spec
			}
			fmt.Fprintf(&b, "  n = __cupel_out_char(d, room, n, (unsigned char)%s, %s, %s);\n", param(Arg{Type: "int", Size: "int"}), flags, width)
		case 's':
			if c.length != "" {
				return "", nil, c.spec
			}
			fmt.Fprintf(&b, "  n = __cupel_out_string(d, room, n, %s, %s, %s, %s);\n", param(Arg{Type: "const char *", Pointer: true, Size: "char"}), flags, width, precision)
		case 'n':
			if !known {
				return "", nil, c.spec
			}
			fmt.Fprintf(&b, "  *%s = (%s)n;\n", param(Arg{Type: st + " *", Pointer: true, Size: st}), st)
		case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A':
			t, suffix := printed(c.length), "double"
			if t == "" {
				return "", nil, c.spec
			}
			if t == "long double" {
				suffix = "ldouble"
			}
			x := param(Arg{Type: t, Float: true, Size: t})
			if outputOnly(name) {
				fmt.Fprintf(&b, "  n = __cupel_out_any(n, %s, %s);\n", width, precision)
				break
			}
			lower := c.verb | 0x20
			fmt.Fprintf(&b, "  n = __cupel_out_%s(d, room, n, %s, '%c', (%s)%s, %s, %s);\n", suffix, x, lower, flags,
				map[bool]string{true: " | 32", false: ""}[c.verb != lower], width, precision)
		default: // addresses
			return "", nil, c.spec
		}
	}
	var w strings.Builder
	fmt.Fprintf(&w, "int __cupel_%s(%s%s) {\n  __cupel_size n = 0;\n  int width = 0, flags = 0;\n", name, head, params(args))
	switch name {
	case "sprintf":
		fmt.Fprintf(&w, "  __cupel_size room = (__cupel_size)-1;\n%s  __cupel_finish(d, room, n);\n  return (int)n;\n}\n", b.String())
	case "snprintf":
		fmt.Fprintf(&w, "%s  __cupel_finish(d, room, n);\n  return (int)n;\n}\n", b.String())
	case "asprintf":
		fmt.Fprintf(&w, "  char *d = 0;\n  __cupel_size room = 0;\n%s  room = n + 1;\n  d = __builtin_malloc(room);\n  if (!d) return -1;\n  n = 0;\n%s  __cupel_finish(d, room, n);\n  *result = d;\n  return (int)n;\n}\n", b.String(), b.String())
	default:
		fmt.Fprintf(&w, "  char *d = 0;\n  __cupel_size room = 0;\n%s  int sent = __cupel_any_int();\n  return sent ? (int)n : -1;\n}\n", b.String())
	}
	return w.String(), args, ""
}

// printed and scanned are the floating-point types of the length modifiers of printf and scanf, "" for none.
func printed(length string) string {
	return map[string]string{"": "double", "l": "double", "L": "long double"}[length]
}

func scanned(length string) string {
	return map[string]string{"": "float", "l": "double", "L": "long double"}[length]
}

// outputOnly reports whether the text that the function prints cannot be read by the program.
func outputOnly(name string) bool { return name == "printf" || name == "fprintf" || name == "dprintf" }

func params(args []Arg) string {
	var b strings.Builder
	for i, a := range args {
		fmt.Fprintf(&b, ", %s a%d", a.Type, i)
	}
	return b.String()
}

// Scan is Print for the scanf family.
func Scan(name, format string) (text string, args []Arg, fault string) {
	cs, fault := parse(format, true)
	if fault != "" {
		return "", nil, fault
	}
	head := map[string]string{"sscanf": "const char *s, const char *format", "scanf": "const char *format", "fscanf": "void *stream, const char *format"}[name]
	var b strings.Builder
	param := func(a Arg) string {
		args = append(args, a)
		return fmt.Sprintf("a%d", len(args)-1)
	}
	check := "  if (__cupel_state < 0) return done ? done : -1;\n  if (!__cupel_state) return done;\n"
	literal := func(c byte) {
		fmt.Fprintf(&b, "  if (__cupel_peek(s, i) == -1) return done ? done : -1;\n  if (__cupel_peek(s, i) != %d) return done;\n  i = __cupel_next(s, i);\n", c)
	}
	for _, c := range cs {
		if c.verb == 0 {
			space := false
			for i := range len(c.text) {
				if strings.IndexByte(" \t\n\v\f\r", c.text[i]) < 0 {
					literal(c.text[i])
					space = false
				} else if !space {
					b.WriteString("  i = __cupel_scan_space(s, i);\n")
					space = true
				}
			}
			continue
		}
		st, known := signed[c.length]
		switch c.verb {
		case '%':
			b.WriteString("  i = __cupel_scan_space(s, i);\n")
			literal('%')
		case 'd', 'i', 'o', 'u', 'x', 'X':
			if !known {
				return "", nil, c.spec
			}
			base, is := map[byte]int{'d': 10, 'i': 0, 'u': 10, 'o': 8, 'x': 16, 'X': 16}[c.verb], 0
			long := c.length == "ll" || c.length == "j"
			limit := map[bool]string{false: "2UL * __LONG_MAX__ + 1", true: "2ULL * __LONG_LONG_MAX__ + 1"}[long]
			t := unsigned[c.length]
			if c.verb == 'd' || c.verb == 'i' {
				is, t = 1, st
				limit = map[bool]string{false: "__LONG_MAX__", true: "__LONG_LONG_MAX__"}[long]
			}
			fmt.Fprintf(&b, "  i = __cupel_scan_number(s, i, %d, %d, %s, %d);\n%s", base, c.width, limit, is, check)
			if !c.suppress {
				fmt.Fprintf(&b, "  *%s = (%s)__cupel_scanned;\n  done = done + 1;\n", param(Arg{Type: t + " *", Pointer: true, Size: t}), t)
			}
		case 'c', 's', '[':
			if c.length != "" {
				return "", nil, c.spec
			}
			d := "0"
			if !c.suppress {
				d = param(Arg{Type: "char *", Pointer: true, Size: "char"})
			}
			switch c.verb {
			case 'c':
				fmt.Fprintf(&b, "  i = __cupel_scan_chars(s, i, %s, %d);\n", d, max(c.width, 1))
			case 's':
				fmt.Fprintf(&b, "  i = __cupel_scan_string(s, i, %s, %d);\n", d, c.width)
			default:
				var set strings.Builder
				for i := range len(c.set) {
					fmt.Fprintf(&set, "\\%03o", c.set[i])
				}
				fmt.Fprintf(&b, "  i = __cupel_scan_set(s, i, %s, %d, \"%s\", %d, %d);\n", d, c.width, set.String(), len(c.set)/2, map[bool]int{true: 1}[c.inverted])
			}
			b.WriteString(check)
			if !c.suppress {
				b.WriteString("  done = done + 1;\n")
			}
		case 'f', 'F', 'e', 'E', 'g', 'G', 'a', 'A':
			t := scanned(c.length)
			if t == "" {
				return "", nil, c.spec
			}
			fmt.Fprintf(&b, "  i = __cupel_scan_float(s, i, %d);\n%s", c.width, check)
			if !c.suppress {
				read := map[string]string{"float": "float", "double": "double", "long double": "ldouble"}[t]
				fmt.Fprintf(&b, "  *%s = __cupel_%s();\n  done = done + 1;\n", param(Arg{Type: t + " *", Pointer: true, Float: true, Size: t}), read)
			}
		case 'n':
			if !known || c.suppress {
				return "", nil, c.spec
			}
			fmt.Fprintf(&b, "  *%s = (%s)i;\n", param(Arg{Type: st + " *", Pointer: true, Size: st}), st)
		default:
			return "", nil, c.spec
		}
	}
	source := ""
	if name != "sscanf" {
		source = "  const char *s = 0;\n"
	}
	return fmt.Sprintf("int __cupel_%s(%s%s) {\n  __cupel_size i = 0;\n  int done = 0;\n%s%s  return done;\n}\n", name, head, params(args), source, b.String()), args, ""
}

package library

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"cupel/internal/lazyregexp"
)

// Prefix begins all names of the library's bodies.
const Prefix = "__cupel_"

// Dir is the directory of the bodies in source positions. It is no directory of
// a host.
const Dir = "<library>"

// Within reports whether a file of a source position is one of the bodies.
func Within(file string) bool { return strings.HasPrefix(file, Dir+"/") }

// item is a definition at the top of a file of src.
type item struct {
	name     string
	file     string
	line     int
	text     string
	function bool
	uses     []string // other items, in order of appearance
}

var (
	reserved   = lazyregexp.New(`\b__cupel_\w+`)
	anyName    = lazyregexp.New(`\b[A-Za-z_]\w*`)
	intrinsics = lazyregexp.New(`^__cupel_(any_\w+|input_\w+|assume|cut|(bits|value)_(float|double)|(high|low|value)_ldouble)$`)
	tagName    = lazyregexp.New(`^struct (__cupel_\w+) \{`)
	doubleFunc = lazyregexp.New(`\b(__cupel_[a-z0-9]+)\(`)
	funcName   = lazyregexp.New(`^[^;{(]*?(__cupel_\w+)\(`)
)

var items = sync.OnceValue(func() map[string]*item {
	m := map[string]*item{}
	for _, f := range sources {
		split(f.name, *f.text, m)
		if f.name == "bounds.c" {
			split(f.name, variant(*f.text, "f", "float", "float"), m)
			split(f.name, variant(*f.text, "l", "long double", "ldouble"), m)
		}
	}
	for _, it := range m {
		for _, n := range reservedIn(it.text) {
			for _, u := range []string{"struct " + n, n} {
				if u != it.name && m[u] != nil && !slices.Contains(it.uses, u) {
					it.uses = append(it.uses, u)
				}
			}
		}
	}
	return m
})

// reservedIn returns the names with the library's prefix in a text, as the expression reserved finds them, which would take most of the time of a short run.
func reservedIn(text string) (names []string) {
	word := func(c byte) bool {
		return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	for at := 0; ; {
		i := strings.Index(text[at:], Prefix)
		if i < 0 {
			return names
		}
		start := at + i
		end := start + len(Prefix)
		for end < len(text) && word(text[end]) {
			end++
		}
		if at = end; end > start+len(Prefix) && (start == 0 || !word(text[start-1])) {
			names = append(names, text[start:end])
		}
	}
}

// variant makes the functions for another floating type from those for double.
func variant(text, suffix, typ, short string) string {
	text = doubleFunc().ReplaceAllString(text, "${1}"+suffix+"(")
	text = strings.ReplaceAll(text, Prefix+"assume"+suffix+"(", Prefix+"assume(")
	text = strings.ReplaceAll(text, "any_double()", "any_"+short+"()")
	return regexp.MustCompile(`\bdouble\b`).ReplaceAllString(text, typ)
}

// split divides a file into its items: separated by empty lines at depth 0,
// comments above them included.
func split(file, text string, m map[string]*item) {
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		if lines[i] == "" {
			continue
		}
		start := i
		for i < len(lines) && !(lines[i] == "}" || strings.HasSuffix(lines[i], ";") && lines[i][0] != ' ') {
			i++
		}
		it := &item{file: file, line: start + 1, text: strings.Join(lines[start:min(i+1, len(lines))], "\n") + "\n"}
		code := it.text
		if strings.HasPrefix(code, "/*") {
			_, code, _ = strings.Cut(code, "*/\n")
		}
		if t := tagName().FindStringSubmatch(code); t != nil {
			it.name = "struct " + t[1]
			m[it.name] = it
			continue
		}
		if f := funcName().FindStringSubmatch(code); f != nil && !strings.Contains(strings.SplitN(code, "(", 2)[0], "=") {
			it.name, it.function = f[1], true
		} else if len(reservedIn(code)) > 0 {
			// A typedef or variable: the last name before the first = or the end.
			head, _, _ := strings.Cut(code, "=")
			ns := reservedIn(head)
			it.name = ns[len(ns)-1]
		}
		m[it.name] = it
	}
}

// HasBody reports whether the function has a body in C.
func HasBody(name string) bool {
	if !occurs(name) {
		return false
	}
	it := items()[Prefix+name]
	return it != nil && it.function
}

// occurs reports whether there may be a body: it is faster than to divide the files, which programs without library functions need not do.
func occurs(name string) bool {
	name = Prefix + name
	if mentioned()[name] {
		return true
	}
	n := len(name) - 1
	return (name[n] == 'f' || name[n] == 'l') && mentioned()[name[:n]] // a variant
}

// mentioned are the names with the library's prefix in the files.
var mentioned = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, f := range sources {
		for _, n := range reservedIn(*f.text) {
			m[n] = true
		}
	}
	return m
})

// HasPointers reports whether the body of a function works on memory of its
// callers, so that calls may want copies of their own.
func HasPointers(name string) bool { return copied(items()[Prefix+name]) }

// Provides reports whether there are bodies for calls of the function.
func Provides(name string) bool { return HasBody(name) || generated[name] }

// Body is a copy of a function's body for some of the calls. Separate copies keep the memory of calls apart, since points-to analysis merges the arguments of
// all callers of a function.
type Body struct {
	Function string // strtol
	Copy     int    // 0 for the first
	// Text is a definition made for these calls; empty for the one in src.
	Text string
	// Replace renames functions that the body calls.
	Replace map[string]string
}

// FromStdin and FromFile are the character sources of scanning functions.
var (
	FromStdin = map[string]string{Prefix + "scan_number": Prefix + "stdin_number", Prefix + "scan_float": Prefix + "stdin_float", Prefix + "peek": Prefix + "stdin_peek", Prefix + "next": Prefix + "stdin_next",
		Prefix + "file_peek": Prefix + "stdin_peek", Prefix + "file_next": Prefix + "stdin_next"}
	FromFile = map[string]string{Prefix + "peek": Prefix + "file_peek", Prefix + "next": Prefix + "file_next"}
)

// Name is the name of the function that defines b.
func (b Body) Name() string {
	if b.Copy == 0 {
		return Prefix + b.Function
	}
	return fmt.Sprintf("%s%s__%d", Prefix, b.Function, b.Copy)
}

// Public is the name of the library function to which a function in Dir
// belongs.
func Public(name string) string {
	name = strings.TrimPrefix(name, Prefix)
	if i := strings.LastIndex(name, "__"); i > 0 {
		name = name[:i]
	}
	return name
}

// Owner is the name of the library function, or of the family of functions, on behalf of which a function in Dir works.
func Owner(name string) string {
	name = Public(name)
	for prefix, family := range map[string]string{"scan_": "scanf", "stdin_": "stdin", "file_": "fgetc", "out_": "printf", "binary": "strtod",
		"double": "scanf", "float": "scanf", "ldouble": "scanf"} {
		if strings.HasPrefix(name, prefix) {
			return family
		}
	}
	return name
}

// Source returns the text of the bodies with their dependencies. Names that the program may have defined as macros are restored.
func Source(bodies []Body) string {
	w := &writer{done: map[string]bool{}}
	for _, b := range bodies {
		w.body(b)
	}
	var undef strings.Builder
	seen := map[string]bool{}
	for _, n := range anyName().FindAllString(prelude+w.out.String(), -1) {
		if !seen[n] && (!strings.HasPrefix(n, "__") || strings.HasPrefix(n, Prefix)) {
			seen[n] = true
			undef.WriteString("#undef " + n + "\n")
		}
	}
	return undef.String() + prelude + w.out.String()
}

// prelude declares the extensions of C that bodies use.
const prelude = `
int __cupel_any_int(void);
long __cupel_any_long(void);
unsigned char __cupel_any_char(void);
float __cupel_any_float(void);
double __cupel_any_double(void);
long double __cupel_any_ldouble(void);
int __cupel_input_int(void);
long __cupel_input_long(void);
long long __cupel_input_llong(void);
float __cupel_input_float(void);
double __cupel_input_double(void);
long double __cupel_input_ldouble(void);
void __cupel_assume(int);
void __cupel_cut();
unsigned __cupel_bits_float(float);
unsigned long long __cupel_bits_double(double);
float __cupel_value_float(unsigned);
double __cupel_value_double(unsigned long long);
unsigned __cupel_high_ldouble(long double);
unsigned long long __cupel_low_ldouble(long double);
long double __cupel_value_ldouble(unsigned, unsigned long long);
`

type writer struct {
	out  strings.Builder
	done map[string]bool
}

func (w *writer) body(b Body) {
	suffix := ""
	if b.Copy > 0 {
		suffix = fmt.Sprintf("__%d", b.Copy)
	}
	if b.Text == "" {
		w.item(Prefix+b.Function, suffix, b.Replace)
		return
	}
	for _, n := range reservedIn(b.Text) {
		if n == Prefix+b.Function {
			continue
		}
		w.need("struct "+n, suffix, b.Replace)
		w.need(n, suffix, b.Replace)
	}
	fmt.Fprintf(&w.out, "#line 1 \"%s/%s\"\n%s", Dir, b.Function, w.rename(b.Text, suffix, b.Replace))
}

func (w *writer) need(n, suffix string, replace map[string]string) {
	if r, ok := replace[n]; ok {
		n = r
	}
	if items()[n] != nil {
		w.item(n, suffix, replace)
	}
}

// item writes the definition of a name after those it uses. Copies of a
// function with pointers use copies of the functions that it calls.
func (w *writer) item(name, suffix string, replace map[string]string) {
	it := items()[name]
	if !copied(it) {
		suffix = ""
	}
	if w.done[name+suffix] {
		return
	}
	w.done[name+suffix] = true
	for _, n := range it.uses {
		w.need(n, suffix, replace)
	}
	fmt.Fprintf(&w.out, "#line %d \"%s/%s\"\n%s", it.line, Dir, it.file, w.rename(it.text, suffix, replace))
}

// copied reports whether each copy of a body has its own copy of the item:
// functions with parameters that point to something, and those that call them.
func copied(it *item) bool {
	if !it.function {
		return false
	}
	head, _, _ := strings.Cut(it.text, "{\n")
	return strings.Contains(head, "*") && strings.Contains(head, "(") && !strings.Contains(head, "(void)")
}

func (w *writer) rename(text, suffix string, replace map[string]string) string {
	return reserved().ReplaceAllStringFunc(text, func(n string) string {
		if r, ok := replace[n]; ok {
			n = r
		}
		if it := items()[n]; it == nil && items()["struct "+n] != nil {
			return n
		} else if suffix != "" && !intrinsics().MatchString(n) && (it == nil || copied(it)) {
			return n + suffix
		}
		return n
	})
}

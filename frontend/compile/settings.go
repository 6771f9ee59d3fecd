package compile

import (
	"fmt"
	"path/filepath"
	"strings"

	"cupel/internal/lazyregexp"
)

// Settings are the compiler options that determine the meaning of a program's text.
type Settings struct {
	Dirs   []string // -I: headers are looked for there before those built in
	Macros []string // -D NAME, NAME=VALUE or NAME(PARAMETERS)=VALUE, and !NAME for -U, in their order
	First  []string // --include: files that are read before the program
	// Standard is the version of C, as gcc's -std has it. "": GNU's C17, or C23 where the program uses what C17 has not.
	Standard string
}

// Empty reports whether there are none.
func (s *Settings) Empty() bool {
	return len(s.Dirs)+len(s.Macros)+len(s.First) == 0 && s.Standard == ""
}

// standard are the versions of C that gcc knows.
var standard = lazyregexp.New(`^(ansi|(c|gnu)(89|90|99|9x|11|1x|17|18|2x|23|2y)|iso9899:(1990|199409|1999|199x|2011|2017|2018|2024))$`)

var macro = lazyregexp.New(`^!?[A-Za-z_][A-Za-z0-9_]*(\([A-Za-z0-9_, .]*\))?(=|$)`)

// Check reports the first macro that is none.
func (s *Settings) Check() error {
	for _, m := range s.Macros {
		name := strings.TrimPrefix(m, "!")
		switch undefined := name != m; {
		case !macro().MatchString(m) || undefined && strings.ContainsAny(name, "=("):
			return fmt.Errorf("%q is no macro: write NAME, NAME=VALUE or NAME(PARAMETERS)=VALUE", name)
		case strings.ContainsAny(m, "\n\r\x00") || strings.HasSuffix(m, `\`):
			return fmt.Errorf("the macro %q does not stand on one line", name)
		case strings.Contains(m, "_Pragma"):
			return fmt.Errorf("the macro %q has a pragma, which is not supported here", name)
		}
	}
	if s.Standard != "" && !standard().MatchString(s.Standard) {
		return fmt.Errorf("--std: %q is no version of C: choose one such as c11, gnu17 or gnu23", s.Standard)
	}
	for _, f := range s.First {
		if strings.ContainsAny(f, "\"\n\r\x00") {
			return fmt.Errorf("the name of the file %q cannot stand in an #include", f)
		}
	}
	return nil
}

// Before returns the directives to be read before a program; "" if there are none.
func (s *Settings) Before() (string, error) {
	if len(s.Macros)+len(s.First) == 0 {
		return "", nil
	}
	var b strings.Builder
	for _, m := range s.Macros {
		if name, ok := strings.CutPrefix(m, "!"); ok {
			fmt.Fprintf(&b, "#undef %s\n", name)
			continue
		}
		name, value, ok := strings.Cut(m, "=")
		if !ok {
			value = "1"
		}
		fmt.Fprintf(&b, "#undef %s\n#define %s %s\n", identifier(name), name, value)
	}
	for _, f := range s.First {
		path, err := filepath.Abs(f) // a compiler looks from where it is started
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "#include \"%s\"\n", filepath.ToSlash(path))
	}
	return b.String(), nil
}

// Flags returns the settings as options of gcc, valid in any working directory.
func (s *Settings) Flags() []string {
	var out []string
	path := func(p string) string {
		if a, err := filepath.Abs(p); err == nil {
			return a
		}
		return p
	}
	if s.Standard != "" {
		std := strings.NewReplacer("c23", "c2x", "gnu23", "gnu2x", "c2y", "c2x", "gnu2y", "gnu2x", "iso9899:2024", "c2x", "ansi", "c90").Replace(s.Standard)
		out = append(out, "-std="+std) // the older names, which all versions of gcc know
	}
	for _, d := range s.Dirs {
		out = append(out, "-I", path(d))
	}
	for _, m := range s.Macros {
		if name, ok := strings.CutPrefix(m, "!"); ok {
			out = append(out, "-U", name)
		} else {
			out = append(out, "-D", m)
		}
	}
	for _, f := range s.First {
		out = append(out, "-include", path(f))
	}
	return out
}

// identifier is the name that a macro's text begins with.
func identifier(s string) string {
	i := strings.IndexFunc(s, func(r rune) bool {
		return !(r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
	})
	if i < 0 {
		return s
	}
	return s[:i]
}

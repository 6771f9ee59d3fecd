package solc

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Version is the version of a compiler: major, minor, patch.
type Version [3]int

func (v Version) String() string { return fmt.Sprintf("%d.%d.%d", v[0], v[1], v[2]) }

// Less orders versions.
func (v Version) Less(w Version) bool {
	for i := range v {
		if v[i] != w[i] {
			return v[i] < w[i]
		}
	}
	return false
}

// AtLeast reports whether v is major.minor or later.
func (v Version) AtLeast(major, minor int) bool { return !v.Less(Version{major, minor, 0}) }

var versionText = regexp.MustCompile(`^v?(\d+)\.(\d+)\.(\d+)`)

// ParseVersion reads a version; what follows the three numbers (a commit) is ignored.
func ParseVersion(s string) (Version, error) {
	m := versionText.FindStringSubmatch(s)
	if m == nil {
		return Version{}, fmt.Errorf("%q is no version of a Solidity compiler", s)
	}
	var v Version
	for i := range v {
		n, err := strconv.Atoi(m[i+1])
		if err != nil {
			return Version{}, fmt.Errorf("%q is no version of a Solidity compiler", s)
		}
		v[i] = n
	}
	return v, nil
}

// A Range is a set of versions: a disjunction of conjunctions of bounds, as in npm's semver.
type Range [][]bound

type bound struct {
	op string // <, <=, >, >=, =
	v  Version
}

// Contains reports whether the range contains v. The empty range contains everything.
func (r Range) Contains(v Version) bool {
	for _, all := range r {
		ok := true
		for _, b := range all {
			ok = ok && b.holds(v)
		}
		if ok {
			return true
		}
	}
	return len(r) == 0
}

func (b bound) holds(v Version) bool {
	switch b.op {
	case "<":
		return v.Less(b.v)
	case "<=":
		return !b.v.Less(v)
	case ">":
		return b.v.Less(v)
	case ">=":
		return !v.Less(b.v)
	}
	return v == b.v
}

var comparator = regexp.MustCompile(`^(\^|~|>=|<=|>|<|=)?\s*v?(\d+|[xX*])(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?\s*`)

// ParseRange reads what follows "pragma solidity".
func ParseRange(s string) (Range, error) {
	var r Range
	for _, part := range strings.Split(strings.NewReplacer(`"`, "", `'`, "").Replace(s), "||") {
		part = strings.TrimSpace(part)
		if from, to, ok := strings.Cut(part, " - "); ok {
			part = ">=" + strings.TrimSpace(from) + " <=" + strings.TrimSpace(to)
		}
		all := []bound{}
		for part != "" {
			m := comparator.FindStringSubmatch(part)
			if m == nil {
				return nil, fmt.Errorf("version range %q: %q is not understood", s, part)
			}
			part = part[len(m[0]):]
			bs, err := bounds(m[1], m[2:])
			if err != nil {
				return nil, err
			}
			all = append(all, bs...)
		}
		r = append(r, all)
	}
	return r, nil
}

// bounds are those of one comparator on a possibly partial version.
func bounds(op string, parts []string) ([]bound, error) {
	var v Version
	given := 0
	for ; given < 3; given++ {
		n, err := strconv.Atoi(parts[given])
		if err != nil {
			break // left out, or a wildcard
		}
		v[given] = n
	}
	next := func(i int) Version { // the first version that differs at i
		w := v
		w[i]++
		for j := i + 1; j < 3; j++ {
			w[j] = 0
		}
		return w
	}
	if given == 0 {
		return nil, nil
	}
	last := given - 1
	switch op {
	case "^":
		i := 0
		for i < last && v[i] == 0 {
			i++
		}
		return []bound{{">=", v}, {"<", next(i)}}, nil
	case "~":
		return []bound{{">=", v}, {"<", next(min(last, 1))}}, nil
	case "", "=":
		if given < 3 {
			return []bound{{">=", v}, {"<", next(last)}}, nil
		}
		return []bound{{"=", v}}, nil
	case "<=":
		if given < 3 {
			return []bound{{"<", next(last)}}, nil
		}
	case ">":
		if given < 3 {
			return []bound{{">=", next(last)}}, nil
		}
	}
	return []bound{{op, v}}, nil
}

var pragma = regexp.MustCompile(`\bpragma\s+solidity\s+([^;]+);`)

// Pragmas are what a source asks for; comments are not looked at.
func Pragmas(file string, source []byte) ([]Pragma, error) {
	var ps []Pragma
	text := withoutComments(source)
	for _, m := range pragma.FindAllSubmatchIndex(text, -1) {
		p := Pragma{Where: place(file, source, m[0]), Text: strings.TrimSpace(string(text[m[2]:m[3]]))}
		var err error
		if p.Range, err = ParseRange(string(text[m[2]:m[3]])); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Where, err)
		}
		ps = append(ps, p)
	}
	return ps, nil
}

// place is file:line:column of an offset.
func place(file string, source []byte, offset int) string {
	before := string(source[:offset])
	return fmt.Sprintf("%s:%d:%d", file, strings.Count(before, "\n")+1, offset-strings.LastIndexByte(before, '\n'))
}

// withoutComments replaces comments by spaces; strings stay.
func withoutComments(source []byte) []byte {
	out := append([]byte(nil), source...)
	for i := 0; i < len(out); i++ {
		switch {
		case out[i] == '"' || out[i] == '\'':
			quote := out[i]
			for i++; i < len(out) && out[i] != quote && out[i] != '\n'; i++ {
				if out[i] == '\\' {
					i++
				}
			}
		case out[i] == '/' && i+1 < len(out) && out[i+1] == '/':
			for ; i < len(out) && out[i] != '\n'; i++ {
				out[i] = ' '
			}
		case out[i] == '/' && i+1 < len(out) && out[i+1] == '*':
			end := len(out)
			if j := strings.Index(string(out[i+2:]), "*/"); j >= 0 {
				end = i + 2 + j + 2
			}
			for ; i < end; i++ {
				if out[i] != '\n' {
					out[i] = ' '
				}
			}
			i--
		}
	}
	return out
}

package notation

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"cupel/product/petri"
)

var (
	wordPattern = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	termPattern = regexp.MustCompile(`^([0-9]*)([A-Za-z_][A-Za-z0-9_]*)$`)
	testPattern = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*)<([0-9]+)$`)
)

// Parse reads a net.
func Parse(text string) (*petri.Net, error) {
	b := petri.NewBuilder("net")
	places := map[string]int{}
	transitions := 0
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		name, rest, isTransition := strings.Cut(line, ":")
		switch {
		case line == "":
		case isTransition && wordPattern.MatchString(name):
			b.AddTransition(name)
			if err := parseArcs(b, places, transitions, rest); err != nil {
				return nil, fmt.Errorf("%q: %w", line, err)
			}
			transitions++
		default:
			for _, f := range strings.Fields(line) {
				place, tokens, _ := strings.Cut(f, "=")
				k, err := strconv.ParseInt(tokens, 10, 64)
				if err != nil || !wordPattern.MatchString(place) {
					return nil, fmt.Errorf("%q is no place with its tokens", f)
				}
				places[place] = b.AddPlace(place, k)
			}
		}
	}
	return b.Build()
}

// parseArcs reads what follows the name of transition t.
func parseArcs(b *petri.Builder, places map[string]int, t int, text string) error {
	parts := strings.Split(text, ",")
	in, out, ok := strings.Cut(parts[0], "->")
	if !ok {
		return fmt.Errorf("no arrow")
	}
	for _, side := range []struct {
		text string
		add  func(p, t int, w int64)
	}{{in, b.AddInput}, {out, b.AddOutput}} {
		if strings.TrimSpace(side.text) == "" {
			continue
		}
		for _, term := range strings.Split(side.text, "+") {
			m := termPattern.FindStringSubmatch(strings.TrimSpace(term))
			if m == nil {
				return fmt.Errorf("%q is no weighted place", term)
			}
			p, known := places[m[2]]
			if !known {
				return fmt.Errorf("no place %s", m[2])
			}
			w := int64(1)
			if m[1] != "" {
				w, _ = strconv.ParseInt(m[1], 10, 64) // 0, when it does not fit, is refused
			}
			side.add(p, t, w)
		}
	}
	for _, test := range parts[1:] {
		m := testPattern.FindStringSubmatch(strings.TrimSpace(test))
		if m == nil {
			return fmt.Errorf("%q is no inhibitor test", test)
		}
		p, known := places[m[1]]
		if !known {
			return fmt.Errorf("no place %s", m[1])
		}
		w, _ := strconv.ParseInt(m[2], 10, 64)
		b.AddInhibitor(p, t, w)
	}
	return nil
}

// Format writes a net whose identifiers are plain words.
func Format(n *petri.Net) string {
	var b strings.Builder
	for p, k := range n.Initial() {
		if p > 0 {
			b.WriteString(" ")
		}
		fmt.Fprintf(&b, "%s=%d", n.Places[p].ID, k)
	}
	for _, t := range n.Transitions {
		fmt.Fprintf(&b, "\n%s: %s->%s", t.ID, side(n, t.Pre), side(n, t.Post))
		for _, a := range t.Inhibitors {
			fmt.Fprintf(&b, ", %s<%d", n.Places[a.Index].ID, a.Weight)
		}
	}
	return b.String()
}

func side(n *petri.Net, arcs []petri.Arc) string {
	var parts []string
	for _, a := range arcs {
		term := n.Places[a.Index].ID
		if a.Weight != 1 {
			term = fmt.Sprint(a.Weight) + term
		}
		parts = append(parts, term)
	}
	return strings.Join(parts, "+")
}

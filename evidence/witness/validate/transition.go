package validate

import (
	"fmt"
	"slices"
	"strings"

	"cupel/evidence/witness/read"
	"cupel/frontend/c"
)

// ghosts are the variables that a transition invariant needs. Each time that the loop's condition is about to be evaluated, it is checked against a state that was
// remembered since the loop was entered, and the present state may be remembered in its place: which one is arbitrary, so that it may be any earlier one.
//
//	while (i < n) ...   ->   { _Bool visited = 0, some = 0; __typeof__((i) + 0) before;
//	                           while (visited = 1, some ? (w = !!(before > i)) : 0, choice() ? (before = i, some = 1) : 0, i < n) ... }
type ghosts struct {
	visited string // assigned 1 at each visit, and 0 where the loop is entered
	some    string // a state is remembered
	choice  string // the function whose result says whether the state is remembered
	of      map[string]string
	names   []string // the variables that are remembered, in the order in which they are mentioned
}

// choice is the prefix of the functions whose results are chosen.
const choice = prefix + "choice"

// before is the variable in which another one is remembered.
func (g *ghosts) before(n int, x string) string {
	if g.of[x] == "" {
		g.of[x] = fmt.Sprintf("%searlier%d_%d", prefix, n, len(g.names))
		g.names = append(g.names, x)
	}
	return g.of[x]
}

// transition instruments a transition invariant.
func (p *plan) transition(inv read.Invariant) error {
	n := len(p.claims)
	k := &claim{Invariant: inv}
	p.claims = append(p.claims, k)
	g := &ghosts{visited: fmt.Sprintf("%svisited%d", prefix, n), some: fmt.Sprintf("%ssome%d", prefix, n), choice: fmt.Sprintf("%s%d", choice, n), of: map[string]string{}}
	code, ok, err := p.relation(inv.Expr, "", func(x string) string { return g.before(n, x) }, inv.Pos)
	if err != nil {
		return err
	}
	if !ok {
		k.refused = "the expression is not supported"
		return nil
	}
	refuse := func(err error) error { return &read.Error{Pos: inv.Pos, Msg: err.Error()} }
	at, err := p.text.loop(inv.At)
	if err != nil {
		return refuse(err)
	}
	k.begin, k.value, k.loop, k.ghosts = p.variable("b"), p.variable("w"), at.Keyword, g
	declared := fmt.Sprintf("_Bool %s = 0, %s = 0; ", g.visited, g.some)
	keep := ""
	for _, x := range g.names {
		declared += fmt.Sprintf("__typeof__((%s) + 0) %s; ", x, g.of[x])
		keep += fmt.Sprintf("%s = %s, ", g.of[x], x)
	}
	set := fmt.Sprintf("%s = 1, %s ? (%s = 1, %s = !!(%s)) : 0, %s() ? (%s%s = 1) : 0", g.visited, g.some, k.begin, k.value, code, g.choice, keep, g.some)
	if err := p.text.around(at, declared, inv); err != nil {
		return refuse(err)
	}
	if err := p.text.condition(at, set+", ", "", "", inv.Pos); err != nil {
		return refuse(err)
	}
	return nil
}

// around puts a loop into a block with declarations before it. What a for loop declares is declared before them.
func (t *text) around(k *c.Control, declarations string, inv read.Invariant) error {
	from, ok := t.offset(k.Keyword)
	i := slices.IndexFunc(t.outline.Statements, func(s c.Statement) bool { return s.Body == k.Keyword })
	if !ok || i < 0 {
		return fmt.Errorf("the loop is not in the file itself")
	}
	if k.Kind == "for" {
		first, ok := t.offset(k.Begin)
		if !ok || first <= from {
			return fmt.Errorf("the loop is not in the file itself")
		}
		if t.bare == nil {
			t.bare = bare(t.src)
		}
		open := from + strings.IndexByte(string(t.bare[from:first]), '(') + 1
		if open <= from {
			return fmt.Errorf("the loop is not in the file itself")
		}
		declarations = strings.Join(strings.Fields(string(t.bare[open:first])), " ") + "; " + declarations
		for i := open; i < first; i++ {
			if t.src[i] != '\n' {
				t.src[i], t.bare[i] = ' ', ' '
			}
		}
	}
	return t.braced(&t.outline.Statements[i], from, declarations, "", inv.Pos)
}

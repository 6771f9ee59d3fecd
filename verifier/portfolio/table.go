package portfolio

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Table orders the engines by features of a program.
type Table struct{ Classes []Class }

// Class is a class of programs with the same order of engines.
type Class struct {
	Name  string
	When  []Condition // conjunction; empty: every program
	Steps []Step
}

// Condition compares a feature with a number.
type Condition struct {
	Feature string
	Op      string // <=, <, >=, >, =
	Value   int
}

// Step lets an engine work until its total work reaches a bound.
type Step struct {
	Engine string
	Until  int     // units of package work
	Factor float64 // of the engine's share of processor time, see Class.Weights; 0: not given
}

// TableError is a syntax error in a table.
type TableError struct {
	Line, Col int
	Msg       string
}

func (e *TableError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg) }

// operators are the comparisons, longer ones first.
var operators = []string{"<=", ">=", "<", ">", "="}

// ParseTable reads a table over known features and engines. A class is a line
//
//	NAME when FEATURE OP NUMBER and FEATURE OP NUMBER: ENGINE WORK, ENGINE WORK, ...
//
// or, for all other programs and as the last one, "NAME: ...". Work is a number, of thousands with a k, of
// millions with an M. An engine may come more than once, with growing work; "ENGINE * FACTOR WORK" multiplies its share of the
// processor time where turns are measured by that. Lines that begin with # are comments.
func ParseTable(data []byte, features, engines []string) (*Table, error) {
	t := &Table{}
	line := 0
	for text := range strings.Lines(string(data)) {
		line++
		p := &tableLine{text: strings.TrimRight(text, "\r\n"), line: line}
		p.space()
		if p.at >= len(p.text) || p.text[p.at] == '#' {
			continue
		}
		if n := len(t.Classes); n > 0 && len(t.Classes[n-1].When) == 0 {
			return nil, p.wrong("the class before is for all programs; this one is never reached")
		}
		c, err := p.class(features, engines)
		if err != nil {
			return nil, err
		}
		t.Classes = append(t.Classes, *c)
	}
	if n := len(t.Classes); n == 0 || len(t.Classes[n-1].When) > 0 {
		return nil, &TableError{line + 1, 1, "a class without \"when\" is missing, for all other programs"}
	}
	return t, nil
}

// tableLine is a line being parsed.
type tableLine struct {
	text     string
	at, line int
}

func (p *tableLine) wrong(format string, args ...any) error {
	return &TableError{p.line, utf8.RuneCountInString(p.text[:p.at]) + 1, fmt.Sprintf(format, args...)}
}

func (p *tableLine) space() {
	p.at += len(p.text[p.at:]) - len(strings.TrimLeft(p.text[p.at:], " \t"))
}

// word parses a name.
func (p *tableLine) word() string {
	p.space()
	rest := p.text[p.at:]
	n := strings.IndexFunc(rest, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	})
	if n < 0 {
		n = len(rest)
	}
	p.at += n
	return rest[:n]
}

// accept consumes s if it is next.
func (p *tableLine) accept(s string) bool {
	p.space()
	if !strings.HasPrefix(p.text[p.at:], s) {
		return false
	}
	p.at += len(s)
	return true
}

func (p *tableLine) class(features, engines []string) (*Class, error) {
	c := &Class{Name: p.word()}
	if c.Name == "" {
		return nil, p.wrong("expected the name of a class")
	}
	for more := p.accept("when "); more; more = p.accept("and ") {
		cond, err := p.condition(features)
		if err != nil {
			return nil, err
		}
		c.When = append(c.When, cond)
	}
	if !p.accept(":") {
		return nil, p.wrong("expected \"when\", \"and\" or a colon")
	}
	if p.space(); p.at == len(p.text) {
		return c, nil // no conditions
	}
	for {
		s, err := p.step(engines)
		if err != nil {
			return nil, err
		}
		c.Steps = append(c.Steps, s)
		if !p.accept(",") {
			break
		}
	}
	if p.space(); p.at < len(p.text) {
		return nil, p.wrong("expected a comma or the end of the line")
	}
	return c, nil
}

func (p *tableLine) condition(features []string) (c Condition, err error) {
	p.space()
	start := p.at
	if c.Feature = p.word(); !slices.Contains(features, c.Feature) {
		p.at = start
		return c, p.wrong("unknown feature %q; choose one of %s", c.Feature, strings.Join(features, ", "))
	}
	i := slices.IndexFunc(operators, p.accept)
	if i < 0 {
		return c, p.wrong("expected one of %s", strings.Join(operators, " "))
	}
	c.Op = operators[i]
	p.space()
	start = p.at
	if c.Value, err = strconv.Atoi(p.word()); err != nil {
		p.at = start
		return c, p.wrong("expected a number")
	}
	return c, nil
}

func (p *tableLine) step(engines []string) (s Step, err error) {
	p.space()
	start := p.at
	if s.Engine = p.word(); !slices.Contains(engines, s.Engine) {
		p.at = start
		return s, p.wrong("unknown engine %q; choose one of %s", s.Engine, strings.Join(engines, ", "))
	}
	if p.accept("*") {
		p.space()
		start = p.at
		if s.Factor, err = p.factor(); err != nil || s.Factor < 1.0/maxFactor || s.Factor > maxFactor {
			p.at = start
			return s, p.wrong("expected a factor up to %d, such as 3 or 0.5", maxFactor)
		}
	}
	p.space()
	start = p.at
	number, unit := p.word(), 1
	if n := len(number) - 1; n > 0 {
		switch number[n] {
		case 'k':
			number, unit = number[:n], 1000
		case 'M':
			number, unit = number[:n], 1_000_000
		}
	}
	n, err := strconv.Atoi(number)
	if err != nil || n <= 0 || n > maxWork/unit {
		p.at = start
		return s, p.wrong("expected an amount of work like 500k or 2M")
	}
	s.Until = n * unit
	return s, nil
}

// factor parses a number with or without a fraction.
func (p *tableLine) factor() (float64, error) {
	text := p.word()
	if p.accept(".") {
		text += "." + p.word()
	}
	return strconv.ParseFloat(text, 64)
}

// holds evaluates the condition.
func (c Condition) holds(features map[string]int) bool {
	x := features[c.Feature]
	switch c.Op {
	case "<=":
		return x <= c.Value
	case ">=":
		return x >= c.Value
	case "<":
		return x < c.Value
	case ">":
		return x > c.Value
	}
	return x == c.Value
}

// String prints the condition.
func (c Condition) String() string { return fmt.Sprintf("%s %s %d", c.Feature, c.Op, c.Value) }

// For returns the first class whose conditions hold.
func (t *Table) For(features map[string]int) *Class {
	for i := range t.Classes {
		c := &t.Classes[i]
		if !slices.ContainsFunc(c.When, func(w Condition) bool { return !w.holds(features) }) {
			return c
		}
	}
	return nil
}

// Weights are the factors that steps give engines.
func (c *Class) Weights() map[string]float64 {
	w := map[string]float64{}
	for _, s := range c.Steps {
		if s.Factor > 0 {
			w[s.Engine] = s.Factor
		}
	}
	return w
}

// Engines returns the engines of a class in order of first occurrence.
func (c *Class) Engines() []string {
	var names []string
	for _, s := range c.Steps {
		if !slices.Contains(names, s.Engine) {
			names = append(names, s.Engine)
		}
	}
	return names
}

package oracle

import (
	"context"
	"strings"
)

// Shrink removes lines from a program as long as it compiles, every execution terminates, and bad holds; it returns the smallest program found. bad gets the program
// and its Truth.
func Shrink(ctx context.Context, p Program, bad func(Program, Truth) bool) Program {
	s := &shrinker{ctx: ctx, p: p, bad: bad}
	for s.round() && ctx.Err() == nil {
	}
	return s.p
}

type shrinker struct {
	ctx context.Context
	p   Program
	bad func(Program, Truth) bool
}

// round tries all removals once and reports whether one succeeded.
func (s *shrinker) round() bool {
	smaller := false
	for size := strings.Count(s.p.Source, "\n") / 2; size >= 1; size /= 2 {
		for from := 0; from < strings.Count(s.p.Source, "\n"); {
			if s.try(func(i int) bool { return i >= from && i < from+size }) {
				smaller = true
			} else {
				from += size
			}
		}
	}
	for from := 0; from < strings.Count(s.p.Source, "\n"); from++ {
		lines := strings.Split(s.p.Source, "\n")
		if !strings.HasSuffix(lines[from], "{") {
			continue
		}
		// The statement around a block, which stays.
		if to := closing(lines, from); to > 0 && s.try(func(i int) bool { return i == from || i == to }) {
			smaller = true
		}
	}
	return smaller
}

// closing returns the line that ends the block opened at the end of line from:
// the next one with its indentation.
func closing(lines []string, from int) int {
	indent := func(l string) int { return len(l) - len(strings.TrimLeft(l, " ")) }
	for i := from + 1; i < len(lines); i++ {
		if strings.HasPrefix(strings.TrimSpace(lines[i]), "}") && indent(lines[i]) == indent(lines[from]) {
			return i
		}
	}
	return 0
}

// try removes lines, in both renderings, and keeps the result when it is still
// bad.
func (s *shrinker) try(remove func(line int) bool) bool {
	cut := func(text string) string {
		var out []string
		for i, l := range strings.Split(text, "\n") {
			if !remove(i) {
				out = append(out, l)
			}
		}
		return strings.Join(out, "\n")
	}
	q := s.p
	q.Source = cut(s.p.Source)
	if q.Checked != "" {
		q.Checked = cut(s.p.Checked)
	}
	if len(q.Source) >= len(s.p.Source) || s.ctx.Err() != nil {
		return false
	}
	t, err := Decide(s.ctx, q)
	if err != nil || !s.bad(q, t) {
		return false
	}
	s.p = q
	return true
}

package solidity

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"cupel/product/boogie/infer"
	"cupel/product/boogie/vc"
)

// loops infers loop invariants, given the contract invariants found.
func (x *inferrer) loops(ctx context.Context, t *Translation) ([]Invariant, error) {
	vo := x.vo
	vo.MaxErrors, vo.Only = maxErrors, nil
	for _, f := range t.Functions {
		if r, ok := x.old[f.Procedure]; ok && f.Skipped == "" && r.Verdict != vc.OK {
			vo.Only = append(vo.Only, f.Procedure)
		}
	}
	if len(vo.Only) == 0 {
		return nil, nil
	}
	r, err := infer.Verify(ctx, x.program, vo)
	if err != nil || len(r.Loops) == 0 {
		return nil, err
	}
	merged, better := x.merge(r.Results)
	if len(better) == 0 {
		return nil, nil
	}
	x.old = merged
	var is []Invariant
	for _, l := range r.Loops {
		where := ""
		if l.Source != nil {
			where = fmt.Sprintf("%s:%d:%d", l.Source.File, l.Source.Line, l.Source.Col)
		}
		for _, text := range l.Invariants {
			i := Invariant{Where: where, Text: text, Boogie: true}
			if s, ok := inSolidity(text); ok {
				i.Text, i.Boogie = s, false
			}
			is = append(is, i)
		}
	}
	return is, nil
}

// write prints an invariant, as an annotation if possible.
func (i *Invariant) write(p *printer) {
	switch {
	case i.Lock:
		p.f("%s: inferred for %s: %s\n", i.Where, i.Contract, i.Text)
	case i.Contract != "":
		p.f("%s: inferred for %s: @notice invariant %s\n", i.Where, i.Contract, i.Text)
	case i.Boogie:
		p.f("%s: inferred for this loop, in Boogie: %s\n", i.Where, i.Text)
	default:
		p.f("%s: inferred for this loop: @notice invariant %s\n", i.Where, i.Text)
	}
}

// rewriting translates Boogie names to Solidity, innermost first.
var rewriting = []struct {
	from *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`\bmem_[\w#]*\[([\w#]+)\]`), "$1"},
	{regexp.MustCompile(`\blength#\w+#constr\(([\w.#\[\]]+)\)`), "$1.length"},
	{regexp.MustCompile(`\barr#\w+#constr\(([\w.#\[\]]+)\)`), "$1"},
	{regexp.MustCompile(`\b(\w+)#\d+\[this\]`), "$1"},
	{regexp.MustCompile(`\b(\w+)#\d+\b`), "$1"},
	{regexp.MustCompile(`\bmsg_(sender|value)\b`), "msg.$1"},
}

// notSolidity matches what loop annotations do not have, or interpret differently.
var notSolidity = regexp.MustCompile(`[#?$~]|\bold\(|==>|<==|::|:=|\bdiv\b|\bmod\b|\bthen\b|\bthis\b|\bbalance\b|\balloc_counter\b|-\s*\d`)

// inSolidity converts a loop invariant to an annotation in simple cases.
func inSolidity(text string) (string, bool) {
	for range 3 {
		for _, r := range rewriting {
			text = r.from.ReplaceAllString(text, r.to)
		}
	}
	return strings.TrimSpace(text), !notSolidity.MatchString(text)
}

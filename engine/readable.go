package engine

import (
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
)

// mark ends the names of symbols that stand for variables; no name of a variable contains it.
const mark = "\x00"

// Readable prints a formula over the variables of p with their names in the source, as l's function has them; with l nil as all
// functions have them. limit is about the greatest length.
func Readable(p *program.Program, l *program.Location, t *logic.Term, limit int) string {
	names := map[*logic.Term]*logic.Term{}
	for _, x := range p.Terms.FreeVars(t) {
		v := p.VarOf(x)
		if v == nil {
			continue
		}
		name := v.Name
		if v.CName != "" && (v.Func == "" || l != nil && v.Func == l.Func) {
			name = v.CName
		}
		names[x] = p.Terms.Var(name+mark, v.Sort())
	}
	return strings.ReplaceAll(p.Terms.Subst(t, names).StringN(limit), mark, "")
}

// Place is the position of a location, of the loop where it is the head of one.
func Place(l *program.Location) program.Pos {
	if l.LoopPos.IsValid() {
		return l.LoopPos
	}
	return l.Pos
}

package summary

import (
	"slices"

	"cupel/core/logic"
)

// Weaken is a transition that t implies, of at most so many distinct subterms: the largest values are any values, and the largest conjuncts of the guard are left out.
func (a *Algebra) Weaken(t *Transition, most int) *Transition {
	if t.Size() <= most {
		return t
	}
	parts := append(logic.Conjuncts(t.guard), t.values...)
	sizes := make([]int, len(parts))
	order := make([]int, len(parts))
	for i, x := range parts {
		sizes[i], order[i] = logic.Size(x), i
	}
	slices.SortStableFunc(order, func(i, j int) int { return sizes[i] - sizes[j] })
	kept := make([]bool, len(parts))
	for _, i := range order {
		if most -= sizes[i]; most < 0 {
			break
		}
		kept[i] = true
	}
	conjuncts := len(parts) - len(t.values)
	var guard []*logic.Term
	for i, c := range parts[:conjuncts] {
		if kept[i] {
			guard = append(guard, c)
		}
	}
	values := make(map[*logic.Term]*logic.Term, len(t.values))
	for i, v := range t.written {
		if values[v] = t.values[i]; !kept[conjuncts+i] {
			values[v] = a.Skolem(v.Sort())
		}
	}
	return a.seal(a.f.And(guard...), values)
}

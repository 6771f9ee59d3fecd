package farkas

import "cupel/core/rational"

// Decompose writes the combination of forms with the given non-negative
// weights, in which every variable of the forms cancels, as a sum of
// combinations that cannot be decomposed further (elementary vectors of the
// forms' kernel, conformal to the weights). Each of them cancels every variable
// by itself.
//
// Source: Blicha, Hyvarinen, Kofron and Sharygina, "Decomposing Farkas
// interpolants", TACAS 2019.
func Decompose(forms [][]Entry, weights []rational.Q) [][]rational.Q {
	rest := append([]rational.Q(nil), weights...)
	var out [][]rational.Q
	for {
		v := elementary(forms, rest)
		if v == nil {
			return out
		}
		t := ratio(rest, v)
		for i := range v {
			v[i] = v[i].Mul(t)
			rest[i] = rest[i].Sub(v[i])
		}
		out = append(out, v)
	}
}

// ratio returns the largest t such that w - t*u is not negative anywhere.
func ratio(w, u []rational.Q) rational.Q {
	var t rational.Q
	set := false
	for i := range u {
		if u[i].Sign() > 0 {
			if q := w[i].Div(u[i]); !set || q.Cmp(t) < 0 {
				t, set = q, true
			}
		}
	}
	return t
}

// elementary returns a kernel vector of minimal support within w's; nil when w is 0.
func elementary(forms [][]Entry, w []rational.Q) []rational.Q {
	w = append([]rational.Q(nil), w...)
	for {
		var support []int
		for i, q := range w {
			if !q.IsZero() {
				support = append(support, i)
			}
		}
		if len(support) == 0 {
			return nil
		}
		u := other(forms, support, w)
		if u == nil {
			return w
		}
		positive := false
		for _, q := range u {
			positive = positive || q.Sign() > 0
		}
		if !positive {
			for i := range u {
				u[i] = u[i].Neg()
			}
		}
		t := ratio(w, u)
		for i := range u {
			w[i] = w[i].Sub(t.Mul(u[i]))
		}
	}
}

// other returns a kernel vector on the support that is no multiple of w, or nil.
func other(forms [][]Entry, support []int, w []rational.Q) []rational.Q {
	// One row per variable, one column per form of the support.
	index := map[int]int{}
	var rows [][]rational.Q
	for c, i := range support {
		for _, e := range forms[i] {
			r, ok := index[e.Var]
			if !ok {
				r = len(rows)
				index[e.Var] = r
				rows = append(rows, make([]rational.Q, len(support)))
			}
			rows[r][c] = rows[r][c].Add(e.Coeff)
		}
	}
	pivot := make([]int, len(support)) // column -> row
	rank := 0
	for c := range support {
		pivot[c] = -1
		for r := rank; r < len(rows); r++ {
			if rows[r][c].IsZero() {
				continue
			}
			rows[r], rows[rank] = rows[rank], rows[r]
			reduce(rows, rank, c)
			pivot[c] = rank
			rank++
			break
		}
	}
	if len(support)-rank < 2 {
		return nil
	}
	for c := range support {
		if pivot[c] >= 0 {
			continue
		}
		u := make([]rational.Q, len(w))
		u[support[c]] = rational.One
		for d := range support {
			if pivot[d] >= 0 {
				u[support[d]] = rows[pivot[d]][c].Neg()
			}
		}
		k := w[support[c]]
		for _, i := range support {
			if !u[i].Mul(k).Equal(w[i]) {
				return u
			}
		}
	}
	return nil
}

// reduce makes rows[r][c] one and clears column c elsewhere.
func reduce(rows [][]rational.Q, r, c int) {
	inv := rows[r][c].Inv()
	for j := range rows[r] {
		rows[r][j] = rows[r][j].Mul(inv)
	}
	for i := range rows {
		k := rows[i][c]
		if i == r || k.IsZero() {
			continue
		}
		for j := range rows[i] {
			rows[i][j] = rows[i][j].Sub(k.Mul(rows[r][j]))
		}
	}
}

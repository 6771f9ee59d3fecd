type F a;
procedure all(m: <b>[F b]b, f: F int) { assert (forall<b> x: F b :: m[f := 1][x] == m[x]); }
procedure param<c>(m: <b>[F b]b, f: F int, g: F c, v: c) { assert m[g := v][f] == m[f]; }
procedure other(m: <b>[F b]b, f: F int, g: F bool) { assert m[g := true][f] == m[f]; }
procedure restored<a>(m: <b>[F b]a, f: F int) { var n: <b>[F b]a; n := m; n[f] := m[f]; assert n == m; }
// verdicts: all UNKNOWN, param UNKNOWN, other OK, restored UNKNOWN

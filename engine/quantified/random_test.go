package quantified

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"cupel/analysis/absint/absinttest"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/programtest"
	"cupel/core/work"
	"cupel/engine"
	"cupel/tests/effort"
)

// drawn is a random program: loops over the cells below n, which is at most 3, so that all executions can be visited.
func drawn(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("i n s x : int\na b : cells\nS -> H0; input n; assume (<= 0 n); assume (<= n 3); input x; assume (<= 0 x); assume (<= x 2); i := 0; s := 0\n")
	one := func(of ...string) string { return of[r.IntN(len(of))] }
	value := func() string {
		return one("1", "i", "x", "s", "(select a i)", "(select b i)", "(+ s 1)", "(+ (select a i) 1)", "(* 2 i)", "(ite (= i 2) 1 0)", "(select a (+ i 1))")
	}
	cond := func() string {
		return one("(= (select a i) (select b i))", "(<= 0 (select a i))", "(= i 1)", "(< s i)", "(= n 3)", "(<= (select a i) s)", "(= (select b i) x)")
	}
	assign := func() string {
		return one("a := (store a i "+value()+")", "b := (store b i "+value()+")", "s := "+value(), "s := (+ s "+value()+")", "b := (store b s "+value()+")")
	}
	loops, written := 1+r.IntN(2), "1"
	for k := range loops {
		head := fmt.Sprintf("H%d", k)
		switch r.IntN(3) {
		case 0:
			written = one("1", "i", "x", "(* 2 i)", "(ite (= i 2) 1 0)")
			fmt.Fprintf(&b, "%s -> %s; assume (< i n); a := (store a i %s); i := (+ i 1)\n", head, head, written)
		case 1:
			fmt.Fprintf(&b, "%s -> %s; assume (< i n); %s; i := (+ i 1)\n", head, head, assign())
		default:
			c := cond()
			fmt.Fprintf(&b, "%s -> B%d; assume (< i n)\nB%d -> %s; assume %s; %s; i := (+ i 1)\nB%d -> %s; assume (not %s); %s; i := (+ i 1)\n", head, k, k, head, c, assign(), k, head, c, assign())
		}
		fmt.Fprintf(&b, "%s -> H%d; assume (not (< i n)); i := 0\n", head, k+1)
	}
	head := fmt.Sprintf("H%d", loops)
	c := one("(= (select a i) "+written+")", "(= (select a i) "+written+")", cond(), "(<= (select a i) 2)", "(= (select b i) "+value()+")", "(<= 0 (+ (select a i) (select b i)))")
	fmt.Fprintf(&b, "%s -> C; assume (< i n)\nC -> error; assume (not %s)\nC -> %s; assume %s; i := (+ i 1)\n%s -> F; assume (not (< i n))\n", head, c, head, c, head)
	return b.String()
}

// states are those of a program that are reached from several contents of its arrays; false: they are too many.
func states(p *program.Program) ([]absinttest.State, bool) {
	var initial []absinttest.Env
	for _, n := range []int64{0, 1, -1} {
		env := absinttest.Env{}
		for _, v := range p.Vars {
			env[v.Sym] = int64(0)
			if v.Sort().IsArray() {
				env[v.Sym] = absinttest.Array{Rest: n, Elems: map[int64]int64{1: 2}}
				n = 0
			}
		}
		initial = append(initial, env)
	}
	return absinttest.Explore(p, initial, 4000)
}

// holds reports whether a claim holds in a state, for small values of its bound symbols.
func (c *claim) holds(env absinttest.Env) bool {
	env = maps.Clone(env)
	var all func(bound []*logic.Term) bool
	all = func(bound []*logic.Term) bool {
		if len(bound) == 0 {
			v, ok := absinttest.Eval(c.body, env)
			return !ok || v.(int64) != 0
		}
		for k := int64(-2); k <= 5; k++ {
			env[bound[0]] = k
			if !all(bound[1:]) {
				return false
			}
		}
		return true
	}
	return all(c.bound)
}

// TestRandomPrograms: proven facts hold in all reachable states, and no program that fails is proven.
func TestRandomPrograms(t *testing.T) {
	n := effort.Programs(2, 60, 2000)
	claims, proven, safe, failing := 0, 0, 0, 0
	for i := range n {
		text := drawn(rand.New(rand.NewPCG(effort.Seed(0), uint64(i))))
		p := programtest.Text(text)
		all, whole := states(p)
		if !whole {
			continue
		}
		ctx, end := work.Within(t.Context(), 1_500_000)
		x := &search{parts: All(), given: problem(p), observer: engine.Quiet{}, spent: func() int { return 0 }}
		err := x.run(ctx)
		stopped := ctx.Err() != nil
		end()
		if err != nil && !stopped {
			t.Fatal(err)
		}
		at := map[*program.Location][]*claim{}
		for _, c := range x.prover.proven {
			claims++
			at[p.Nearest(c.at)] = append(at[p.Nearest(c.at)], c)
		}
		fails := false
		for _, s := range all {
			fails = fails || s.Loc == p.Error
			for _, c := range at[s.Loc] {
				if !c.holds(s.Env) {
					t.Fatalf("%v is proven, but does not hold in %v, of\n%s", c.formula(p.Terms), s.Key(p.Vars), text)
				}
			}
		}
		isProof := !stopped && x.result.Verdict == engine.True
		switch {
		case isProof && fails:
			t.Fatalf("it is proven, but fails:\n%s", text)
		case isProof:
			proven++
		}
		if fails {
			failing++
		} else {
			safe++
		}
	}
	t.Logf("%d claims; of %d safe programs %d are proven, %d fail", claims, safe, proven, failing)
	if n >= 4 && claims < n || n >= 60 && (proven == 0 || failing == 0) {
		t.Error("the programs are all alike")
	}
}

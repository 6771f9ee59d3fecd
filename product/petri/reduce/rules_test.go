package reduce

import (
	"context"
	"strings"
	"testing"

	"cupel/product/petri"
	"cupel/product/petri/petritest"
	"cupel/product/petri/query"
)

// TestRules: nets in which exactly one rule, or one condition of a rule, matters. The
// expected net is in the notation of petritest, transitions renamed to their origin.
func TestRules(t *testing.T) {
	for name, c := range map[string]struct {
		net, goal string
		want      string // reduced net
		wantGoal  string
	}{
		"dead transition": {
			"p=1 q=0 g=0\nt: p -> p + g\nu: q -> g", "g >= 7",
			"g=0\nt: ->g", "g >= 7"},
		"dead by inhibitor": {
			"p=1 q=2 g=0\nt: p -> p + g\nu: -> 9g, q<2", "g == 7",
			"g=0\nt: ->g", "g == 7"},
		"constant in the goal": {
			"c=3 g=0\nt: c -> c + g", "g + 2*c >= 10",
			"g=0\nt: ->g", "g >= 4"},
		"constant decides": {
			"c=3 g=0\nt: c -> c + g", "g >= 1 && c >= 4", "", "false"},
		"inhibitor that never inhibits": {
			"p=1 g=0\nt: p -> g\nu: g -> p, p<5", "g >= 3",
			"p=1 g=0\nt: p->g\nu: g->p, p<5", "g >= 3"}, // p may rise: it stays
		"inhibitor of a falling place": {
			"p=1 g=0\nt: p -> g\nu: -> g, p<2", "g >= 3",
			"p=1 g=0\nt: p->g\nu: ->g", "g >= 3"},
		"irrelevant transitions and places": {
			"p=1 q=0 s=0 g=0\nt: p -> g + q\nu: q -> s\nv: g -> p", "g >= 2",
			"p=1 g=0\nt: p->g\nv: g->p", "g >= 2"},
		"consumers do not help": {
			"p=5 g=0\nt: 2p -> g\nu: p -> \nv: g -> ", "g >= 3",
			"p=5 g=0\nt: 2p->g", "g >= 3"},
		"consumers help against inhibitors": {
			"p=5 g=0\nt: -> g, p<1\nu: p -> ", "g >= 3",
			"p=5 g=0\nt: ->g, p<1\nu: p->", "g >= 3"},
		"parallel transitions": {
			"p=9 g=0\nt: p -> g\nu: p -> g\nv: 2p -> p + g", "g >= 3 && p <= 1",
			"p=9 g=0\nt: p->g", "g >= 3 && p <= 1"},
		"a stricter inhibitor is dominated": {
			"p=9 g=0\nt: p -> g, g<5\nu: p -> g, g<4", "g >= 3 && p <= 1",
			"p=9 g=0\nt: p->g, g<5", "g >= 3 && p <= 1"},
		"parallel places": {
			"p=2 q=5 g=0\nt: p + 2q -> g\nu: g -> p + 2q", "g <= 0 && p >= 3",
			"p=2 g=0\nt: p->g\nu: g->p", "g <= 0 && p >= 3"},
		"parallel places with a tight test": {
			"p=2 q=3 g=0\nt: p + 2q -> g\nu: g -> p + 2q", "g <= 0 && p >= 3 && g == 2",
			"p=2 q=3 g=0\nt: p+2q->g\nu: g->p+2q", "g <= 0 && p >= 3 && g == 2"},
		"post-agglomeration": {
			"p=1 q=0 g=0 r=0\nt: p -> 2q\nu: q -> g\nv: 2g -> r", "p == 0 && r == 1",
			"p=1 g=0 r=0\nv: 2g->r\ntuu: p->2g", "p <= 0 && r == 1"},
		"post-agglomeration with a choice": {
			"p=1 q=0 a=0 b=0 r=0\nt: p -> q\nu: q -> a\nx: q -> b\nv: 2a+b -> r\nw: a+b -> p", "p == 0 && r == 1",
			"p=1 a=0 b=0 r=0\nv: 2a+b->r\nw: a+b->p\ntu: p->a\ntx: p->b", "p <= 0 && r == 1"},
		"post-agglomeration fires what is there": {
			"p=1 q=5 g=0 r=0\nt: p -> 2q\nu: 2q -> g\nv: 2g -> r", "p == 0 && r == 1",
			"p=1 g=2 r=0\nv: 2g->r\ntu: p->g", "p <= 0 && r == 1"},
		"no post-agglomeration into the goal": {
			"p=1 q=0 g=0\nt: p -> 2q\nu: q -> g", "p == 0 && g == 3",
			"p=1 q=0 g=0\nt: p->2q\nu: q->g", "p <= 0 && g == 3"},
		"no post-agglomeration where it inhibits": {
			"p=1 q=0 g=0 r=0\nt: p -> 2q\nu: q -> g\nv: 2g -> r\nw: r -> p, g<1", "p == 0 && r == 1",
			"p=1 q=0 g=0 r=0\nt: p->2q\nu: q->g\nv: 2g->r\nw: r->p, g<1", "p <= 0 && r == 1"},
		"pre-agglomeration": {
			"a=4 d=9 c=1 q=0 g=0\nx: g -> a + 2c\nh: a + d -> q\nf: 2q + c -> g", "g == 1 && c >= 3",
			"a=4 d=9 c=1 g=0\nx: g->a+2c\nhhf: 2a+2d+c->g", "g == 1 && c >= 3"},
		"pre-agglomeration past other consumers": {
			"a=4 c=1 q=0 g=0\nx: g + a -> c\nh: a -> q\nf: q + c -> g", "g == 1 && c >= 3",
			"a=4 c=1 g=0\nx: a+g->c\nhf: a+c->g", "g == 1 && c >= 3"},
		"no pre-agglomeration of what inhibits": {
			"a=4 c=1 q=0 g=0\nx: g -> c + a, a<2\nh: a -> q\nf: q + c -> g", "g == 1 && c >= 3",
			"a=4 c=1 q=0 g=0\nx: g->a+c, a<2\nh: a->q\nf: c+q->g", "g == 1 && c >= 3"},
		"no pre-agglomeration for deadlocks": {
			"a=4 c=1 q=0\nh: a -> q\nf: q + c -> ", "deadlock",
			"a=4 c=1 q=0\nh: a->q\nf: c+q->", "deadlock"},
		"post-agglomeration and sinks for deadlocks": {
			"p=1 q=0 g=0 s=0\nt: p -> q + s\nu: q -> g\nv: g -> s\nw: p -> p + s", "deadlock",
			"p=1\nw: p->p\ntuv: p->", "deadlock"},
		"always alive": {
			"p=1 q=0\nt: p -> q\nu: -> q", "deadlock", "", "false"},
		"dead at once": {
			"p=1 q=1\nt: 2p -> q", "deadlock", "", "deadlock"},
	} {
		t.Run(name, func(t *testing.T) {
			n := petritest.Parse(t, c.net)
			goal, err := query.Parse(c.goal, n)
			if err != nil {
				t.Fatal(err)
			}
			r, err := Reduce(context.Background(), n, goal)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.ReplaceAll(strings.ReplaceAll(r.Goal.Format(r.Net), "p:", ""), `"`, ""); got != c.wantGoal {
				t.Errorf("goal %s, want %s", got, c.wantGoal)
			}
			if got := named(n, r); c.want != "" && got != c.want {
				t.Errorf("%s\nwant\n%s\n(%v)", got, c.want, r)
			}
		})
	}
}

// named writes the reduced net with the original names.
func named(n *petri.Net, r *Result) string {
	s := strings.ReplaceAll(petritest.Format(r.Net), "p:", "")
	for t := len(r.Net.Transitions) - 1; t >= 0; t-- {
		name := ""
		for _, o := range r.Lift([]int{t})[len(r.prefix):] {
			name += n.Transitions[o].ID
		}
		s = strings.Replace(s, r.Net.Transitions[t].ID+":", name+":", 1)
	}
	return s
}

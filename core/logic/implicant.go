package logic

// Implicant returns literals that an assignment satisfies and whose conjunction implies t, in a deterministic order: the cube of t's disjunctive normal form that
// contains the assignment. Of several true disjuncts it takes one that is implied already, or the first. Conditionals within literals are replaced by the branch
// taken, with their conditions as further literals. It returns nil, false when t is false or undefined under the assignment; a constant true t has no literals.
func (f *Factory) Implicant(t *Term, env func(sym *Term) *Term) ([]*Term, bool) {
	c := &implicant{f: f, e: f.NewEvaluator(env), seen: map[polar]bool{}, has: map[*Term]bool{}}
	if v, err := c.e.Bool(t); err != nil || !v {
		return nil, false
	}
	c.push(t, true)
	for len(c.goals) > 0 {
		g := c.goals[len(c.goals)-1]
		c.goals = c.goals[:len(c.goals)-1]
		if !c.close(g) {
			return nil, false
		}
	}
	return c.out, true
}

// polar is a formula with the truth value it must have.
type polar struct {
	t        *Term
	positive bool
}

type implicant struct {
	f     *Factory
	e     *Evaluator
	goals []polar
	seen  map[polar]bool
	has   map[*Term]bool // literals in out
	out   []*Term
}

func (c *implicant) push(t *Term, positive bool) {
	if g := (polar{t, positive}); !c.seen[g] {
		c.seen[g] = true
		c.goals = append(c.goals, g)
	}
}

// close replaces a goal by simpler ones or by a literal; false: a value is undefined.
func (c *implicant) close(g polar) bool {
	a := g.t.Args()
	switch op := g.t.Op(); {
	case op == OpNot:
		c.push(a[0], !g.positive)
	case op == OpAnd && g.positive, op == OpOr && !g.positive:
		for i := len(a) - 1; i >= 0; i-- {
			c.push(a[i], g.positive)
		}
	case op == OpAnd, op == OpOr:
		return c.choose(a, g.positive)
	case op == OpIte && g.t.Sort().IsBool():
		v, ok := c.decide(a[0])
		if !ok {
			return false
		}
		branch := a[1]
		if !v {
			branch = a[2]
		}
		c.push(branch, g.positive)
	case op == OpEq && a[0].Sort().IsBool():
		v, ok := c.decide(a[0])
		if !ok {
			return false
		}
		c.push(a[1], v == g.positive)
	default:
		t, ok := c.resolve(g.t)
		if !ok {
			return false
		}
		if t != g.t {
			c.push(t, g.positive) // builders may have simplified it to anything
			return true
		}
		if !g.positive {
			t = c.f.Not(t)
		}
		if !t.IsTrue() && !c.has[t] {
			c.has[t] = true
			c.out = append(c.out, t)
		}
	}
	return true
}

// decide makes the Bool term t, or its negation, a goal, whichever holds.
func (c *implicant) decide(t *Term) (value, ok bool) {
	value, err := c.e.Bool(t)
	if err == nil {
		c.push(t, value)
	}
	return value, err == nil
}

// choose makes one of the alternatives that hold a goal.
func (c *implicant) choose(alternatives []*Term, positive bool) bool {
	var found *Term
	for _, t := range alternatives {
		v, err := c.e.Bool(t)
		if err != nil || v != positive {
			continue
		}
		if c.seen[polar{t, positive}] {
			return true
		}
		if found == nil {
			found = t
		}
	}
	if found == nil {
		return false
	}
	c.push(found, positive)
	return true
}

// resolve replaces the conditionals in a literal by the branches taken.
func (c *implicant) resolve(t *Term) (*Term, bool) {
	any, ok := false, true
	Walk(func(s *Term) bool {
		any = any || s.Op() == OpIte
		return !any
	}, t)
	if !any {
		return t, true
	}
	memo := map[*Term]*Term{}
	WalkUp(func(s *Term) {
		args := s.Args()
		if len(args) == 0 || s.Op() == OpForall || s.Op() == OpExists {
			memo[s] = s
			return
		}
		if s.Op() == OpIte {
			v, err := c.e.Bool(args[0])
			if err != nil {
				ok = false
				v = true
			}
			memo[s] = memo[args[1]]
			if !v {
				memo[s] = memo[args[2]]
			}
			return
		}
		changed := false
		as := make([]*Term, len(args))
		for i, a := range args {
			as[i] = memo[a]
			changed = changed || as[i] != a
		}
		memo[s] = s
		if changed {
			memo[s] = c.f.Rebuild(s, as)
		}
	}, t)
	if !ok {
		return nil, false
	}
	// Only conditionals whose value is used give conditions.
	c.conditions(t)
	return memo[t], true
}

// conditions makes goals of the conditions that decide the value of t.
func (c *implicant) conditions(t *Term) {
	seen := map[*Term]bool{}
	stack := []*Term{t}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		if s.Op() != OpIte {
			stack = append(stack, s.Args()...)
			continue
		}
		if v, ok := c.decide(s.Arg(0)); ok && v {
			stack = append(stack, s.Arg(1))
		} else {
			stack = append(stack, s.Arg(2))
		}
	}
}

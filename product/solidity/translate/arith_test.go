package translate

import (
	"math/big"
	"math/rand"
	"strings"
	"testing"
	"time"

	"cupel/product/boogie"
	"cupel/product/boogie/vc"
	"cupel/product/solidity/ast"
)

// prove verifies that all equations hold, in the program of a translator.
func prove(t *testing.T, tr *translator, equations []boogie.Expr) {
	t.Helper()
	var body boogie.Body
	for _, e := range equations {
		body.Stmts = append(body.Stmts, &boogie.Assert{Cond: e})
	}
	tr.prog.Decls = append(tr.prog.Decls, &boogie.Procedure{Name: "p", Body: &body})
	var text strings.Builder
	if err := boogie.Print(&text, tr.prog); err != nil {
		t.Fatal(err)
	}
	tree, err := boogie.Parse("test.bpl", text.String())
	if err != nil {
		t.Fatal(err)
	}
	p, err := boogie.Check(tree)
	if err != nil {
		t.Fatal(err)
	}
	rs, err := vc.Verify(t.Context(), p, vc.Options{Work: 10_000_000, Timeout: 10 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rs {
		if r.Verdict != vc.OK {
			t.Errorf("%s: %v %v\n%s", r.Procedure, r.Verdict, r.Failures, text.String())
		}
	}
}

func newTranslator(mode Mode) *translator {
	return &translator{p: &ast.Program{}, o: Options{Mode: mode}, prog: &boogie.Program{}, res: &Result{}, declared: map[string]bool{},
		strings: map[string]int{}, records: map[string]*datatype{}, warned: map[string]bool{}}
}

// TestWrap compares wrapping, division and remainder with Go's.
func TestWrap(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	tr := newTranslator(Mod)
	var eqs []boogie.Expr
	eq := func(e boogie.Expr, v int64) { eqs = append(eqs, boogie.Bin(boogie.Eq, e, boogie.N(v))) }
	for range 60 {
		x, y := int64(int8(rng.Intn(256))), int64(int8(rng.Intn(256)))
		s8, u8 := ast.Int(8, true), ast.Int(8, false)
		eq(tr.wrap(boogie.N(x+y), s8, true), int64(int8(x+y)))
		eq(tr.wrap(boogie.N(x*y), s8, false), int64(int8(x*y)))
		ux, uy := int64(uint8(x)), int64(uint8(y))
		eq(tr.wrap(boogie.N(ux-uy), u8, true), int64(uint8(ux-uy)))
		eq(tr.wrap(boogie.N(x*y), u8, false), int64(uint8(x*y)))
		if y != 0 {
			eq(tr.tdiv(boogie.N(x), boogie.N(y)), x/y)
			eq(tr.trem(boogie.N(x), boogie.N(y)), x%y)
		}
	}
	prove(t, tr, eqs)
}

// TestCast compares conversions with Go's, also those of constants.
func TestCast(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	tr := newTranslator(Mod)
	b := (&testContext{tr}).body()
	var eqs []boogie.Expr
	for range 60 {
		x := int64(int16(rng.Intn(1 << 16)))
		from := ast.Int(16, true)
		hidden := boogie.Bin(boogie.Add, boogie.N(x), boogie.N(0)) // no constant
		for _, c := range []struct {
			to   *ast.Type
			want int64
		}{{ast.Int(8, true), int64(int8(x))}, {ast.Int(8, false), int64(uint8(x))}, {ast.Int(16, false), int64(uint16(x))}, {ast.Int(32, true), x}} {
			eqs = append(eqs, boogie.Bin(boogie.Eq, b.cast(hidden, from, c.to), boogie.N(c.want)))
			if got := wrapConst(big.NewInt(x), c.to); got.Int64() != c.want {
				t.Errorf("%d as %s: %s", x, c.to.Text, got)
			}
		}
		bs := b.resizeBytes(boogie.Bin(boogie.Add, boogie.N(int64(uint16(x))), boogie.N(0)), 16, 8)
		eqs = append(eqs, boogie.Bin(boogie.Eq, bs, boogie.N(int64(uint16(x))>>8)))
	}
	prove(t, tr, eqs)
}

// TestBits compares bit operations with Go's, and checks the facts assumed about those of large types.
func TestBits(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	tr := newTranslator(Mod)
	var eqs []boogie.Expr
	ops := map[string]func(x, y int64) int64{
		"&": func(x, y int64) int64 { return x & y }, "|": func(x, y int64) int64 { return x | y }, "^": func(x, y int64) int64 { return x ^ y },
		"<<": func(x, y int64) int64 { return x << y }, ">>": func(x, y int64) int64 { return x >> y },
	}
	for range 40 {
		r := rng.Intn(1 << 16)
		x, y := int64(int8(r)), int64(int8(r>>8))
		if rng.Intn(4) == 0 {
			x, y = int64(rng.Intn(3)-1), int64(rng.Intn(3)-1)
		}
		for op, f := range ops {
			for _, signed := range []bool{true, false} {
				ty := ast.Int(8, signed)
				x, y := x, y
				if !signed {
					x, y = int64(uint8(x)), int64(uint8(y))
				}
				if strings.Contains("<<>>", op) {
					y = int64(uint8(y)) % 12
				}
				want := f(x, y)
				if signed {
					want = int64(int8(want))
				} else {
					want = int64(uint8(want))
				}
				if len(op) == 1 {
					eqs = append(eqs, boogie.Bin(boogie.Eq, tr.smallBits(op, boogie.N(x), boogie.N(y), ty), boogie.N(want)))
				}
				hidden := boogie.Bin(boogie.Add, boogie.N(x), boogie.N(0)) // no constant
				if len(op) == 1 {
					for _, o := range []boogie.Expr{boogie.N(x), hidden} {
						for _, e := range []boogie.Expr{maskedBits(op, o, boogie.N(y)), maskedBits(op, boogie.N(y), o)} {
							if e != nil {
								eqs = append(eqs, boogie.Bin(boogie.Eq, e, boogie.N(want)))
							}
						}
					}
				}
				eqs = append(eqs, bitFacts(op, boogie.N(x), boogie.N(y), boogie.N(want), ty, false)...)
			}
		}
	}
	prove(t, tr, eqs)
}

// testContext makes a body for tests.
type testContext struct{ t *translator }

func (c *testContext) body() *body {
	x := &context{t: c.t, contract: &ast.ContractDefinition{}, procs: map[string]bool{}, recursion: map[int]bool{}}
	return x.newBody("p")
}

// TestPlaces: an assignment to a part of a value keeps the other parts.
func TestPlaces(t *testing.T) {
	tr := newTranslator(Int)
	rec := tr.record("R", "R#constr", []string{"f", "g"}, []boogie.Type{boogie.Int, boogie.Int})
	p := variable("v", nil).element(boogie.N(1), nil).part(rec, 1, nil)
	s := p.store(boogie.N(5)).(*boogie.Assign)
	const want = "(store v (R#constr (f#R#constr (select v 1)) 5) 1)"
	if got := text(s.Rhs[0]); got != want || text(s.Lhs[0]) != "v" {
		t.Errorf("%s := %s", text(s.Lhs[0]), got)
	}
}

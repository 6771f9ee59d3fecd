package cfa

import (
	"fmt"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/z3"
)

// holds parses a model with some variables and one assumption and returns the
// assumed condition.
func holds(t *testing.T, cond string) (*program.Program, *logic.Term) {
	t.Helper()
	src := "main process m {\nvar a : [int] -> int var p : bool var q : bool var r : bool var i : int var j : int var x : bv[8] var s : rat\ninit loc A loc B\nA -> B { assume " + cond + " }\n}"
	p, err := Parse("m.cfa", []byte(src))
	if err != nil {
		t.Fatalf("%s: %v", cond, err)
	}
	for _, e := range p.Edges {
		for i := range e.Ops {
			if e.Ops[i].Kind == program.OpAssume {
				return p, e.Ops[i].Expr
			}
		}
	}
	t.Fatalf("%s: no assumption", cond)
	return nil, nil
}

// TestMeaning: conditions that hold for all values of the variables, by z3.
// They pin grouping and the meaning of operators.
func TestMeaning(t *testing.T) {
	conds := []string{
		// Division rounds so that the remainder is not negative.
		"-7 / 2 = -4 and -7 mod 2 = 1 and 7 / -2 = -3 and 7 mod -2 = 1 and -7 / -2 = 4",
		"7 rem 2 = 1 and 7 rem -2 = -1 and -7 rem 2 = 1 and -7 rem -2 = -1 and (i = 0 or j rem i <= j mod i)",
		"i = 0 or (j / i) * i + j mod i = j",
		"1%3 + 1 = 4%3 and 1%2 < 1 and 6%4 = 3%2 and s / 2 + s / 2 = s and (s = 0 or s / s = 1)",
		"(if p then 1 else 1%2) >= 1%2",
		// Grouping.
		"(p iff q iff r) iff (p iff (q iff r))",
		"(p imply q imply r) iff (p imply (q imply r))",
		"(p imply q or r and p) iff (p imply (q or (r and p)))",
		"(p xor q and r) iff (p xor (q and r))", "(p or q xor r) iff (p or (q xor r))",
		"(not i = j) iff i /= j", "(not p and q) iff ((not p) and q)", "not not true",
		"(if p then q else r iff q) iff (if p then q else (r iff q))",
		"(forall (k : int) k > i or p) iff (forall (k : int) (k > i or p))",
		"(forall (k : int) k > i imply p) iff ((forall (k : int) k > i) imply p)",
		"i - j - 1 = (i - j) - 1", "i + j * 2 = i + (j * 2)", "-i + j = j - i", "- - i = i", "+i = i",
		"12 / 2 * 3 = 18", "i-1 = i - 1",
		"x bvor x bvand 8'd1 = x", "x bvshl 8'd1 = x bvadd x", "8'd1 bvadd x bvmul 8'd2 = x bvadd x bvadd 8'd1",
		"(exists (i : int) i = 3) and (forall (i : int) exists (k : int) k > i)",
		// Bit-vectors.
		"8'b101 = 8'd5 and 8'd-1 = 8'xfF and 8'd+3 = 8'b11 and 4'd-8 = 4'b1000",
		"(x bvrol 8'd3) = (x[5:0] ++ x[8:5]) and (x bvror 8'd3) = (x bvrol 8'd5) and (x bvrol 8'd0) = x and (x bvror 8'd8) = x",
		"(1'd1 bvrol 1'd1) = 1'd1",
		"x bv_zero_extend bv[12] = 4'd0 ++ x and x bv_sign_extend bv[9] = x[8:7] ++ x",
		"8'd-7 bvsdiv 8'd2 = 8'd-3 and 8'd-7 bvsrem 8'd2 = 8'd-1 and 8'd-7 bvsmod 8'd2 = 8'd1 and 8'd7 bvsmod 8'd-2 = 8'd-1",
		"8'd249 bvudiv 8'd2 = 8'd124 and 8'd249 bvurem 8'd2 = 8'd1 and x bvudiv 8'd0 = 8'd255",
		"bvnot x = bvneg x bvsub 8'd1 and bvpos x = x and x bvxor x = 8'd0",
		"(x bvult 8'd128) iff (x bvsge 8'd0)", "(x bvugt 8'd127) iff (x bvslt 8'd0)", "(x bvule x) and (x bvuge x) and (x bvsle x) and not x bvsgt x",
		"8'd-4 bvashr 8'd1 = 8'd-2 and 8'd-4 bvlshr 8'd1 = 8'd126",
		// Arrays.
		"a[i <- j][i] = j and (i = j or a[i <- 1][j] = a[j])",
		"[0 <- 1, 1 <- 2, 0 <- 3, default <- 7][0] = 3 and [<int> default <- i][j] = i and [0 <- 1, default <- 7][5] = 7",
		"[0 <- 1, 1 <- 2, default <- 0] = [1 <- 2, 0 <- 1, <int> default <- 0] and [0 <- 1, default <- 0] /= [<int> default <- 0]",
		"[1%2 <- p, 1 <- q, default <- r][1] iff q",
		// Floats: significands have no hidden bit, = is IEEE equality.
		"8'd127.23'd0 fpadd 8'd127.23'd0 = 8'd128.23'd0 and -8'd127.23'd0 < +8'd127.23'd0 and +8'd0.23'd0 = -8'd0.23'd0",
		"8'd255.23'd1 /= 8'd255.23'd1 and fpisnan 8'd255.23'd1 and not fpisnan 8'd255.23'd0",
		"fpabs -8'd127.23'd0 = fpneg fppos -8'd127.23'd0 and fpsqrt 8'd129.23'd0 = 8'd128.23'd0",
		"8'd128.23'd0 fpmul 8'd128.23'd0 fpsub 8'd127.23'd0 fpdiv 8'd127.23'd0 = 8'd128.23'b10000000000000000000000",
		"(8'd127.23'd0 fpmax 8'd128.23'd0) >= 8'd128.23'd0", "(8'd127.23'd0 fpmin 8'd128.23'd0) <= 8'd127.23'd0",
		"8'd129.23'd0 fprem 8'd128.23'b10000000000000000000000 = 8'd127.23'd0",
		"fptobv[8's][RTZ] -8'd127.23'b10000000000000000000000 = 8'd-1 and fptobv[8'u] 8'd127.23'b10000000000000000000000 = 8'd2",
		"fpfrombv[8:24][s] 8'd-1 = -8'd127.23'd0 and fpfrombv[8,24][u][RNE] 8'd1 = 8'd127.23'd0",
		"fptofp[11:53] 8'd127.23'd0 = 11'd1023.52'd0 and fproundtoint[RTP] 8'd127.23'd1 = 8'd128.23'd0",
	}
	for _, c := range conds {
		p, term := holds(t, c)
		s, err := z3.Open(p.Terms, smt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r, err := s.Check(t.Context(), p.Terms.Not(term)); err != nil || r != smt.Unsat {
			t.Errorf("%s: %v (%v)\n%s", c, r, err, term.StringN(300))
		}
		s.Close()
	}
}

// TestOperatorTables: every operator of the grammar has a meaning, on a level.
func TestOperatorTables(t *testing.T) {
	for name, o := range operators {
		if o.apply == nil || o.level <= levelIf || o.level >= levelExtend || !reserved[name] {
			t.Errorf("operator %s: %+v", name, o.level)
		}
	}
	for name := range prefixes {
		if !reserved[name] {
			t.Errorf("%s is no keyword", name)
		}
	}
	if got := fmt.Sprint(typeName(logic.ArraySort(logic.Int, logic.ArraySort(logic.BVSort(3), logic.Float32)))); got != "[int] -> [bv[3]] -> fp[8:24]" {
		t.Error(got)
	}
}

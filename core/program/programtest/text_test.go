package programtest_test

import (
	"strings"
	"testing"

	"cupel/core/program/programtest"
)

// TestText: a program is read as it is written.
func TestText(t *testing.T) {
	p := programtest.Text(`
		i n : int
		a : cells
		b : bv3
		S -> H; input n; havoc b; i := 0
		H -> H; assume (< i n); check (= b #b101); a := (store a i 1); i := (+ i 1)
		H -> error; assume (not (< i n)); assume (= (select a i) 2)
		H -> cut here; assume (= i 5)`)
	var b strings.Builder
	if err := p.Dump(&b); err != nil {
		t.Fatal(err)
	}
	const want = `program LP64
  var i : Int
  var n : Int
  var a : (Array Int Int)
  var b : (_ BitVec 3)
  L0 main S:1:0 (init)
    -> L1 at text:5:0
         n := input#1()
         havoc b
         i := 0
  L1 main H:1:0 (loop head)
    -> L1 at text:6:0
         assume i < n
         check b == -3 (check)
         a := a{i := 1}
         i := i + 1
    -> L2 at text:7:0
         assume i >= n
         assume a[i] == 2
    -> L3 at text:8:0
         assume i == 5
  L2 main error:1:0 (error)
  L3 main cut here:1:0 (cut: cut here)
`
	if b.String() != want || p.Lowered {
		t.Errorf("lowered %v, %s", p.Lowered, b.String())
	}
}

// TestTextFaults: a fault of a text is not passed over.
func TestTextFaults(t *testing.T) {
	for _, text := range []string{"i : float", "S", "S -> H; assume x", "S -> H; input x", "S -> H; jump true", "S -> H\nS -> error"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q is read", text)
				}
			}()
			programtest.Text(text)
		}()
	}
}

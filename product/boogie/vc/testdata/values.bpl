// Types: maps, datatypes in both notations, bit-vectors, reals, functions, constants.
type {:datatype} Pair;
function {:constructor} Pair(left: int, right: [int]bool) returns (Pair);
datatype Point<T> { Point(x: T, y: T) }
datatype Shape { Circle(r: int), Square(s: int) }
type Ref;
const unique nil, one: Ref;
const size: int;
axiom size > 10;
function {:builtin "((as const (Array Int |T@Pair|)) (|Pair| 0 ((as const (Array Int Bool)) true)))"} pairs() returns ([int]Pair);
function {:bvbuiltin "bvadd"} add8(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvsdiv"} sdiv8(bv8, bv8) returns (bv8);
function {:bvbuiltin "(_ sign_extend 8)"} wide(bv8) returns (bv16);
function {:bvbuiltin "frobnicate"} odd(bv8) returns (bv8);
function {:builtin "rem"} rem(int, int) returns (int);
function sq(x: int) returns (int) { x * x }
function pick<T>(b: bool, x: T, y: T) returns (T) { if b then x else y }
function un<T>(x: T) returns (T);
function fact(n: int) returns (int) { if n <= 0 then 1 else n * fact(n - 1) }
var ps: [int]Pair;

procedure maps() {
  var m: [int, bool]int;
  var n: [int][int]int;
  m[1, true] := 5;
  assert m[1, true] == 5;
  n[1][2] := 3;
  assert n[1][2] == 3 && n[1 := n[1]] == n;
  assert n[2][1] == n[1][2 := 0][1]; // fails
}

procedure datatypes() {
  var p: Pair;
  var q: Point int;
  p := Pair(1, right#Pair(p)[3 := true]);
  assert left#Pair(p) == 1 && right#Pair(p)[3] && is#Pair(p);
  q := Point(1, 2);
  q->x := q->y + 1;
  assert q == Point(3, 2) && q is Point;
  ps := pairs();
  assert left#Pair(ps[77]) == 0 && right#Pair(ps[2])[5];
  ps[3] := p;
  assert left#Pair(ps[3]) == 1;
  assert ps == pairs(); // fails
}

procedure several() { var s: Shape; assert s is Circle; } // fails

procedure bits(x: bv8) {
  assert add8(255bv8, 1bv8) == 0bv8;
  assert sdiv8(249bv8, 2bv8) == 253bv8; // -7 / 2 == -3
  assert wide(255bv8) == 65535bv16;
  assert (x ++ x)[8:0] == x && (x ++ 0bv8)[16:8] == x;
  assert x[4:0] ++ x[8:4] == x; // fails
}

procedure unsupported(x: bv8) { assert odd(x) == x; }

procedure numbers(x: int, r: real) {
  assert (-7) div 2 == -4 && (-7) mod 2 == 1 && 7 mod (-2) == 1 && 7 div (-2) == -3;
  assert rem(7, -2) == -1;
  assert int(1.5) == 1 && int(-1.5) == -2 && real(x) / 2.0 * 2.0 == real(x);
  assert 1 / 2 == 0.5 && 1.5e1 == 15.0;
  assert r + 1.0 > r;
  assert real(int(r)) == r; // fails
}

procedure functions(x: int) {
  assert sq(x) >= 0;
  assert pick(x > 0, x, 1) > 0 && pick(true, nil, one) == nil;
  assert un(x) == un(x + 0);
  assert un(nil) == nil; // fails
}

procedure constants() {
  assert nil != one && size > 5;
  assert size > 11; // fails
}

procedure quantifiers(a: [int]int, n: int)
  requires (forall i: int :: { a[i] } 0 <= i && i < n ==> a[i] > 0);
{
  assert n > 3 ==> a[2] > 0;
  assert (exists i: int :: i > n);
  assert (forall i: int :: a[i] > 0); // fails
}

// All values of an uninterpreted type: finite ones are not excluded.
procedure universe(p: [Ref]bool)
  requires (forall r: Ref :: r == nil || r == one);
{
  assert false;
}

procedure lambdas(n: int) {
  var m: [int, bool]int;
  m := (lambda i: int, b: bool :: if b then i + n else 0);
  assert m[1, true] == n + 1 && m[5, false] == 0;
}

procedure lambdaWithin() {
  assert (forall n: int :: (lambda i: int :: i + n)[1] == n + 1);
}
// verdicts: maps ERROR, datatypes ERROR, several ERROR, bits ERROR, unsupported UNKNOWN, numbers ERROR, functions ERROR, constants ERROR, quantifiers ERROR, universe UNKNOWN, lambdas OK, lambdaWithin OK

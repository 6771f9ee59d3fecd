// Every construct of the language once or twice.
type Ref;
type Field a;
type {:datatype} Pair;
type Heap = [Ref]int;
type Two a b = [a, int]b;
type finite Small;
datatype Point<T> { Point(x: T, y: T), None() }

const unique null: Ref;
const {:note "text", 3} a, b: int;
function {:constructor} Pair#1(left#1: int, right: bool) returns (Pair);
function {:inline} twice(x: int) returns (int) { x + x }
function {:builtin "((as const (Array Int Int)) 0)"} zeros() returns ([int]int);
function {:bvbuiltin "bvadd"} add8(bv8, bv8) returns (bv8);
function pick<T>(x, y: T, b: bool): T;
axiom (forall x: int, y: int :: {:qid "q"} { twice(x), twice(y) } { pick(x, y, true) } x < y ==> twice(x) < twice(y));
axiom (exists<T> m: [int]T :: {:nopats m[0] } m[0] == m[1]);
axiom a - (b - 1) - 2 == -a * (b + 3) div 4 mod 5 && !(a <= b) && 2.0 ** 3.0 ** 1.0 > 0.0;
axiom (a == 1 || b == 2) && (a == 1 <==> b == 2) && ((a == 1 ==> b == 2) ==> a == 3 ==> b == 4);
axiom a == 1 <== b == 2 <== a == 3;
axiom (5bv8 ++ 1bv8)[12:4] == 81bv8 && add8(1bv8, 2bv8) == 3bv8;
axiom 1.5 / real(a) == 2e3 + 1.0e-2 && int(1.5) == 1;
axiom (a : int) + 1 == a;

var h: Heap where h[null] == 0;
var m: [int][int]int, {:x} n: [int, bool]int;
var \if: bool;

procedure {:inline 1} callee(x: int where x > 0, {:y} y: int) returns (r: int, s: int where s >= 0);
  requires {:sourceloc "a.sol", 3, 4} {:message "it's \"quoted\""} x > y;
  free requires y > 0;
  modifies h, m;
  ensures r == old(x) + old(m[x][y]);
  free ensures s == 0;

procedure caller(p: Point int)
{
  var i, j: int;
  var q: Point int;
  var w: bool where w;

  i, j := 0, 1;
  q := Point(1, 2);
  q->x := 3;
  m[1][2] := 3;
  n[1, true] := 4;
  h := h[null := 5];
  havoc i, j;
  call i, j := callee(i + 1, 0);
  call {:z} callee2();
  assume {:w} p is Point && p->x == 1;
  outer:
  while (i < 10)
    invariant 0 <= i;
    free invariant {:message "m"} i <= 10;
  {
    i := i + 1;
    if (*) {
      break outer;
    } else if (i == 3) {
      break;
    } else {
      goto end;
    }
    while (*) { }
    if (i == 4) { return; }
  }
  assert {:message "all"} (lambda k: int :: k + 1)[1] == 2;
  end:
  assert (if i > 0 then i else -i) >= 0;
}

procedure callee2();

implementation callee2()
{
  goto l1, l2;
  l1: assume \if;
  return;
  l2:
}

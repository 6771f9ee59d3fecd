// Uninterpreted types: something is said about all values, of which there may be
// finitely many.
type Ref;
type Box a;
const unique nil, one: Ref;
function owner(r: Ref) returns (Ref);
function {:builtin "((as const (Array Int Int)) 0)"} zeros() returns ([Ref]int);
axiom (forall r: Ref :: owner(owner(r)) == owner(r));

procedure frame(h: [Ref]int, x: Ref) returns (k: [Ref]int)
  ensures (forall r: Ref :: r == x || k[r] == h[r]);
{
  k := h[x := 1];
}

procedure two(p: [Ref]bool, r: Ref)
  requires (forall s: Ref :: s == nil || s == one);
  requires p[nil] && p[one];
{
  assert p[r];
  assert owner(owner(r)) == owner(r);
}

// Over the integers the precondition is false.
procedure universe()
  requires (forall s: Ref :: s == nil || s == one);
{
  assert false;
}

procedure generic<T>(x: T, y: T, b: Box T) returns (z: T)
  ensures z == x || z == y;
{
  z := x;
  if (*) { z := y; }
}

procedure constant(x: Ref)
{
  assert zeros()[x] == 0;
}

// All maps are the same if there is one value only.
procedure maps(m: [int]Ref)
  requires (forall n: [int]Ref :: n == m);
  requires m[0] != m[1];
{
  assert false;
}

type {:datatype} Cell;
function {:constructor} Cell(at: int) returns (Cell);

procedure members(m: [Ref]Cell)
  requires (forall n: [Ref]Cell :: n == m);
{
  assert true ==> m[nil] == m[one];
}

type Unit;

procedure lambdas(r: Unit)
  requires (forall s: Unit :: s == r);
{
  var h, k: [Unit]int;
  h := (lambda s: Unit :: 0);
  k := (lambda s: Unit :: 1);
  assert h != k;
  k := k[r := 0];
  assert h[r] == k[r];
  assert h != k;
}
// verdicts: frame OK, two OK, universe UNKNOWN, generic OK, constant OK, maps UNKNOWN, members UNKNOWN, lambdas UNKNOWN

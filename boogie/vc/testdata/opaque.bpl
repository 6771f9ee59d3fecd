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
// verdicts: frame OK, two OK, universe UNKNOWN, generic OK, constant UNKNOWN

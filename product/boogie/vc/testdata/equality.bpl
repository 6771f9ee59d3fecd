// Values of types that are the same for some meaning of the type parameters are compared, as in Boogie.
type F a;
const f: F int;
const g: F bool;
function id<a>(x: F a) returns (int);
procedure param<a>(x: F a) { assert x == f ==> id(x) == id(f); }
procedure symmetric<a>(x: F a) { assert x == f ==> f == x; }
procedure never<a>(x: F a) { assert x != f; }
procedure two<a, b>(x: F a, y: F b, z: F a) { assert x == y && x == z ==> z == y; }
procedure instance(m: <a>[F a]int)
  requires (forall<a> x: F a :: m[x] == (if x == f then 1 else 2));
{
  assert m[f] == 1;
  assert m[g] == 2;
}
procedure map<a>(x: [int]a, y: [int]bool) { assert x == y; }
// verdicts: param UNKNOWN, symmetric OK, never UNKNOWN, two OK, instance OK, map UNKNOWN

// Heaps as Dafny and Spec# have them: an update may be at the type that another access has, and leaves other objects alone.
type Ref;
type Field a;
type Heap = <a>[Ref, Field a]a;
const unique count: Field int;
function read<a>(h: Heap, r: Ref, f: Field a) returns (a) { h[r, f] }
procedure generic<c>(h: Heap, r: Ref, o: Ref, g: Field c) { assert r != o ==> h[r, count := 1][o, g] == h[o, g]; }
procedure same<c>(h: Heap, r: Ref, g: Field c) { assert h[r, count := 1][r, g] == h[r, g]; }
procedure all(h: Heap, r: Ref) {
  var k: Heap;
  k := h[r, count := h[r, count] + 1];
  assert (forall<a> o: Ref, f: Field a :: { read(k, o, f) } o != r ==> read(k, o, f) == read(h, o, f));
}
procedure twice<c>(h: Heap, r: Ref, s: Ref, o: Ref, g: Field c, v: c) {
  var k: Heap;
  k := h;
  k[r, g] := v;
  k[s, count] := 3;
  assert o != r && o != s ==> k[o, count] == h[o, count] && k[o, g] == h[o, g];
  assert r != s ==> k[r, g] == v;
}
procedure clash<c>(h: Heap, r: Ref, g: Field c, v: c) {
  var k: Heap;
  k := h[r, count := 3];
  k[r, g] := v;
  assert k[r, count] == 3;
}
procedure datatypes<c>(m: <a>[D, Field a]a, d: D, e: D, g: Field c) { assert d->x != e->x ==> m[d, count := 1][e, g] == m[e, g]; }
procedure datatypesSame<c>(m: <a>[D, Field a]a, d: D, e: D, g: Field c) { assert d->x == e->x ==> m[d, count := 1][e, g] == m[e, g]; }
datatype D { D(x: int, y: bool) }
// verdicts: generic OK, same UNKNOWN, all OK, twice OK, clash UNKNOWN, datatypes OK, datatypesSame UNKNOWN

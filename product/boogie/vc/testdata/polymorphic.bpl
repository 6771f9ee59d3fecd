type Ref; type Field x; type Heap = <x>[Ref, Field x]x;
var h: Heap; const f: Field int; const g: Field bool; const r: Ref;
function id<a>(x: a): a;
axiom (forall<a> x: a :: {id(x)} id(x) == x);
procedure ok() modifies h; { h[r, f] := 3; h[r, g] := true; assert h[r, f] == 3; assert id(4) == 4; assert id(true); }
procedure bad() modifies h; { h[r, f] := 3; assert h[r, g]; }
procedure all(k: Heap) { assume (forall<x> o: Ref, q: Field x :: k[o, q] == h[o, q]); assert k[r, f] == h[r, f]; assert (forall<x> o: Ref, q: Field x :: k[o, q] == h[o, q]); }
procedure notall(k: Heap) { assume k[r, f] == h[r, f]; assert (forall<x> o: Ref, q: Field x :: k[o, q] == h[o, q]); }
// verdicts: ok OK, bad UNKNOWN, all OK, notall UNKNOWN

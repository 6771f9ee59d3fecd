type Ref; type Field x; type Heap = <x>[Ref, Field x]x;
var h: Heap; const f: Field int; const g: Field bool; const r: Ref;
function id<a>(x: a): a;
axiom (forall<a> x: a :: {id(x)} id(x) == x);
procedure ok() modifies h; { h[r, f] := 3; h[r, g] := true; assert h[r, f] == 3; assert id(4) == 4; assert id(true); }
procedure bad() modifies h; { h[r, f] := 3; assert h[r, g]; }
procedure all(k: Heap) { assume (forall<x> o: Ref, q: Field x :: k[o, q] == h[o, q]); assert k[r, f] == h[r, f]; assert (forall<x> o: Ref, q: Field x :: k[o, q] == h[o, q]); }
procedure notall(k: Heap) { assume k[r, f] == h[r, f]; assert (forall<x> o: Ref, q: Field x :: k[o, q] == h[o, q]); }
datatype List<a> { Nil(), Cons(head: a, tail: List a) }
procedure lists(l: List int) { assert Cons(1, l)->tail == l; assert Nil() != Cons(1, l); assert l is Nil || l == Cons(l->head, l->tail); assert l != Cons(2, l); }
procedure some(l: List int) { assert l is Cons; } // fails
procedure changed(l: List int) { var m: List int; m := l->(head := 3); assert l is Cons ==> m->head == 3 && m->tail == l->tail; assert m == l; } // fails
// verdicts: ok OK, bad UNKNOWN, all OK, notall UNKNOWN, lists OK, some ERROR, changed ERROR

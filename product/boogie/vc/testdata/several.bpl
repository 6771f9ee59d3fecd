datatype List<a> { Nil(), Cons(head: a, tail: List a) }
procedure lists(l: List int) { assert Cons(1, l)->tail == l; assert Nil() != Cons(1, l); assert l is Nil || l == Cons(l->head, l->tail); assert l != Cons(2, l); }
procedure some(l: List int) { assert l is Cons; } // fails
procedure changed(l: List int) { var m: List int; m := l->(head := 3); assert l is Cons ==> m->head == 3 && m->tail == l->tail; assert m == l; } // fails
// verdicts: lists OK, some ERROR, changed ERROR

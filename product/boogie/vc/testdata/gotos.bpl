// Cycles of gotos, also with several entries.
procedure two(n: int) returns (i: int) {
  i := 0;
  goto A, B;
A:
  assert i >= 0;
  i := i + 1;
  goto B, End;
B:
  assert i >= 0;
  i := i + 2;
  goto A, End;
End:
  assert i >= 0;
  assert i != 0;
}
procedure bad() returns (i: int) {
  i := 0;
  goto A, B;
A:
  i := i + 1;
  goto B, End;
B:
  assert i >= 0;
  goto A, End;
End:
  assert i == 0; // fails
}
procedure three(b: bool) returns (x: int, y: int) {
  x, y := 0, 0;
  goto A, B, C;
A:
  assert x == y;
  x, y := x + 1, y + 1;
  goto B, C;
B:
  assert x == y;
  goto C, A;
C:
  assert x == y;
  x, y := x - 1, y - 1;
  goto A, B, End;
End:
  assert x == y;
}
procedure nested() returns (x: int) {
  x := 0;
Outer:
  assert x >= 0;
  goto A, B;
A:
  assert x >= 0;
  x := x + 1;
  goto B, Outer;
B:
  assert x >= 0;
  goto A, Outer, End;
End:
  assert x >= 0;
}
procedure intoWhile(n: int) returns (x: int) {
  x := 0;
  goto A, B;
A:
  assert x <= 10;
  while (x < 10) invariant x <= 10; { x := x + 1; }
  goto B;
B:
  assert x <= 10;
  goto A, End;
End:
  assert x <= 10;
}
procedure {:inline} modular(x: int) returns (y: int) ensures y >= x; { y := x + 1; }
procedure caller() returns (y: int) {
  call y := modular(3);
  assert y >= 3;
  assert y == 4; // fails
}
// verdicts: two OK, bad ERROR, three OK, nested OK, intoWhile OK, modular OK, caller ERROR

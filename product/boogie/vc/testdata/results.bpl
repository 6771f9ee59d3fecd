// Maps whose type parameters only their elements determine.
var p: <a>[int]a;
var q: <a>[]a;
procedure elements() {
  p[13] := 5;
  p[17] := true;
  p[13] := false;
  p[17] := 8;
  assert p[13] == 5 && !p[13] && p[17] == 8 && p[17];
}
procedure nullary() {
  q[] := 12;
  q := q[:= true];
  assert q[] == 12;
  assert q[];
}
procedure wrong() { p[13] := 5; assert p[14] == 5; } // fails
procedure P(x: int) returns (w: int where w == y, y: int where 0 <= y);
implementation P(x: int) returns (v: int, z: int) {
  assert v == z && z >= 0;
  havoc z;
  assert z >= 0;
  while (*) { havoc v; }
  assert v == z;
  havoc z;
  assert v == z; // fails
}
// verdicts: elements OK, nullary OK, wrong ERROR, P ERROR

type {:datatype} Arr;
function {:constructor} Arr#(a: [int]int, len: int) returns (Arr);
var x: [int]int; var y: [int]int;
procedure add(n: int, p: int) returns (r: int)
requires n >= 0;
ensures r == p + n;
{
  var i: int;
  r := p; i := 0;
  while (i < n) { r := r + 1; i := i + 1; }
}
procedure zero(n: int) returns (v: Arr)
requires n >= 0;
ensures (forall k: int :: 0 <= k && k < n ==> a#Arr#(v)[k] == 0);
{
  var i: int;
  i := 0;
  while (i < n) { v := Arr#(a#Arr#(v)[i := 0], n); i := i + 1; }
}
procedure both(this: int, n: int)
requires x[this] == y[this]; ensures x[this] == y[this];
{
  var i: int;
  i := 0;
  while (true) { if (!(i < n)) { goto done; } x[this] := x[this] + 1; y[this] := y[this] + 1; i := i + 1; }
  done:
  assert x[this] >= old(x[this]);
}
procedure bad(n: int) returns (i: int) ensures i == n; { i := 0; while (i < n) { i := i + 1; } }
procedure nest(n: int) returns (c: int) requires n >= 0; ensures c == 2*n;
{ var i, j: int; i, c := 0, 0; while (i < n) { j := 0; while (j < 2) { c := c + 1; j := j + 1; } i := i + 1; } }

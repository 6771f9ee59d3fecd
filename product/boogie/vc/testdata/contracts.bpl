// Calls by contract: preconditions, frames, old, free clauses, where clauses.
var g: int;
var h: int;
var w: int where w > 0;

procedure add(n: int) returns (r: int)
  requires n >= 0;
  free requires n < 100;
  modifies g;
  ensures g == old(g) + n;
  ensures r == g;
  free ensures r < 1000;
{
  g := g + n;
  r := g;
  assert n < 100;
}

procedure bodiless(x: int) returns (y: int where y > x);
  modifies h;

procedure caller(n: int)
{
  var a: int;
  h := 5;
  call a := add(3);
  assert a == old(g) + 3 && h == 5;
  assert a < 1000;
  call a := bodiless(a);
  assert a > old(g) + 3;
  assert g == old(g) + 3;
  assert h == 5; // fails
  call a := add(n); // fails
}

// The globals that a procedure changes are those that the called ones change.
procedure indirect()
{
  var a: int;
  g := 1;
  call through();
  assert g == 1; // fails
  assert h == old(h);
}

procedure through()
{
  var a: int;
  call a := add(1);
}

procedure wheres()
{
  var l: int where l == 7;
  assert w > 0;
  assert l == 7;
  havoc l, w;
  assert w > 0 && l == 7;
  l := 8;
  assert l == 7; // fails
}

// The implementation names its parameters in its own way.
procedure named(a: int) returns (b: int);
  requires a > 0;
  ensures b > a; // fails

implementation named(x: int) returns (y: int)
{
  assert x > 0;
  y := x + 1;
}

implementation named(x: int) returns (y: int)
{
  y := x;
}
// verdicts: add OK, caller ERROR, indirect ERROR, through OK, wheres ERROR, named OK, named ERROR

// Inlining: bodies are used, contracts are checked around them, recursion beyond the
// depth is a call by contract.
var g: int;

procedure {:inline 1} add(n: int)
  requires n > 0; // also of what is inlined
  ensures g > 10; // fails
{
  if (n == 7) { return; }
  g := g + n;
}

procedure once()
{
  g := 10;
  call add(1);
  assert g == 11;
}

procedure twice()
{
  g := 0;
  call add(1);
  assert g == 1;
}

procedure precondition(n: int)
{
  g := 100;
  call add(n); // fails
}

procedure {:inline 2} down(n: int) returns (r: int)
{
  r := 0;
  if (n > 0) {
    call r := down(n - 1);
    r := r + 1;
  }
}

procedure shallow() { var r: int; call r := down(1); assert r == 1; }

// Beyond the depth the result is unknown; assuming false would prove this.
procedure deep() {
  var r: int;
  call r := down(5);
  assert r == 6; // fails
}

procedure {:inline 1} locals() returns (r: int)
{
  var l: int;
  r := l;
  l := 3;
}

procedure fresh() {
  var a, b: int;
  call a := locals();
  call b := locals();
  assert a == b; // fails
}

procedure {:inline 1} olds() ensures g == old(g) + 2; { g := g + 1; assert g == old(g) + 1; g := g + 1; }

procedure old2() { g := 5; call olds(); assert g == 7; assert old(g) == 5; // fails
}
// verdicts: once OK, twice ERROR, precondition ERROR, down OK, shallow OK, deep ERROR, fresh ERROR, old2 ERROR

// Loops: invariants, inferred bounds, breaks, gotos.
procedure counter(n: int) returns (i: int)
  requires n >= 0;
  ensures i == n;
{
  i := 0;
  while (i < n)
    invariant i <= n;
  {
    i := i + 1;
  }
}

procedure entry(n: int)
{
  var i: int;
  i := n;
  while (i < 10)
    invariant i <= 10; // fails
  {
    i := i + 1;
  }
}

procedure maintained(n: int)
{
  var i: int;
  i := 0;
  while (i < n)
    invariant i < 10; // fails
  {
    i := i + 1;
  }
  assert i < 10;
}

procedure bounds(n: int)
{
  var i, j: int;
  i, j := 0, 100;
  while (*)
  {
    if (i < 10) { i := i + 1; }
    if (j > 50) { j := j - 1; }
  }
  assert 0 <= i && i <= 10 && 50 <= j && j <= 100;
  assert j <= 99; // fails
}

procedure breaks(n: int)
{
  var i, j: int;
  i := 0;
  outer:
  while (true)
    invariant i >= 0;
  {
    j := 0;
    while (true)
      invariant j >= 0;
    {
      if (*) { break; }
      if (i > 5) { break outer; }
      j := j + 1;
    }
    i := i + 1;
  }
  assert i > 5;
}

procedure unstructured(n: int)
  requires n > 0;
{
  var i: int;
  i := n;
  head:
  assert i >= 0;
  goto body, done;
  body:
  assume i > 0;
  i := i - 1;
  goto head;
  done:
  assume i <= 0;
  assert i == 0;
}

procedure irreducible()
{
  goto a, b;
  a:
  goto b, c;
  b:
  goto a, c;
  c:
}

procedure nested(n: int)
{
  var i, s: int;
  i, s := 0, 0;
  while (i < n)
    invariant s >= 0;
  {
    i := i + 1;
    while (*)
      invariant s >= 0 && i > 0;
    {
      s := s + i;
    }
  }
  assert s >= 0;
}

procedure freeInvariant()
{
  var i: int;
  i := 0;
  while (*)
    free invariant i == 3;
  {
    i := i + 2;
  }
  assert i == 3;
}
// verdicts: counter OK, entry ERROR, maintained ERROR, bounds ERROR, breaks OK, unstructured OK, irreducible OK, nested OK, freeInvariant OK

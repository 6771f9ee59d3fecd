method Pair(a: array<int>, s: int) returns (found: bool, i: int, j: int)
  ensures found ==> 0 <= i < a.Length && 0 <= j < a.Length && a[i] + a[j] == s
{
  found, i, j := false, 0, 0;
  label outer:
  while i < a.Length
    invariant 0 <= i <= a.Length && !found
  {
    j := 0;
    while j < a.Length
      invariant 0 <= j <= a.Length && !found
    {
      if a[i] + a[j] == s {
        found := true;
        break outer;
      }
      j := j + 1;
    }
    i := i + 1;
  }
}

method Collatz(n: nat) returns (steps: nat)
  decreases *
{
  var x := n;
  steps := 0;
  while x > 1
    decreases *
  {
    if x % 2 == 0 { x := x / 2; } else { x := 3 * x + 1; }
    steps := steps + 1;
  }
}

method Forever(n: int)
{
  var i := n;
  while i != 0
  {
    i := i - 1;
  }
}

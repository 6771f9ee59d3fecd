function Fib(n: nat): nat
{
  if n < 2 then n else Fib(n - 1) + Fib(n - 2)
}

method Compute(n: nat) returns (f: nat)
  ensures f == Fib(n)
{
  var i, next := 0, 1;
  f := 0;
  while i < n
    invariant 0 <= i <= n && f == Fib(i) && next == Fib(i + 1)
  {
    f, next := next, f + next;
    i := i + 1;
  }
}

method ComputeBad(n: nat) returns (f: nat)
  ensures f == Fib(n)
{
  var i, next := 0, 1;
  f := 1;
  while i < n
    invariant 0 <= i <= n && f == Fib(i) && next == Fib(i + 1)
  {
    f, next := next, f + next;
    i := i + 1;
  }
}

function Sum(n: nat): nat { if n == 0 then 0 else n + Sum(n - 1) }

lemma Gauss(n: nat)
  ensures 2 * Sum(n) == n * (n + 1)
{
}

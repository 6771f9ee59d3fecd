method Divide(n: nat, d: nat) returns (q: nat, r: nat)
  requires d > 0
  ensures n == q * d + r && r < d
{
  q, r := 0, n;
  while r >= d
    invariant n == q * d + r
  {
    q, r := q + 1, r - d;
  }
}

method Halve(n: int) returns (h: int)
  requires n % 2 == 0
  ensures h + h == n
{
  h := n / 2;
}

method HalveBad(n: int) returns (h: int)
  ensures h + h == n
{
  h := n / 2;
}

method Zero(n: int, d: int) returns (q: int)
{
  q := n / d;
}

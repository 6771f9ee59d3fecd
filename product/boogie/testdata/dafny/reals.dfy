method Middle(a: real, b: real) returns (m: real)
  requires a < b
  ensures a < m < b
{
  m := (a + b) / 2.0;
}

method Interest(balance: real, years: nat) returns (r: real)
  requires balance >= 0.0
  ensures r >= balance
{
  r := balance;
  var i := 0;
  while i < years
    invariant r >= balance
  {
    r := r + r / 20.0;
    i := i + 1;
  }
}

method Round(x: real) returns (n: int)
  ensures n as real <= x < (n + 1) as real
{
  n := x.Floor;
}

method Inverse(x: real) returns (y: real)
  ensures x * y == 1.0
{
  y := 1.0 / x;
}

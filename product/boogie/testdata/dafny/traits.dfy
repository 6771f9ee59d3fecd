trait Shape {
  function method Area(): int
    reads this
    ensures Area() >= 0
  method Grow(n: nat)
    modifies this
}

class Square extends Shape {
  var side: nat
  function method Area(): int
    reads this
    ensures Area() >= 0
  {
    side * side
  }
  method Grow(n: nat)
    modifies this
    ensures side == old(side) + n
  {
    side := side + n;
  }
}

method Total(a: Shape, b: Shape) returns (n: int)
  ensures n >= a.Area()
{
  n := a.Area() + b.Area();
}

method TotalBad(a: Shape, b: Shape) returns (n: int)
  ensures n > a.Area()
{
  n := a.Area() + b.Area();
}

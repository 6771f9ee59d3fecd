newtype byte = x | 0 <= x < 256
type Even = x: int | x % 2 == 0

method Add(a: byte, b: byte) returns (c: byte)
  requires a as int + b as int < 256
  ensures c >= a
{
  c := a + b;
}

method AddBad(a: byte, b: byte) returns (c: byte)
{
  c := a + b;
}

method Double(n: int) returns (e: Even)
  ensures e == 2 * n
{
  e := 2 * n;
}

method Next(e: Even) returns (f: Even)
  ensures f == e + 1
{
  f := e + 1;
}

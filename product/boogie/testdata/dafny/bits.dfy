method Mask(x: bv8) returns (y: bv8)
  ensures y & 0xF0 == 0
{
  y := x & 0x0F;
}

method Xor(x: bv16, y: bv16)
  ensures (x ^ y) ^ y == x
{
}

method Wrap(x: bv8)
  ensures x + 1 > x
{
}

method Shift(x: bv32)
  ensures (x << 1) == x + x
{
}

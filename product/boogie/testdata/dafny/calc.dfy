function Power(b: int, n: nat): int
{
  if n == 0 then 1 else b * Power(b, n - 1)
}

lemma PowerAdd(b: int, m: nat, n: nat)
  ensures Power(b, m + n) == Power(b, m) * Power(b, n)
{
  if m == 0 {
  } else {
    calc {
      Power(b, m + n);
      b * Power(b, m - 1 + n);
      { PowerAdd(b, m - 1, n); }
      b * (Power(b, m - 1) * Power(b, n));
      Power(b, m) * Power(b, n);
    }
  }
}

lemma Cycle(p: bool, q: bool, r: bool)
  requires p ==> q
  requires q ==> r
  ensures p ==> r
{
}

lemma PowerWrong(b: int, n: nat)
  ensures Power(b, n) >= 1
{
}

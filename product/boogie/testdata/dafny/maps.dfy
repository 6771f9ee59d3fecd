method Put(m: map<int, int>, k: int, v: int) returns (r: map<int, int>)
  ensures r[k] == v
  ensures forall j :: j in m && j != k ==> j in r && r[j] == m[j]
{
  r := m[k := v];
}

method Get(m: map<int, bool>, k: int) returns (v: bool)
{
  v := m[k];
}

method GetOr(m: map<int, int>, k: int, d: int) returns (v: int)
  ensures k in m ==> v == m[k]
  ensures k !in m ==> v == d
{
  if k in m { v := m[k]; } else { v := d; }
}

method Same(m: map<int, int>, k: int)
  requires k in m
  ensures m[k := m[k]] == m
{
}

method Squares(n: nat) returns (m: map<int, int>)
  ensures forall i :: 0 <= i < n ==> i in m && m[i] == i * i
{
  m := map i | 0 <= i < n :: i * i;
}

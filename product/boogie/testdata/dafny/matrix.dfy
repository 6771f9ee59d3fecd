method Fill(m: array2<int>, v: int)
  modifies m
  ensures forall i, j :: 0 <= i < m.Length0 && 0 <= j < m.Length1 ==> m[i, j] == v
{
  var i := 0;
  while i < m.Length0
    invariant 0 <= i <= m.Length0
    invariant forall k, j :: 0 <= k < i && 0 <= j < m.Length1 ==> m[k, j] == v
  {
    var j := 0;
    while j < m.Length1
      invariant 0 <= j <= m.Length1
      invariant forall k, l :: 0 <= k < i && 0 <= l < m.Length1 ==> m[k, l] == v
      invariant forall l :: 0 <= l < j ==> m[i, l] == v
    {
      m[i, j] := v;
      j := j + 1;
    }
    i := i + 1;
  }
}

method Clear(a: array<int>)
  modifies a
  ensures forall i :: 0 <= i < a.Length ==> a[i] == 0
{
  forall i | 0 <= i < a.Length { a[i] := 0; }
}

method Diagonal(m: array2<bool>)
  modifies m
{
  var i := 0;
  while i < m.Length0
    invariant 0 <= i <= m.Length0
  {
    m[i, i] := true;
    i := i + 1;
  }
}

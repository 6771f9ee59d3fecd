method Swap(a: array<int>, i: int, j: int)
  requires 0 <= i < a.Length && 0 <= j < a.Length
  modifies a
  ensures a[i] == old(a[j]) && a[j] == old(a[i])
  ensures forall k :: 0 <= k < a.Length && k != i && k != j ==> a[k] == old(a[k])
  ensures multiset(a[..]) == old(multiset(a[..]))
{
  a[i], a[j] := a[j], a[i];
}

method Smallest(a: array<int>, from: int) returns (at: int)
  requires 0 <= from < a.Length
  ensures from <= at < a.Length
  ensures forall k :: from <= k < a.Length ==> a[at] <= a[k]
{
  at := from;
  var i := from + 1;
  while i < a.Length
    invariant from <= at < i <= a.Length
    invariant forall k :: from <= k < i ==> a[at] <= a[k]
  {
    if a[i] < a[at] { at := i; }
    i := i + 1;
  }
}

method Sort(a: array<int>)
  modifies a
  ensures forall i, j :: 0 <= i < j < a.Length ==> a[i] <= a[j]
  ensures multiset(a[..]) == old(multiset(a[..]))
{
  var n := 0;
  while n < a.Length
    invariant 0 <= n <= a.Length
    invariant forall i, j :: 0 <= i < n && i < j < a.Length ==> a[i] <= a[j]
    invariant multiset(a[..]) == old(multiset(a[..]))
  {
    var at := Smallest(a, n);
    Swap(a, n, at);
    n := n + 1;
  }
}

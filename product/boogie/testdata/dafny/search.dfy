predicate Sorted(a: array<int>)
  reads a
{
  forall i, j :: 0 <= i < j < a.Length ==> a[i] <= a[j]
}

method Find(a: array<int>, key: int) returns (at: int)
  requires Sorted(a)
  ensures at < 0 ==> forall i :: 0 <= i < a.Length ==> a[i] != key
  ensures 0 <= at ==> at < a.Length && a[at] == key
{
  var lo, hi := 0, a.Length;
  while lo < hi
    invariant 0 <= lo <= hi <= a.Length
    invariant forall i :: 0 <= i < a.Length && !(lo <= i < hi) ==> a[i] != key
  {
    var mid := (lo + hi) / 2;
    if a[mid] < key {
      lo := mid + 1;
    } else if key < a[mid] {
      hi := mid;
    } else {
      return mid;
    }
  }
  return -1;
}

method FindBad(a: array<int>, key: int) returns (at: int)
  ensures 0 <= at ==> at < a.Length && a[at] == key
{
  at := 0;
  while at < a.Length && a[at] != key
    invariant 0 <= at <= a.Length
  {
    at := at + 1;
  }
}

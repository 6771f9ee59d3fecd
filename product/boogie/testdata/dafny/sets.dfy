method Disjoint(s: set<int>, t: set<int>)
  requires s !! t
  ensures |s + t| == |s| + |t|
{
}

method Remove(s: set<int>, x: int) returns (t: set<int>)
  requires x in s
  ensures t == s - {x} && |t| == |s| - 1
{
  t := s - {x};
}

method Overlap(s: set<int>, t: set<int>)
  ensures |s + t| == |s| + |t|
{
}

method Drain(s: set<int>) returns (n: nat)
  ensures n == |s|
{
  var rest := s;
  n := 0;
  while rest != {}
    invariant rest <= s
    invariant n + |rest| == |s|
    decreases rest
  {
    var x :| x in rest;
    rest := rest - {x};
    n := n + 1;
  }
}

lemma Transitive(a: set<int>, b: set<int>, c: set<int>)
  requires a <= b && b <= c
  ensures a <= c && a * c == a
{
}

function Reverse(s: seq<int>): seq<int>
{
  if s == [] then [] else Reverse(s[1..]) + [s[0]]
}

lemma ReverseLength(s: seq<int>)
  ensures |Reverse(s)| == |s|
{
}

method Copy(s: seq<int>) returns (t: seq<int>)
  ensures t == s
{
  t := [];
  var i := 0;
  while i < |s|
    invariant 0 <= i <= |s| && t == s[..i]
  {
    t := t + [s[i]];
    i := i + 1;
  }
}

method Last(s: seq<int>) returns (x: int)
  requires |s| > 0
  ensures x in s
{
  x := s[|s| - 1];
}

method LastBad(s: seq<int>) returns (x: int)
{
  x := s[|s| - 1];
}

method Update(s: seq<int>, i: int, v: int) returns (t: seq<int>)
  requires 0 <= i < |s|
  ensures |t| == |s| && t[i] == v && forall j :: 0 <= j < |s| && j != i ==> t[j] == s[j]
{
  t := s[i := v];
}

class Queue {
  ghost var contents: seq<int>
  ghost var repr: set<object>
  var data: array<int>
  var start: int
  var end: int

  predicate Valid()
    reads this, repr
  {
    this in repr && data in repr &&
    0 <= start <= end <= data.Length &&
    contents == data[start..end]
  }

  constructor(n: nat)
    ensures Valid() && fresh(repr) && contents == []
  {
    data := new int[n];
    start, end := 0, 0;
    contents := [];
    new;
    repr := {this, data};
  }

  method Put(x: int)
    requires Valid() && end < data.Length
    modifies repr
    ensures Valid() && contents == old(contents) + [x] && repr == old(repr)
  {
    data[end] := x;
    end := end + 1;
    contents := contents + [x];
  }

  method Get() returns (x: int)
    requires Valid() && |contents| > 0
    modifies repr
    ensures Valid() && [x] + contents == old(contents) && repr == old(repr)
  {
    x := data[start];
    start := start + 1;
    contents := contents[1..];
  }

  method GetBad() returns (x: int)
    requires Valid()
    modifies repr
    ensures Valid()
  {
    x := data[start];
    start := start + 1;
    contents := contents[1..];
  }
}

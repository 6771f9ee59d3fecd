class Counter {
  var value: int
  var limit: int

  predicate Valid()
    reads this
  {
    0 <= value <= limit
  }

  constructor(n: int)
    requires 0 <= n
    ensures Valid() && value == 0 && limit == n
  {
    value, limit := 0, n;
  }

  method Inc()
    requires Valid() && value < limit
    modifies this
    ensures Valid() && value == old(value) + 1 && limit == old(limit)
  {
    value := value + 1;
  }

  method IncBad()
    requires Valid()
    modifies this
    ensures Valid()
  {
    value := value + 1;
  }
}

method Twice(c: Counter)
  requires c.Valid() && c.value + 2 <= c.limit
  modifies c
  ensures c.value == old(c.value) + 2
{
  c.Inc();
  c.Inc();
}

method Client()
{
  var c := new Counter(3);
  var d := new Counter(5);
  c.Inc();
  Twice(d);
  assert c.value == 1 && d.value == 2;
}

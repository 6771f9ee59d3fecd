class Box<T> {
  var item: T
  constructor(x: T)
    ensures item == x
  {
    item := x;
  }
  method Set(x: T)
    modifies this
    ensures item == x
  {
    item := x;
  }
}

datatype Option<T> = None | Some(get: T)

function method OrElse<T>(o: Option<T>, d: T): T
{
  if o.Some? then o.get else d
}

method Swap<T>(a: Box<T>, b: Box<T>)
  modifies a, b
  ensures a.item == old(b.item) && b.item == old(a.item)
{
  var t := a.item;
  a.Set(b.item);
  b.Set(t);
}

method Two(a: Box<int>, b: Box<bool>)
  modifies a
  ensures b.item == old(b.item)
{
  a.Set(3);
}

method SwapBad<T>(a: Box<T>, b: Box<T>)
  modifies a, b
  ensures a.item == old(b.item) && b.item == old(a.item)
{
  a.item := b.item;
  b.item := a.item;
}

method Default(o: Option<int>) returns (x: int)
  ensures o == None ==> x == 0
{
  x := OrElse(o, 0);
}

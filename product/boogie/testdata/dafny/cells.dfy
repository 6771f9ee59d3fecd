class Cell {
  var number: int
  var flag: bool
  var next: Cell?
}

method Frame(c: Cell, d: Cell)
  requires c != d
  modifies c
  ensures d.number == old(d.number) && d.flag == old(d.flag) && d.next == old(d.next)
  ensures c.flag == old(c.flag)
{
  c.number := 7;
  c.next := d;
}

method Alias(c: Cell, d: Cell)
  modifies c
  ensures d.number == old(d.number)
{
  c.number := c.number + 1;
}

method Outside(c: Cell, d: Cell)
  modifies c
{
  d.flag := true;
}

method Fresh(c: Cell) returns (d: Cell)
  ensures fresh(d) && d.number == c.number && d.next == null
  ensures c.number == old(c.number)
{
  d := new Cell;
  d.number := c.number;
  d.next := null;
}

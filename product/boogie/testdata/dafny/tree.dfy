datatype Tree = Leaf | Node(left: Tree, value: int, right: Tree)

function Size(t: Tree): nat
{
  if t.Leaf? then 0 else Size(t.left) + 1 + Size(t.right)
}

function Mirror(t: Tree): Tree
{
  match t
  case Leaf => Leaf
  case Node(l, v, r) => Node(Mirror(r), v, Mirror(l))
}

lemma MirrorTwice(t: Tree)
  ensures Mirror(Mirror(t)) == t
{
}

lemma MirrorSize(t: Tree)
  ensures Size(Mirror(t)) == Size(t)
{
}

predicate AllBelow(t: Tree, n: int)
{
  match t
  case Leaf => true
  case Node(l, v, r) => AllBelow(l, n) && v < n && AllBelow(r, n)
}

lemma Weaker(t: Tree, n: int, m: int)
  requires AllBelow(t, n) && n <= m
  ensures AllBelow(t, m)
{
}

lemma Stronger(t: Tree, n: int, m: int)
  requires AllBelow(t, m) && n <= m
  ensures AllBelow(t, n)
{
}

datatype List<T> = Nil | Cons(head: T, tail: List<T>)

function Length<T>(l: List<T>): nat
{
  match l
  case Nil => 0
  case Cons(_, t) => 1 + Length(t)
}

function Append<T>(l: List<T>, m: List<T>): List<T>
{
  match l
  case Nil => m
  case Cons(h, t) => Cons(h, Append(t, m))
}

lemma LengthOfAppend<T>(l: List<T>, m: List<T>)
  ensures Length(Append(l, m)) == Length(l) + Length(m)
{
}

lemma AppendNil<T>(l: List<T>)
  ensures Append(l, Nil) == l
{
}

lemma Wrong<T>(l: List<T>, m: List<T>)
  ensures Append(l, m) == Append(m, l)
{
}

method Head(l: List<int>) returns (x: int)
  requires l.Cons?
{
  x := l.head;
  assert Length(l) > 0;
}

method HeadBad(l: List<int>) returns (x: int)
{
  x := l.head;
}

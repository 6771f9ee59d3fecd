// What current versions of the tool read besides: which axioms and attributes guide a proof changes nothing about what is meant.
const n: int uses { axiom 0 <= n; }
const unique a, b: T uses {
  axiom (forall x: T :: f(x) >= n);
  hideable axiom f(a) == 3;
}
type T;
revealed function f(x: T) returns (int) uses { axiom (forall x: T :: {:weight 2} { f(x) } f(x) < 10); }
function {:inline} g(x: int): int { x + 1 } uses { axiom g(1) == 2; }
var uses: int;
datatype Pair<s, t> { Pair(first: s, second: t) }
pure procedure {:verboseName "square (correctness)"} square(x: int) returns (y: int);
  requires {:id "r0"} x >= 0;
  ensures {:id "e0"} {:msg "y is a square"} y == x * x;
procedure {:smt_option "smt.arith.solver", "2"} {:rlimit 1000} p(hide: int) returns (reveal: int)
  modifies uses;
{
  var push: int, pop: int;
  hide *;
  reveal f;
  push;
  hide f;
  push := {:id "a1"} hide;
  pop, uses := push, pop;
  pop;
  if {:allow_split} (push < pop) { goto {:k} done; }
  while {:unroll 3} (*) invariant {:id "i"} true; { reveal := {:id "a2"} uses; }
  assert {:subsumption 0} {:id "x"} Pair(1, true)->first == 1;
  return {:here};
done:
}

// Names and types that must not be taken for each other.
type {:datatype} Pair;
function {:constructor} Pair(l: int, r: int) returns (Pair);
function F(x: int) returns (Pair);
function F.1(x: int) returns (int);
type a;
function G<t>(x: t) returns (int);
axiom (forall y: a :: G(y) == 0);

procedure members(x: int)
{
  assert r#Pair(F(x)) == F.1(x); // fails
}

procedure parameter<a>(x: a)
{
  assert G(x) == 0; // fails
}

procedure type_itself(x: a)
{
  assert G(x) == 0;
}

procedure swapped<s, t>(x: s, y: t);
  requires (forall z: t :: G(z) == 0);
implementation swapped<t, s>(x: t, y: s)
{
  assert G(x) == 0;
}

// The body of deep has ever other types.
function wrap<s>(x: s) returns ([int]s);
function deep<s>(x: s, n: int) returns (int) { if n <= 0 then 0 else deep(wrap(x), n - 1) }
procedure types()
{
  assert deep(1, 0) == 0;
}
// verdicts: members ERROR, parameter ERROR, type_itself OK, swapped UNKNOWN, types UNKNOWN

// What a where clause says is assumed where a variable gets any value, not where it is
// assigned to.
var g: int where g > 5;
procedure any() returns (x: int);
procedure big() returns (x: int where x > 8);
procedure change() modifies g; { g := 0; }
procedure {:inline 1} zero() returns (x: int where x > 8) { assert x > 8; x := 0; }

procedure results() returns (r: int)
{
  var a: int where a > 3;
  call a := big();
  assert a > 8;
  call a := any();
  assert a > 3; // fails
}

procedure inlined()
{
  var a: int where a > 3;
  call a := zero();
  assert a == 0;
}

procedure global()
{
  call g := any();
  assert g > 5; // fails
}

procedure havocs()
{
  var a: int where a > g;
  g := a;
  if (*) {
    havoc g;
    assert g > 5;
    assert a > g; // fails
  }
  havoc a;
  assert a > g;
  call change();
  assert g > 5;
  g := 5;
  assert g > 5; // fails
}
// verdicts: change OK, results ERROR, inlined OK, global ERROR, havocs ERROR

package ast

import "testing"

// TestParseType: the compilers' identifiers of types.
func TestParseType(t *testing.T) {
	for _, c := range []struct {
		id   string
		kind Kind
		ok   func(*Type) bool
	}{
		{"t_uint256", Integer, func(t *Type) bool { return t.Bits == 256 && !t.Signed }},
		{"t_int8", Integer, func(t *Type) bool { return t.Bits == 8 && t.Signed }},
		{"t_address_payable", Address, nil},
		{"t_bytes32", FixedBytes, func(t *Type) bool { return t.Bits == 256 }},
		{"t_bytes_memory_ptr", Bytes, func(t *Type) bool { return t.Loc == Memory }},
		{"t_array$_t_struct$_S_$17_storage_$dyn_storage", Array, func(t *Type) bool {
			return t.Len == nil && t.Elem.Kind == Struct && t.Elem.Decl == 17 && t.Loc == Storage && !t.Pointer
		}},
		{"t_array$_t_uint256_$3_storage_ptr", Array, func(t *Type) bool { return t.Len.Int64() == 3 && t.Pointer }},
		{"t_mapping$_t_address_$_t_mapping$_t_address_$_t_uint256_$_$", Mapping, func(t *Type) bool {
			return t.Key.Kind == Address && t.Elem.Kind == Mapping && t.Elem.Elem.Kind == Integer
		}},
		{"t_tuple$__$", TupleOf, func(t *Type) bool { return len(t.Components) == 0 }},
		{"t_tuple$_t_uint256_$__$", TupleOf, func(t *Type) bool { return len(t.Components) == 2 && t.Components[1] == nil }},
		{"t_tuple$_t_rational_1_by_1_$_t_bool_$", TupleOf, func(t *Type) bool { return len(t.Components) == 2 && t.Components[1].Kind == Bool }},
		{"t_rational_minus_3_by_2", Rational, func(t *Type) bool { return t.Rat.String() == "-3/2" }},
		{"t_struct$_My_S__$5_memory_ptr", Struct, func(t *Type) bool { return t.Name == "My_S_" && t.Decl == 5 }},
		{"t_type$_t_contract$_A_$177_$", TypeOf, func(t *Type) bool { return t.Elem.Kind == Contract && t.Elem.Decl == 177 }},
		{"t_magic_meta_type_t_uint8", Magic, func(t *Type) bool { return t.Elem != nil && t.Elem.Bits == 8 }},
		{"t_function_barecall_payable$__$returns$_t_bool_$value", Function, func(t *Type) bool { return t.Func == "barecall" }},
		{"t_function_internal_pure$_t_uint256_$_t_uint256_$returns$_t_uint256_$bound_to$_t_uint256_$", Function, func(t *Type) bool {
			return t.Func == "internal" && len(t.Components) == 1
		}},
		{"t_nothing", Invalid, nil},
		{"t_array$_t_array$_", Invalid, nil},
	} {
		got := ParseType(c.id, "")
		if got.Kind != c.kind || c.ok != nil && !c.ok(got) {
			t.Errorf("%s: %+v", c.id, got)
		}
	}
}

// TestDoc: the documentation comment before a position, with blanks in place of all else so that positions stay.
func TestDoc(t *testing.T) {
	u := &SourceUnit{Path: "a.sol", Text: "int x; // \"no\n/// one\n/// two\n/* not */ /** three\n  * four * 4 */\nwhile"}
	u.index()
	d := u.docBefore(len(u.Text) - 5)
	want := "             \n    one\n    two\n              three\n    four * 4   "
	if got := d.Text; got[len(got)-46:] != want[len(want)-46:] || len(got) != len(u.Text)-5-7-1 {
		t.Errorf("%q", got)
	}
	if p := u.Position(d.Start); p.String() != "a.sol:1:8" {
		t.Error(p)
	}
	if d := u.docBefore(6); d.Text != "" {
		t.Errorf("%q", d.Text)
	}
}

// FuzzParseType: no identifier of a type makes the parser panic.
func FuzzParseType(f *testing.F) {
	f.Add("t_array$_t_struct$_S_$17_storage_$dyn_storage")
	f.Add("t_tuple$_t_uint256_$__$")
	f.Fuzz(func(t *testing.T, s string) { ParseType(s, s) })
}

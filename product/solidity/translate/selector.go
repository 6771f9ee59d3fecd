package translate

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/big"
	"strings"

	"golang.org/x/crypto/sha3"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// Selectors are computed: of functions, getters and errors the first four bytes of the hash of the signature, of events
// the whole hash.

// keccak256 is the machine's hash.
func keccak256(text string) *big.Int {
	h := sha3.NewLegacyKeccak256()
	h.Write([]byte(text))
	return new(big.Int).SetBytes(h.Sum(nil))
}

// selector returns that of a declaration; nil: it has none, or it is not known.
func (t *translator) selector(d ast.Node) *big.Int {
	var name string
	var params []*ast.VariableDeclaration
	switch d := d.(type) {
	case *ast.FunctionDefinition:
		if d.Kind != "function" || !d.Public() && d.Visibility != "external" {
			return nil
		}
		if d.Selector != "" {
			v, ok := new(big.Int).SetString(d.Selector, 16)
			if !ok {
				return nil
			}
			return v
		}
		if d.Contract == nil || d.Contract.Kind == "library" { // types are written differently
			return nil
		}
		name, params = d.Name, d.Params
	case *ast.VariableDeclaration:
		if !d.State || d.Visibility != "public" {
			return nil
		}
		ts, ok := []string{}, true
		for ty := d.T; ok && (ty.Kind == ast.Mapping || ty.Kind == ast.Array); ty = ty.Elem {
			s := "uint256"
			if ty.Kind == ast.Mapping {
				s, ok = t.canonical(ty.Key)
			}
			ts = append(ts, s)
		}
		if !ok {
			return nil
		}
		return new(big.Int).Rsh(keccak256(d.Name+"("+strings.Join(ts, ",")+")"), 224)
	case *ast.ErrorDefinition:
		name, params = d.Name, d.Params
	case *ast.EventDefinition:
		name, params = d.Name, d.Params
	default:
		return nil
	}
	ts := make([]string, len(params))
	for i, p := range params {
		s, ok := t.canonical(p.T)
		if !ok {
			return nil
		}
		ts[i] = s
	}
	h := keccak256(name + "(" + strings.Join(ts, ",") + ")")
	if _, ok := d.(*ast.EventDefinition); ok {
		return h
	}
	return h.Rsh(h, 224)
}

// canonical is a type as signatures write it.
func (t *translator) canonical(ty *ast.Type) (string, bool) {
	switch ty.Kind {
	case ast.Bool, ast.Integer, ast.FixedBytes:
		return ty.Written(), true
	case ast.Address, ast.Contract:
		return "address", true
	case ast.Bytes:
		return "bytes", true
	case ast.String:
		return "string", true
	case ast.Enum: // since 0.8 at most 256 members
		if e, ok := t.p.Node(ty.Decl).(*ast.EnumDefinition); ok && len(e.Members) <= 256 {
			return "uint8", true
		}
	case ast.UserValue:
		if u, ok := t.p.Node(ty.Decl).(*ast.UserValueType); ok {
			return t.canonical(u.Underlying)
		}
	case ast.Array:
		e, ok := t.canonical(ty.Elem)
		if ty.Len != nil {
			return e + "[" + ty.Len.String() + "]", ok
		}
		return e + "[]", ok
	case ast.Struct:
		s, ok := t.p.Node(ty.Decl).(*ast.StructDefinition)
		if !ok {
			break
		}
		var ms []string
		for _, m := range s.Members {
			e, ok := t.canonical(m.T)
			if !ok {
				return "", false
			}
			ms = append(ms, e)
		}
		return "(" + strings.Join(ms, ",") + ")", true
	}
	return "", false
}

// interfaceID is type(I).interfaceId; nil: it is not known.
func (t *translator) interfaceID(c *ast.ContractDefinition) *big.Int {
	id := new(big.Int)
	for _, n := range c.Nodes {
		if f, ok := n.(*ast.FunctionDefinition); ok && f.Kind == "function" {
			s := t.selector(f)
			if s == nil {
				return nil
			}
			id.Xor(id, s)
		}
	}
	return id
}

// selectorValue is a selector as a value.
func (b *body) selectorValue(n ast.Node, d ast.Node, t *ast.Type) value {
	if s := b.t.selector(d); s != nil {
		return b.value(n, b.t.num(s, t), t)
	}
	return b.someConstant(n, fmt.Sprintf("selector#%d", d.Base().ID), t)
}

// hashOfText returns the hash of a constant text; done is false for other arguments.
func (b *body) hashOfText(x *ast.FunctionCall, kind string) (v value, done bool) {
	if len(x.Args) != 1 || b.spec {
		return value{}, false
	}
	text, ok := constantText(x.Args[0])
	if !ok {
		return value{}, false
	}
	var h *big.Int
	switch kind {
	case "keccak256", "sha3":
		h = keccak256(text)
	case "sha256":
		sum := sha256.Sum256([]byte(text))
		h = new(big.Int).SetBytes(sum[:])
	default:
		return value{}, false
	}
	return b.value(x, b.t.num(h, x.Type()), x.Type()), true
}

// constantText returns the bytes of a literal, of bytes(literal) and of abi.encodePacked of literals.
func constantText(x ast.Expr) (string, bool) {
	switch x := unparen(x).(type) {
	case *ast.Literal:
		if x.Type().Kind != ast.StringLiteral {
			return "", false
		}
		if x.Hex != "" {
			raw, err := hex.DecodeString(x.Hex)
			return string(raw), err == nil
		}
		return x.Value, !strings.ContainsRune(x.Value, '\\')
	case *ast.FunctionCall:
		switch {
		case x.Kind == "typeConversion" && len(x.Args) == 1 && (x.Type().Kind == ast.Bytes || x.Type().Kind == ast.String):
			return constantText(x.Args[0])
		case x.Kind == "functionCall" && x.Func.Type().Func == "abiencodepacked":
			var all strings.Builder
			for _, a := range x.Args {
				s, ok := constantText(a)
				if !ok {
					return "", false
				}
				all.WriteString(s)
			}
			return all.String(), true
		}
	}
	return "", false
}

// entryData gives msg.sig and msg.data their values where a function is entered from outside. Shared procedures, which
// calls within the contract use, too, may leave them as they are, though not in executions that begin there; the
// result restores them.
func (b *body) entryData(f *ast.FunctionDefinition) (restore func()) {
	restore = func() {}
	if !b.entered || !b.t.declared[sigVar] {
		return restore
	}
	enter := func() { b.callDataOf(f, f.Kind == "fallback" || f.Kind == "receive") }
	if f.Kind == "constructor" || !b.c.calledInside(f) {
		enter()
		return restore
	}
	restore = b.keepData()
	for _, v := range []string{sigVar, dataVar} {
		b.proc.Ensures = append(b.proc.Ensures, &boogie.Spec{Free: true, Cond: boogie.Bin(boogie.Eq, boogie.Id(v), boogie.OldOf(boogie.Id(v)))})
	}
	inside := b.unlessDoubt(boogie.B(false))
	then := b.block(enter)
	b.emit(&boogie.If{Cond: boogie.NotOf(inside), Then: then})
	b.changed()
	return restore
}

// keepData returns what restores msg.sig and msg.data as they are now.
func (b *body) keepData() func() {
	sig, data := boogie.Id(sigVar), boogie.Id(dataVar)
	oldSig, oldData := b.temp(b.t.sortOf(nil, bytes4)), b.temp(boogie.Int)
	b.emit(boogie.Set(oldSig, sig))
	b.emit(boogie.Set(oldData, data))
	return func() {
		b.set(sig, oldSig)
		b.set(data, oldData)
	}
}

// someSelector is an arbitrary selector.
func (b *body) someSelector(n ast.Node, chosen bool) boogie.Expr {
	v := b.temp(b.t.sortOf(n, bytes4))
	b.change(b.unknown(chosen, v))
	b.known_(value{e: v, t: bytes4})
	return v
}

// lowZeros states that the lowest bits of four bytes are zero.
func (b *body) lowZeros(e boogie.Expr, bits int) boogie.Expr {
	if b.t.o.Mode == BV {
		return boogie.Bin(boogie.Eq, &boogie.Extract{X: e, Hi: bits, Lo: 0}, boogie.Bits(new(big.Int), bits))
	}
	return boogie.Bin(boogie.Eq, boogie.Bin(boogie.Mod, e, boogie.Big(pow2(bits))), boogie.N(0))
}

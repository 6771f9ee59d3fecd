package trace

import (
	"fmt"
	"slices"
	"strings"

	"cupel/product/boogie"
)

// External code may call back while it runs: functions of the contract, and of contracts that it has created.

const (
	// outStep is the step number in markers of calls of external code, backStep in those of its calls, which
	// belong to no step of the driver.
	outStep  = 999
	backStep = 1000
	// backSuffix begins the suffixes of copies' names.
	backSuffix = "$back"
	// backEnabled is the variable that tells whether the contract has code: not during its construction.
	backEnabled = "$back.enabled"
)

// Variables for a call of external code, and for a call by it:
const (
	outTarget  = "$out.target"
	outAmount  = "$out.amount"
	backTake   = "$back.take"
	backWhich  = "$back.which"
	backTarget = "$back.target"
	backSender = "$back.sender"
	backValue  = "$back.value"
)

// backName is the global variable for a callback's parameter.
func backName(e *entry, v *boogie.Variable) string {
	return fmt.Sprintf("$back.%s.%s", e.proc.Name, v.Name)
}

// backs returns the entries that may be called back; with others those that change nothing, too, if they have open
// goals.
func (x *finder) backs(es []*entry, others bool) []*entry {
	var out []*entry
	for _, e := range es {
		if (e.changes() || others && x.open([]*entry{e})) && x.backable(e) {
			out = append(out, e)
		}
	}
	return out
}

// backable reports whether external code can call an entry: its arguments are no references.
func (x *finder) backable(e *entry) bool {
	return e.proc.Ins[2].Type == boogie.Type(boogie.Int) && !slices.ContainsFunc(e.params, func(d param) bool { return x.src.fields(d.T) != nil })
}

// backVariables declares the variables for calls by external code.
func backVariables(back []*entry) []boogie.Decl {
	out := []boogie.Decl{boogie.V(backTake, boogie.Bool), boogie.V(backEnabled, boogie.Bool)}
	for _, n := range []string{backWhich, backTarget, backSender, backValue, outTarget, outAmount} {
		out = append(out, boogie.V(n, boogie.Int))
	}
	for _, e := range back {
		for _, v := range slices.Concat(e.proc.Ins[3:], e.proc.Outs) {
			out = append(out, boogie.V(backName(e, v), v.Type))
		}
	}
	return out
}

// calls generates what external code calls, at an address.
func (o *outside) calls(b *strings.Builder, at string, amount string) {
	fmt.Fprintf(b, "  %s, %s := %s, %s;\n  assume {:marker %d} true;\n", outTarget, outAmount, at, amount, outStep)
	for _, cs := range o.variant.calls {
		o.callback(b, at, cs)
	}
}

// callback generates an optional call of one of some functions by the code at an address.
func (o *outside) callback(b *strings.Builder, at string, cs []*call) {
	fmt.Fprintf(b, "  assume {:outside} true;\n  havoc %[1]s;\n  if (%[1]s) {\n    assume %[2]s && !%[3]s;\n", backTake, backEnabled, fmt.Sprintf(codeless, at))
	fmt.Fprintf(b, "    assume {:outside} true;\n    havoc %s, %s, %s, %s", backWhich, backTarget, backSender, backValue)
	for _, c := range cs {
		for _, v := range c.proc.Ins[3:] {
			b.WriteString(", " + quote(backName(c.entry, v)))
		}
	}
	fmt.Fprintf(b, ";\n    assume %[5]s < %[1]s && %[1]s < %[2]s && %[1]s != tx_origin;\n    assume 0 <= %[3]s && %[3]s <= balance[%[1]s] && balance[%[1]s] < %[4]s;\n", backSender, addresses, backValue, supply, this)
	fmt.Fprintf(b, "    balance[%[1]s] := balance[%[1]s] - %[2]s;\n", backSender, backValue)
	for i, c := range cs {
		fmt.Fprintf(b, "    %sif (%s == %d) {\n", map[bool]string{true: "} else "}[i > 0], backWhich, i)
		if c.fn.Mutability != "payable" {
			fmt.Fprintf(b, "      assume %s == 0;\n", backValue)
		}
		c.is(b, backTarget)
		args := []string{backTarget, backSender, backValue}
		for k, v := range c.proc.Ins[3:] {
			name := quote(backName(c.entry, v))
			args = append(args, name)
			if c.params[k].isAddress() {
				fmt.Fprintf(b, "      assume 0 <= %s && %s < %s;\n", name, name, addresses)
			}
		}
		if c.contract == 0 {
			args[0] = this
		}
		fmt.Fprintf(b, "      assume {:marker %d, %q} true;\n      call ", backStep, c.proc.Name)
		var outs []string
		for _, v := range c.proc.Outs {
			outs = append(outs, quote(backName(c.entry, v)))
		}
		if len(outs) > 0 {
			b.WriteString(strings.Join(outs, ", ") + " := ")
		}
		fmt.Fprintf(b, "%s(%s);\n      assume {:marker %d} true;\n", quote(c.proc.Name+c.in.suffix), strings.Join(args, ", "), backStep)
	}
	b.WriteString("    } else { assume false; }\n  }\n")
}

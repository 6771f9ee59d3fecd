package preset

// solidity are those of chapter 3 of the thesis on abstraction-based verification: solc-verify with its encodings of arithmetic
// (section 3.2.2.7), as its Table 3.2 compares them. The rows of that table are solvers: z3 here, --solver cvc5 in addition.
var solidity = []Preset{
	solcVerify("int", "unbounded integers"),
	solcVerify("bv", "bit-vectors"),
	solcVerify("mod", "integers with ranges and wrap-around"),
	solcVerify("mod-overflow", "the same, and overflow is an error"),
}

// solcVerify is a preset of solidity: functions one by one, with the bodies of internal functions and what the sources say of
// other contracts (sections 3.2.1.2 and 3.2.2.4), loops by their invariants alone, one solver, code by the compiler's legacy
// generator, the only one then. Neither invariants nor transactions are looked for.
func solcVerify(arithmetic, doc string) Preset {
	return Preset{Command: Solidity, Name: arithmetic, Source: "solc-verify, Table 3.2", Doc: doc, Flags: []Flag{{"arithmetic", arithmetic}, {"solver", "z3"},
		{"external", "typed"}, {"inline-annotated", "true"}, {"via-ir", "no"}, {"no-inference", "true"}, {"no-unroll", "true"}, {"infer", "false"}, {"transactions", "false"}}}
}

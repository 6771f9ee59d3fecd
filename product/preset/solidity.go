package preset

// solidity are those of chapter 3 of the thesis on abstraction-based verification.
var solidity = []Preset{}

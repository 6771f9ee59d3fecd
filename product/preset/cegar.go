package preset

// cegar are those of chapter 2 of the thesis on abstraction-based verification.
var cegar = []Preset{}

package preset

// petri are those of chapter 1 of the thesis on abstraction-based verification.
var petri = []Preset{}

package preset

// symexecia are those of "symbolic execution with implicit predicate abstraction".
var symexecia = []Preset{}

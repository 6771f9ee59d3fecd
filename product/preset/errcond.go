package preset

// errcond are those of the thesis on precise error conditions.
var errcond = []Preset{}

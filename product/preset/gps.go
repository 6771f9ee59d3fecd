package preset

// gps are those of GPS, "summary-guided search".
var gps = []Preset{}

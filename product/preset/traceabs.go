package preset

// traceabs are those of "trace abstraction with abstract interpretation".
var traceabs = []Preset{}

package program

// An Assumption is something that a verdict takes for granted.
type Assumption struct {
	Kind AssumptionKind
	Text string
	Pos  Pos // where it matters first; may be missing
}

// AssumptionKind sorts assumptions.
type AssumptionKind string

// The kinds of assumptions.
const (
	AboutFunctions   AssumptionKind = "function"           // without a body, or only bounded by the model of the library
	AboutVariables   AssumptionKind = "variable"           // without a definition
	AboutEnvironment AssumptionKind = "environment"        // arguments of main, memory, signals
	AboutAddresses   AssumptionKind = "address"            // of objects: one choice of many
	AboutBehaviour   AssumptionKind = "undefined behavior" // assumed away
)

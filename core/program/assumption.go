package program

// An Assumption is a condition that a verdict depends on and that was not
// proven: the verdict holds only for executions and environments that satisfy it.
type Assumption struct {
	Kind AssumptionKind
	Text string
	Pos  Pos // first place that needs the assumption; may be missing
}

// AssumptionKind classifies assumptions by their subject.
type AssumptionKind string

// The kinds of assumptions.
const (
	AboutFunctions   AssumptionKind = "function"           // without a body, or only bounded by the model of the library
	AboutVariables   AssumptionKind = "variable"           // without a definition
	AboutEnvironment AssumptionKind = "environment"        // arguments of main, memory, signals
	AboutAddresses   AssumptionKind = "address"            // of objects: one choice of many
	AboutBehaviour   AssumptionKind = "undefined behavior" // assumed away
)

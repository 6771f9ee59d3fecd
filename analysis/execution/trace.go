package execution

// Trace is an execution, step by step.
type Trace struct {
	Steps []Step `json:"steps"`
	// LeftOut is the number of steps omitted after the first LeftOutAfter.
	LeftOut      int `json:"left_out,omitempty"`
	LeftOutAfter int `json:"left_out_after,omitempty"`
}

// Step is a statement, or the evaluation of a condition.
type Step struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	// Function is the step's function; Depth is the number of active calls, at least 1.
	Function string `json:"function,omitempty"`
	Depth    int    `json:"depth"`
	Text     string `json:"text,omitempty"`
	Branch   string `json:"branch,omitempty"` // outcome of a condition: true, false, or the value of a case
	// Inputs are the values received in the step.
	Inputs  []Change `json:"inputs,omitempty"`
	Changes []Change `json:"changes,omitempty"`
}

// Change is a new value of a variable or a part of an object.
type Change struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	// Depth is that of the variable's call, see Step; 0: a global or allocated object.
	Depth int `json:"depth,omitempty"`
}

// String returns NAME = VALUE.
func (c Change) String() string { return c.Name + " = " + c.Value }

// same reports whether two steps are the same statement.
func (s *Step) same(o *Step) bool {
	return s.Line == o.Line && s.Column == o.Column && s.Depth == o.Depth && s.Branch == o.Branch && s.File == o.File && s.Function == o.Function
}

package verifier

import "cupel/frontend/property"

// PropertyInfo describes the kind of the task's property: without one, the kind that speaks of error functions.
func (t *Task) PropertyInfo() *property.Info {
	if t.Property == nil {
		return property.UnreachCall.Info()
	}
	return t.Property.Kind.Info()
}

package verifier

import (
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/frontend/property"
)

// noOverflow reports whether the property is that no signed overflow happens.
func (t *Task) noOverflow() bool { return t.Property != nil && t.Property.Kind == property.NoOverflow }

// overflows makes goals of the checks to which the property no-overflow applies. An overflow by some readings of the standard only must not be reachable
// either for a TRUE, and is none for a FALSE.
func overflows(k program.CheckKind) passes.Raising {
	switch k {
	case program.SignedOverflow:
		return passes.Fail
	case program.ArguableOverflow:
		return passes.End
	}
	return passes.Keep
}

// violated names the property that an execution violates, as SV-COMP does.
func (t *Task) violated() string {
	if t.noOverflow() {
		return string(property.NoOverflow)
	}
	return string(property.UnreachCall)
}

package boogie
func Check(p *Program) []error { return nil }

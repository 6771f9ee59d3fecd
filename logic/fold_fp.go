package logic

// foldFP computes a floating-point operation on constants; nil when an
// argument is not constant or the result is not determined by IEEE 754.
func (f *Factory) foldFP(op Op, s *Sort, rm RoundingMode, width int, args []*Term) *Term {
	return nil
}

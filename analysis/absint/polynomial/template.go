package polynomial

func (s *search) addTemplates() {}

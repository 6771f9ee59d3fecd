package quantified

import "cupel/engine"

// Engines describes the engine, which makes large blocks itself: it runs the program, too, and that is done on small ones.
func Engines() []*engine.Info {
	return []*engine.Info{{
		Name:    "quantified",
		Doc:     "facts about all cells of arrays, guessed from the text and from runs and checked to be inductive: proofs",
		Choices: []engine.Choice{engine.EncodingChoice(engine.Sbe), guesses},
		New: func(v engine.Values) engine.Engine {
			parts, _ := PartsByName(v[guesses.Name]) // checked
			return New(parts)
		},
	}}
}

// guesses chooses what facts are guessed from besides the program's text.
var guesses = engine.Choice{Name: "guesses", Kind: engine.Free, Default: "all",
	Help: "what facts are guessed from besides the program's text: all, text (nothing else), some of " + everyPart() + ", or all but some, as -pairs-heap",
	Check: func(s string) error {
		if _, err := PartsByName(s); err != nil {
			return &engine.ChoiceError{Name: "guesses", Msg: err.Error()}
		}
		return nil
	}}

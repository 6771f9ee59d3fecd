package quantified

import "cupel/engine"

// Engines describes the engine. It builds large blocks itself, since it also executes the program in small
// ones.
func Engines() []*engine.Info {
	return []*engine.Info{{
		Name:    "quantified",
		Doc:     "facts about all cells of arrays, guessed from the text and from runs and checked to be inductive: proofs",
		Choices: []engine.Choice{engine.EncodingChoice(engine.Sbe), guesses},
		New: func(v engine.Values) engine.Engine {
			parts, _ := PartsByName(v[guesses.Name]) // validated before
			return New(parts)
		},
	}}
}

// guesses selects the sources of candidates besides the program's text.
var guesses = engine.Choice{Name: "guesses", Kind: engine.Free, Default: "all",
	Help: "what facts are guessed from besides the program's text: all, text (nothing else), some of " + everyPart() + ", or all but some, as -pairs-heap",
	Check: func(s string) error {
		if _, err := PartsByName(s); err != nil {
			return &engine.ChoiceError{Name: "guesses", Msg: err.Error()}
		}
		return nil
	}}

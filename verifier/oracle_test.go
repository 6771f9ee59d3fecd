package verifier

// with chooses an engine and some of its choices, given as --name value.
func with(engine string, choices ...string) func(*Config) {
	return func(c *Config) {
		c.Engine = engine
		for i := 0; i < len(choices); i += 2 {
			c.Choose(choices[i], choices[i+1])
		}
	}
}

type configuring func(*Config)

// guessWork is the work of a run that guesses facts about all cells and checks them, a second or so.
const guessWork = 1_000_000

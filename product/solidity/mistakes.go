package solidity

import (
	"errors"
	"regexp"

	"cupel/product/solidity/solc"
)

// Mistakes are the mistakes that an error in the input consists of, each as file:line:column: message where the place
// is known.
func Mistakes(err error) []string {
	var many solc.Mistakes
	if errors.As(err, &many) {
		return many
	}
	return []string{err.Error()}
}

// withPlace is a message that begins with its place.
var withPlace = regexp.MustCompile(`(?s)^(\S[^\n]*?:\d+:\d+): (.*)$`)

// Mistaken is the report about input that is not accepted.
func Mistaken(err error) *Report {
	r := &Report{Functions: []Function{}}
	for _, text := range Mistakes(err) {
		m := Message{Text: text}
		if at := withPlace.FindStringSubmatch(text); at != nil {
			m = Message{Where: at[1], Text: at[2]}
		}
		r.Mistakes = append(r.Mistakes, m)
	}
	return r
}

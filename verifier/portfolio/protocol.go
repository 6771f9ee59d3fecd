package portfolio

import (
	"encoding/json"
	"time"
)

// Order is what a worker is told.
type Order struct {
	Job    json.RawMessage   `json:"job,omitempty"`    // what to do, in the first order only
	Budget int               `json:"budget,omitempty"` // work that may be done at all, in the first order; 0: any
	Until  int               `json:"until,omitempty"`  // work since the beginning, in units of package work, after which it pauses
	Facts  []json.RawMessage `json:"facts,omitempty"`  // what others found
	Finish bool              `json:"finish,omitempty"` // its answer is taken: complete it
	Left   time.Duration     `json:"left,omitempty"`   // for that; 0: any
}

// News is what a worker says.
type News struct {
	Paused bool            `json:"paused,omitempty"`
	Spent  int             `json:"spent,omitempty"` // work since the beginning
	Facts  json.RawMessage `json:"facts,omitempty"` // what it found
	Known  int             `json:"known,omitempty"` // how many they are
	// Progress is how far it is, for people.
	Progress json.RawMessage `json:"progress,omitempty"`
	// Settled says that it has an answer, which stands, and waits to be told to complete it.
	Settled bool `json:"settled,omitempty"`
	// Done says that this is the last: Report is its answer, or says why it has none.
	Done   bool            `json:"done,omitempty"`
	Report json.RawMessage `json:"report,omitempty"` // of Settled and Done
	Reason string          `json:"reason,omitempty"` // why it has none
	Failed string          `json:"failed,omitempty"` // the task or the settings are wrong
}

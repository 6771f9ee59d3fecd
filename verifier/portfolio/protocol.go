package portfolio

import (
	"encoding/json"
	"time"
)

// Order is a message to a worker.
type Order struct {
	Job    json.RawMessage   `json:"job,omitempty"`    // the task, in the first order only
	Budget int               `json:"budget,omitempty"` // limit of the total work, in the first order; 0: none
	Until  int               `json:"until,omitempty"`  // total work, in units of package work, at which it pauses
	Facts  []json.RawMessage `json:"facts,omitempty"`  // found by other workers
	Finish bool              `json:"finish,omitempty"` // its answer is accepted: complete it
	Left   time.Duration     `json:"left,omitempty"`   // time for that; 0: unlimited
}

// News is a message of a worker.
type News struct {
	Paused bool            `json:"paused,omitempty"`
	Spent  int             `json:"spent,omitempty"` // total work
	Facts  json.RawMessage `json:"facts,omitempty"` // facts it found
	Known  int             `json:"known,omitempty"` // number of facts
	// Progress for display.
	Progress json.RawMessage `json:"progress,omitempty"`
	// Settled: the worker has a definite answer, and waits for the order to complete it.
	Settled bool `json:"settled,omitempty"`
	// Done: the last message, with Report or the reason why there is none.
	Done   bool            `json:"done,omitempty"`
	Report json.RawMessage `json:"report,omitempty"` // if Settled or Done
	Reason string          `json:"reason,omitempty"` // why there is no answer
	Failed string          `json:"failed,omitempty"` // an error in the task or the settings
}

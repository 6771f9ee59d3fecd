package campaign

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Watch knows the campaigns of a server and their states.
type Watch struct {
	mu        sync.Mutex
	campaigns map[string]Campaign
	changed   chan struct{}
}

// Watch follows the campaigns until ctx ends.
func (s *Store) Watch(ctx context.Context) *Watch {
	w := &Watch{campaigns: map[string]Campaign{}, changed: make(chan struct{})}
	go func() {
		for ctx.Err() == nil {
			if u, err := s.campaigns.WatchAll(ctx); err == nil {
				w.follow(ctx, u)
				_ = u.Stop()
			}
			select {
			case <-ctx.Done():
			case <-time.After(patience):
			}
		}
	}()
	return w
}

func (w *Watch) follow(ctx context.Context, u jetstream.KeyWatcher) {
	for {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-u.Updates():
			if !ok {
				return
			}
			if e == nil {
				continue
			}
			var c Campaign
			valid := e.Operation() == jetstream.KeyValuePut && json.Unmarshal(e.Value(), &c) == nil && c.valid(e.Key())
			w.mu.Lock()
			if valid {
				w.campaigns[c.ID] = c
			} else {
				delete(w.campaigns, e.Key())
			}
			close(w.changed)
			w.changed = make(chan struct{})
			w.mu.Unlock()
		}
	}
}

// State is that of a campaign; Cancelled where there is none.
func (w *Watch) State(id string) State {
	w.mu.Lock()
	defer w.mu.Unlock()
	if c, ok := w.campaigns[id]; ok {
		return c.State
	}
	return Cancelled
}

// Running are the campaigns that run, the oldest first, and a channel that is closed when that may have changed.
func (w *Watch) Running() (cs []Campaign, changed <-chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.campaigns {
		if c.State == Running {
			cs = append(cs, c)
		}
	}
	slices.SortFunc(cs, func(a, b Campaign) int {
		if n := a.Created.Compare(b.Created); n != 0 {
			return n
		}
		return strings.Compare(a.ID, b.ID)
	})
	return cs, w.changed
}

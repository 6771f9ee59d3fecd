package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Names in the server.
const (
	verdictStream  = "CUPEL_VERDICTS"
	verdictSubject = "cupel.verdict."
	workStream     = "CUPEL_WORK_"
	workSubject    = "cupel.work."
	doneStream     = "CUPEL_DONE_"
	doneSubject    = "cupel.done."
	checkStream    = "CUPEL_CHECKS_"
	checkSubject   = "cupel.check."
	consumerName   = "workers"
	checkerName    = "checkers"
	campaignBucket = "cupel-campaigns"
	workerBucket   = "cupel-workers"
	noteBucket     = "cupel-notes"
	fileStream     = "CUPEL_FILES" // what fits into a message
	fileSubject    = "cupel.file."
	fileBucket     = "cupel-files" // the rest
)

// Store is a connection to the server that keeps campaigns.
type Store struct {
	nc        *nats.Conn
	js        jetstream.JetStream
	campaigns jetstream.KeyValue
	workers   jetstream.KeyValue
	notes     jetstream.KeyValue
	files     jetstream.ObjectStore
	small     jetstream.Stream
	verdicts  jetstream.Stream
	replicas  int
}

// Open makes on the server what all campaigns share, or finds it.
func Open(ctx context.Context, nc *nats.Conn, replicas int) (*Store, error) {
	s, err := newStore(nc, replicas)
	if err != nil {
		return nil, err
	}
	bucket := func(c jetstream.KeyValueConfig) (kv jetstream.KeyValue) {
		if err == nil {
			c.Replicas = replicas
			kv, err = s.js.CreateOrUpdateKeyValue(ctx, c)
		}
		return kv
	}
	s.campaigns = bucket(jetstream.KeyValueConfig{Bucket: campaignBucket, History: 1, MaxValueSize: maxNote})
	s.notes = bucket(jetstream.KeyValueConfig{Bucket: noteBucket, History: 1, MaxValueSize: maxNote})
	s.workers = bucket(jetstream.KeyValueConfig{Bucket: workerBucket, History: 1, MaxValueSize: maxNote, TTL: presence, Storage: jetstream.MemoryStorage})
	if err != nil {
		return nil, err
	}
	if s.files, err = s.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: fileBucket, Replicas: replicas}); err != nil {
		return nil, err
	}
	if s.small, err = s.js.CreateOrUpdateStream(ctx, s.once(fileStream, fileSubject+"*")); err != nil {
		return nil, err
	}
	if s.verdicts, err = s.js.CreateOrUpdateStream(ctx, s.once(verdictStream, verdictSubject+"*")); err != nil {
		return nil, err
	}
	return s, nil
}

// Bind finds on the server what Open has made.
func Bind(ctx context.Context, nc *nats.Conn) (*Store, error) {
	s, err := newStore(nc, 1)
	if err != nil {
		return nil, err
	}
	if s.campaigns, err = s.js.KeyValue(ctx, campaignBucket); err != nil {
		return nil, err
	}
	if s.notes, err = s.js.KeyValue(ctx, noteBucket); err != nil {
		return nil, err
	}
	if s.workers, err = s.js.KeyValue(ctx, workerBucket); err != nil {
		return nil, err
	}
	if s.files, err = s.js.ObjectStore(ctx, fileBucket); err != nil {
		return nil, err
	}
	if s.small, err = s.js.Stream(ctx, fileStream); err != nil {
		return nil, err
	}
	if s.verdicts, err = s.js.Stream(ctx, verdictStream); err != nil {
		return nil, err
	}
	return s, nil
}

func newStore(nc *nats.Conn, replicas int) (*Store, error) {
	js, err := jetstream.New(nc, jetstream.WithDefaultTimeout(requestTime), jetstream.WithPublishAsyncMaxPending(maxUnconfirmed), jetstream.WithPublishAsyncTimeout(requestTime))
	return &Store{nc: nc, js: js, replicas: replicas}, err
}

// once configures a stream with one message for each subject, which the server neither overwrites nor deletes.
func (s *Store) once(name, subjects string) jetstream.StreamConfig {
	return jetstream.StreamConfig{Name: name, Subjects: []string{subjects}, Replicas: s.replicas, MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew,
		DiscardNewPerSubject: true, MaxMsgSize: maxRecord, AllowDirect: true, DenyDelete: true, DenyPurge: true, Compression: jetstream.S2Compression}
}

// Retry repeats an exchange with a server that cannot be reached until it is done, or ctx ends.
func Retry(ctx context.Context, do func(ctx context.Context) error) error {
	for {
		one, cancel := context.WithTimeout(ctx, requestTime)
		err := do(one)
		cancel()
		if err == nil || !unreachable(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(patience):
		}
	}
}

// unreachable reports whether an exchange with the server did not take place, or may have without its answer.
func unreachable(err error) bool {
	for _, e := range []error{nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrNoServers, nats.ErrReconnectBufExceeded, nats.ErrConnectionReconnecting,
		jetstream.ErrAsyncPublishTimeout, jetstream.ErrTooManyStalledMsgs,
		jetstream.ErrNoStreamResponse, jetstream.ErrNoHeartbeat, context.DeadlineExceeded} {
		if errors.Is(err, e) {
			return true
		}
	}
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Code == unavailable && api.ErrorCode != errStoreFailed
}

// unavailable is the code of an error that goes away: no leader, not ready, too little of something.
const unavailable = 503

// wrongLast reports whether a message was refused because another one than was said is the last.
func wrongLast(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// errStoreFailed is NATS's JSStreamStoreFailedF, whose code is that of errors that go away, which this one does not.
const errStoreFailed = 10077

// Put keeps contents under their hash.
func (s *Store) Put(ctx context.Context, data []byte) (hash string, err error) {
	return Hash(data), s.putAll(ctx, [][]byte{data})
}

// putAll keeps contents under their hashes: small ones as messages, since an object is several of them, and a consumer for each reader.
func (s *Store) putAll(ctx context.Context, contents [][]byte) error {
	var large [][]byte
	var ms []message
	for _, data := range contents {
		if len(data) <= maxSmall {
			ms = append(ms, message{fileStream, fileSubject + Hash(data), data})
		} else {
			large = append(large, data)
		}
	}
	for i, p := range s.publishOnce(ctx, ms...) {
		if p.err != nil {
			return p.err
		}
		if !p.stored { // somebody has kept other contents under this hash
			large = append(large, ms[i].data)
		}
	}
	for _, data := range large {
		if err := s.putObject(ctx, data); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) putObject(ctx context.Context, data []byte) error {
	hash := Hash(data)
	return Retry(ctx, func(ctx context.Context) error {
		info, err := s.files.GetInfo(ctx, hash)
		if err == nil && info.Size == uint64(len(data)) {
			return nil
		}
		if err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
			return err
		}
		_, err = s.files.PutBytes(ctx, hash, data)
		return err
	})
}

// Get reads contents of at most limit bytes by their hash, which it checks.
func (s *Store) Get(ctx context.Context, hash string, limit int64) (data []byte, err error) {
	if !isHash(hash) {
		return nil, fmt.Errorf("%q is no hash", hash)
	}
	data, err = last(ctx, s.small, fileSubject+hash, false)
	if err == nil && (data == nil || Hash(data) != hash) {
		err = Retry(ctx, func(ctx context.Context) error {
			o, err := s.files.Get(ctx, hash)
			if err != nil {
				return err
			}
			data, err = io.ReadAll(io.LimitReader(o, limit+1))
			return errors.Join(err, o.Close())
		})
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("contents %s: %w", hash, err)
	case int64(len(data)) > limit:
		return nil, fmt.Errorf("contents %s: more than %d bytes", hash, limit)
	case Hash(data) != hash:
		return nil, fmt.Errorf("contents %s: other ones are kept under this hash", hash)
	}
	return data, nil
}

// GetAll are those of the contents of files that can be had in few exchanges; Get has the others.
func (s *Store) GetAll(ctx context.Context, fs []File) map[string][]byte {
	size, hashes := int64(0), []string(nil)
	out := map[string][]byte{}
	ask := func() {
		if len(hashes) == 0 {
			return
		}
		found, _ := s.ask(ctx, fileStream, fileSubject, hashes)
		for _, hash := range hashes {
			if data, ok := found[fileSubject+hash]; ok && Hash(data) == hash {
				out[hash] = data
			}
		}
		size, hashes = 0, nil
	}
	for _, f := range fs {
		if f.Size > maxSmall || !isHash(f.Hash) {
			continue
		}
		hashes = append(hashes, f.Hash)
		if size += f.Size; len(hashes) == askedKeys || size > maxAsked {
			ask()
		}
	}
	ask()
	return out
}

// message is one that nothing may replace.
type message struct {
	stream, subject string
	data            []byte
}

// published is what has become of a message; where its subject had another one, it was not stored, and that one is returned.
type published struct {
	old    []byte
	stored bool
	err    error
}

// publishOnce keeps messages that nothing may replace. They are all sent before the first answer is waited for.
func (s *Store) publishOnce(ctx context.Context, ms ...message) []published {
	out := make([]published, len(ms))
	answers := make([]jetstream.PubAckFuture, len(ms))
	for i, m := range ms {
		if len(m.data) > maxRecord {
			out[i].err = fmt.Errorf("a record of %d bytes; at most %d are kept", len(m.data), maxRecord)
			continue
		}
		answers[i], out[i].err = s.js.PublishAsync(m.subject, m.data, jetstream.WithExpectLastSequencePerSubject(0))
	}
	for i, m := range ms {
		p := &out[i]
		if p.err == nil {
			select {
			case <-answers[i].Ok():
			case p.err = <-answers[i].Err():
			case <-ctx.Done():
				p.err = ctx.Err()
			}
		}
		if p.err != nil && unreachable(p.err) {
			p.err = Retry(ctx, func(ctx context.Context) error {
				_, err := s.js.Publish(ctx, m.subject, m.data, jetstream.WithExpectLastSequencePerSubject(0))
				return err
			})
		}
		switch {
		case p.err == nil:
			p.stored = true
		case wrongLast(p.err):
			*p = s.there(ctx, m)
		}
	}
	return out
}

// there finds what the subject of a message has that was refused.
func (s *Store) there(ctx context.Context, m message) (p published) {
	stream, err := s.js.Stream(ctx, m.stream)
	if err != nil {
		return published{err: err}
	}
	p.old, p.err = last(ctx, stream, m.subject, true)
	p.stored = p.err == nil && bytes.Equal(p.old, m.data) // an attempt whose answer was lost
	return p
}

// last is the message of a subject; nil: there is none. One that is known to be there may have to come to the replica that is asked.
func last(ctx context.Context, stream jetstream.Stream, subject string, there bool) (data []byte, err error) {
	err = Retry(ctx, func(ctx context.Context) error {
		m, err := stream.GetLastMsgForSubject(ctx, subject)
		switch {
		case err == nil:
			data = m.Data
		case errors.Is(err, jetstream.ErrMsgNotFound) && there:
			return nats.ErrTimeout
		case errors.Is(err, jetstream.ErrMsgNotFound):
			return nil
		}
		return err
	})
	return data, err
}

// keep stores a value as JSON in a bucket.
func keep(ctx context.Context, kv jetstream.KeyValue, key string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return Retry(ctx, func(ctx context.Context) error {
		_, err := kv.Put(ctx, key, data)
		return err
	})
}

// all are the values of a bucket whose keys match a pattern.
func all[T any](ctx context.Context, kv jetstream.KeyValue, pattern string) (out []T, err error) {
	err = Retry(ctx, func(ctx context.Context) error {
		w, err := kv.Watch(ctx, pattern, jetstream.IgnoreDeletes())
		if err != nil {
			return err
		}
		defer func() { _ = w.Stop() }()
		out = nil
		for {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case e, ok := <-w.Updates():
				if !ok {
					return nats.ErrDisconnected
				}
				if e == nil { // all that were there
					return nil
				}
				var v T
				if json.Unmarshal(e.Value(), &v) == nil {
					out = append(out, v)
				}
			}
		}
	})
	return out, err
}

// Shortened is a text from outside in a length that can be shown, in bytes.
func Shortened(text string, limit int) string {
	text = strings.ToValidUTF8(text, "?")
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + " ..."
}

func shortened(text string) string { return Shortened(text, maxText) }

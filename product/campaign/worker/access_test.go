package worker_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"cupel/product/campaign"
	"cupel/product/campaign/server"
)

// TestCredentials: a client and a worker with credentials of their own, the worker's with no more rights than docs/campaigns.md says; it can neither
// remove nor replace anything.
func TestCredentials(t *testing.T) {
	operator, account, system := pair(t, nkeys.CreateOperator), pair(t, nkeys.CreateAccount), pair(t, nkeys.CreateAccount)
	sign := func(c interface {
		Encode(nkeys.KeyPair) (string, error)
	}, by nkeys.KeyPair) string {
		t.Helper()
		text, err := c.Encode(by)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	oc := jwt.NewOperatorClaims(public(t, operator))
	ac, sc := jwt.NewAccountClaims(public(t, account)), jwt.NewAccountClaims(public(t, system))
	ac.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: -1, DiskStorage: -1, Streams: -1, Consumer: -1}
	resolver := &natsserver.MemAccResolver{}
	for name, text := range map[string]string{public(t, account): sign(ac, operator), public(t, system): sign(sc, operator)} {
		if err := resolver.Store(name, text); err != nil {
			t.Fatal(err)
		}
	}
	ns, err := natsserver.NewServer(&natsserver.Options{Host: "127.0.0.1", Port: natsserver.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true,
		TrustedOperators: []*jwt.OperatorClaims{oc}, AccountResolver: resolver, SystemAccount: public(t, system)})
	if err != nil {
		t.Fatal(err)
	}
	go ns.Start()
	t.Cleanup(func() { ns.Shutdown(); ns.WaitForShutdown() })
	if !ns.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	user := func(name string, publish ...string) *nats.Conn {
		t.Helper()
		key := pair(t, nkeys.CreateUser)
		uc := jwt.NewUserClaims(public(t, key))
		uc.Permissions.Pub.Allow.Add(publish...)
		seed, err := key.Seed()
		if err != nil {
			t.Fatal(err)
		}
		creds, err := jwt.FormatUserConfig(sign(uc, account), seed)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, creds, 0o600); err != nil {
			t.Fatal(err)
		}
		nc, err := nats.Connect(ns.ClientURL(), append(server.ConnectOptions(name), nats.UserCredentials(file))...)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		return nc
	}
	r := &rig{t: t, dir: t.TempDir(), binary: "/proc/self/exe", hash: campaign.Hash([]byte("a binary")), runs: map[string]int{}}
	if r.store, err = campaign.Open(t.Context(), user("client", ">"), 1); err != nil {
		t.Fatal(err)
	}
	sub := r.submission(10, "a")
	sub.Limits.Witness = true
	c := r.submit(sub)
	nc := user("worker", "cupel.file.*", "cupel.verdict.*", "cupel.done.>", "cupel.check.>", "$JS.ACK.>", "$KV.cupel-notes.>", "$KV.cupel-workers.>", "$O.cupel-files.>",
		"$JS.API.STREAM.INFO.*", "$JS.API.STREAM.MSG.GET.*", "$JS.API.DIRECT.GET.>", "$JS.API.CONSUMER.INFO.>", "$JS.API.CONSUMER.CREATE.>", "$JS.API.CONSUMER.MSG.NEXT.>", "$JS.FC.>")
	s, err := campaign.Bind(t.Context(), nc)
	if err != nil {
		t.Fatal(err)
	}
	r.workWith(s, r.run)
	for _, x := range r.results(c) {
		if !x.Solved() {
			t.Errorf("%+v", x)
		}
	}
	js, err := nc.JetStream(nats.MaxWait(time.Second))
	if err != nil {
		t.Fatal(err)
	}
	if err := js.DeleteStream("CUPEL_VERDICTS"); err == nil {
		t.Error("a worker has deleted the verdicts")
	}
	if err := js.PurgeStream("CUPEL_WORK_" + c.ID); err == nil {
		t.Error("a worker has purged the queue")
	}
	if other, err := nats.Connect(ns.ClientURL()); err == nil {
		other.Close()
		t.Error("connected without credentials")
	}
}

func pair(t *testing.T, create func() (nkeys.KeyPair, error)) nkeys.KeyPair {
	t.Helper()
	k, err := create()
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func public(t *testing.T, k nkeys.KeyPair) string {
	t.Helper()
	p, err := k.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

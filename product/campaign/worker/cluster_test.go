package worker_test

import (
	"fmt"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"cupel/product/campaign"
	"cupel/product/campaign/server"
)

// cluster starts three servers that replicate.
func cluster(t *testing.T) (nodes []*natsserver.Server, urls string) {
	t.Helper()
	var routes []*url.URL
	var list []string
	ports := make([]int, 3)
	for i := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ports[i] = l.Addr().(*net.TCPAddr).Port
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		routes = append(routes, &url.URL{Scheme: "nats", Host: l.Addr().String()})
	}
	for i, port := range ports {
		ns, err := natsserver.NewServer(&natsserver.Options{ServerName: fmt.Sprint("n", i), Host: "127.0.0.1", Port: natsserver.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(),
			NoSigs: true, NoLog: true, Routes: routes, Cluster: natsserver.ClusterOpts{Name: "c", Host: "127.0.0.1", Port: port}})
		if err != nil {
			t.Fatal(err)
		}
		go ns.Start()
		t.Cleanup(func() { ns.Shutdown(); ns.WaitForShutdown() })
		nodes = append(nodes, ns)
	}
	for _, ns := range nodes {
		if !ns.ReadyForConnections(time.Minute) {
			t.Fatal("a server does not start")
		}
		list = append(list, ns.ClientURL())
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		leader := false
		for _, n := range nodes {
			leader = leader || n.JetStreamIsLeader() && len(n.JetStreamClusterPeers()) == 3
		}
		if leader {
			return nodes, strings.Join(list, ",")
		}
		if time.Now().After(deadline) {
			t.Fatal("the cluster has no leader")
		}
	}
}

// TestCluster: of three servers one ends in the midst of a campaign, and no result is lost or there twice.
func TestCluster(t *testing.T) {
	nodes, urls := cluster(t)
	r := &rig{t: t, dir: t.TempDir(), binary: "/proc/self/exe", hash: campaign.Hash([]byte("a binary")), runs: map[string]int{}}
	connect := func() (*campaign.Store, *nats.Conn) {
		nc, err := nats.Connect(urls, server.ConnectOptions("test")...)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		s, err := campaign.Open(t.Context(), nc, 3)
		if err != nil {
			t.Fatal(err)
		}
		return s, nc
	}
	r.store, _ = connect()
	c := r.submit(r.submission(200, "a"))
	for range 3 {
		s, _ := connect()
		r.workWith(s, r.run)
	}
	_ = r.store.Follow(t.Context(), c, 0, func(seq uint64, _ campaign.Done) bool { return seq < 40 })
	for _, n := range nodes {
		if n.JetStreamIsLeader() {
			n.Shutdown()
			break
		}
	}
	runs := r.results(c)
	for i, x := range runs {
		if x.Task != fmt.Sprintf("f/t%d", i) || !x.Solved() {
			t.Errorf("%+v", x)
		}
	}
	if conflicts, err := r.store.Conflicts(t.Context()); err != nil || len(conflicts) > 0 {
		t.Errorf("%v %v", conflicts, err)
	}
}

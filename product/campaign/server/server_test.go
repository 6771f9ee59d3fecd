package server_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"cupel/product/campaign"
	"cupel/product/campaign/server"
)

// certificate is one for this machine, signed by itself, and the file of it.
func certificate(t *testing.T) (tls.Certificate, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o644); err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, file
}

// TestAccess: who has not the token, or does not know the certificate, does not get in; the token is readable by the owner alone.
func TestAccess(t *testing.T) {
	cert, ca := certificate(t)
	dir := t.TempDir()
	s, err := server.Start(dir, server.Options{Listen: "127.0.0.1:0", TLS: &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	for name, c := range map[string]struct {
		options []nats.Option
		ok      bool
	}{
		"token and certificate": {[]nats.Option{nats.Token(s.Token), nats.RootCAs(ca)}, true},
		"no token":              {[]nats.Option{nats.RootCAs(ca)}, false},
		"another token":         {[]nats.Option{nats.Token("x" + s.Token), nats.RootCAs(ca)}, false},
		"unknown certificate":   {[]nats.Option{nats.Token(s.Token)}, false},
	} {
		nc, err := nats.Connect(s.URL, c.options...)
		if (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			if !c.ok || nc.TLSRequired() != true {
				t.Errorf("%s: connected without TLS", name)
			}
			nc.Close()
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "server.json")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
}

// TestAddress: a port that other machines reach needs TLS; wrong addresses are refused, and files that are none.
func TestAddress(t *testing.T) {
	for _, listen := range []string{"0.0.0.0:0", ":0", "example.org:1", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:99999"} {
		if s, err := server.Start(t.TempDir(), server.Options{Listen: listen}); err == nil {
			s.Stop()
			t.Errorf("%s: is accepted", listen)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "server.json"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := server.Start(dir, server.Options{}); err == nil {
		s.Stop()
		t.Error("a file that is no address is accepted")
	}
}

// TestForged: what somebody keeps under the hash of other contents is not taken for these, and does not keep them away.
func TestForged(t *testing.T) {
	s, err := server.Start(t.TempDir(), server.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	nc, err := s.Connect(nats.Name("test"))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	store, err := campaign.Open(t.Context(), nc, 1)
	if err != nil {
		t.Fatal(err)
	}
	js, err := nc.JetStream()
	if err != nil {
		t.Fatal(err)
	}
	contents := []byte("int main(void) { return 0; }")
	hash := campaign.Hash(contents)
	if _, err := js.Publish("cupel.file."+hash, []byte("int main(void) { return 1; }")); err != nil {
		t.Fatal(err)
	}
	if data, err := store.Get(t.Context(), hash, 100); err == nil {
		t.Errorf("%q was taken for other contents", data)
	}
	if _, err := store.Put(t.Context(), contents); err != nil {
		t.Error(err)
	}
	if data, err := store.Get(t.Context(), hash, 100); err != nil || string(data) != string(contents) {
		t.Errorf("%q, %v", data, err)
	}
}

// TestAgain: a server that is started again has its address, its password and its contents.
func TestAgain(t *testing.T) {
	dir := t.TempDir()
	contents := []string{"contents", strings.Repeat("x", 2<<20)} // one message, and an object
	var was server.Address
	for i := range 2 {
		s, err := server.Start(dir, server.Options{})
		if err != nil {
			t.Fatal(err)
		}
		nc, err := s.Connect(nats.Name("test"))
		if err != nil {
			t.Fatal(err)
		}
		store, err := campaign.Open(context.Background(), nc, 1)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			was = s.Address
		} else if s.Address != was {
			t.Errorf("%v, was %v", s.Address, was)
		}
		for _, c := range contents {
			hash := campaign.Hash([]byte(c))
			if i == 0 {
				if got, err := store.Put(t.Context(), []byte(c)); err != nil || got != hash {
					t.Fatal(got, err)
				}
			}
			if data, err := store.Get(t.Context(), hash, int64(len(c))); err != nil || string(data) != c {
				t.Errorf("%d bytes, %v", len(data), err)
			}
			if _, err := store.Get(t.Context(), hash, int64(len(c)-1)); err == nil {
				t.Error("a limit of the size is not kept")
			}
		}
		nc.Close()
		s.Stop()
	}
}

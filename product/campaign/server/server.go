package server

import (
	"crypto/rand"
	"crypto/tls"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"cupel/internal/wholefile"
)

// Files in a server's directory.
const (
	storeName   = "nats"
	addressName = "server.json"
)

// Address is where a server is, and what it asks for.
type Address struct {
	URL   string `json:"url"`
	Token string `json:"token"`
}

// Options of a server.
type Options struct {
	// Listen is host:port; "": a port of this machine that others do not reach.
	Listen string
	// TLS is what connections are encrypted with; nil: nothing, which only this machine may use.
	TLS *tls.Config
}

// Server is one that runs.
type Server struct {
	Address
	ns *server.Server
}

// Start runs a server over a directory that nobody else uses.
func Start(dir string, o Options) (*Server, error) {
	old, err := Read(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	host, port, err := o.listen(old)
	if err != nil {
		return nil, err
	}
	token := old.Token
	if token == "" {
		raw := make([]byte, passwordBytes)
		_, _ = rand.Read(raw) // never fails
		token = hex.EncodeToString(raw)
	}
	ns, err := server.NewServer(&server.Options{ServerName: "cupel", Host: host, Port: port, JetStream: true, StoreDir: filepath.Join(dir, storeName),
		Authorization: token, TLSConfig: o.TLS, NoSigs: true, NoLog: true, MaxConn: maxConnections})
	if err != nil {
		return nil, err
	}
	go ns.Start()
	if !ns.ReadyForConnections(startTime) {
		ns.Shutdown()
		return nil, fmt.Errorf("%s: the server does not start; is its port %s in use?", dir, net.JoinHostPort(host, strconv.Itoa(port)))
	}
	s := &Server{Address: Address{URL: ns.ClientURL(), Token: token}, ns: ns}
	if err := s.write(dir); err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

// listen is where to listen: a server that is started again has its port of before.
func (o Options) listen(old Address) (host string, port int, err error) {
	if o.Listen != "" {
		host, text, err := net.SplitHostPort(o.Listen)
		if err != nil {
			return "", 0, fmt.Errorf("%q is no HOST:PORT", o.Listen)
		}
		if port, err = strconv.Atoi(text); err != nil || port < 0 || port > 65535 {
			return "", 0, fmt.Errorf("%q is no port", text)
		}
		if ip := net.ParseIP(host); o.TLS == nil && (ip == nil || !ip.IsLoopback()) {
			return "", 0, fmt.Errorf("%s can be reached from other machines; that needs a certificate and a key for TLS", o.Listen)
		}
		if port == 0 {
			port = server.RANDOM_PORT
		}
		return host, port, nil
	}
	host, port = "127.0.0.1", server.RANDOM_PORT
	if u, err := net.ResolveTCPAddr("tcp", trimScheme(old.URL)); err == nil && old.URL != "" && u.IP.IsLoopback() && free(u) {
		port = u.Port
	}
	return host, port, nil
}

// free reports whether nobody listens at an address.
func free(a *net.TCPAddr) bool {
	l, err := net.ListenTCP("tcp", a)
	if err != nil {
		return false
	}
	return l.Close() == nil
}

func trimScheme(url string) string {
	for i := 0; i+2 < len(url); i++ {
		if url[i:i+3] == "://" {
			return url[i+3:]
		}
	}
	return url
}

func (s *Server) write(dir string) error {
	data, err := json.Marshal(s.Address)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, addressName)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600) // wholefile keeps the permissions of what it replaces
	if err != nil {
		return err
	}
	if err := errors.Join(f.Chmod(0o600), f.Close()); err != nil {
		return err
	}
	return wholefile.Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// Read is where the server of a directory is, or was.
func Read(dir string) (a Address, err error) {
	f, err := os.Open(filepath.Join(dir, addressName))
	if err != nil {
		return a, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile))
	if err == nil && len(data) > 0 {
		err = json.Unmarshal(data, &a)
	}
	if err != nil {
		return a, fmt.Errorf("%s: is no address of a server: %w; remove it", f.Name(), err)
	}
	return a, nil
}

// Connect connects to the server without a network.
func (s *Server) Connect(options ...nats.Option) (*nats.Conn, error) {
	return nats.Connect("", append(options, nats.InProcessServer(s.ns), nats.Token(s.Token))...)
}

// Stop ends the server, and waits for its files.
func (s *Server) Stop() {
	s.ns.Shutdown()
	s.ns.WaitForShutdown()
}

// Options are those of a connection that lasts as long as its process, however often the server is away.
func ConnectOptions(name string) []nats.Option {
	return []nats.Option{nats.Name(name), nats.MaxReconnects(-1), nats.RetryOnFailedConnect(true), nats.ReconnectWait(200 * time.Millisecond), nats.Timeout(5 * time.Second)}
}

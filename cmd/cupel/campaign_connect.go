package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/pflag"

	"cupel/product/bench"
	"cupel/product/campaign"
	"cupel/product/campaign/server"
	"cupel/verifier"
)

// natsFlags tell where the server of a campaign is.
type natsFlags struct {
	url   string
	creds string
	ca    string
	cert  string
	key   string
}

func (f *natsFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.url, "nats", "", "`URL` of a NATS server with JetStream (several with commas); default: the one of the campaign in the directory of --output")
	fs.StringVar(&f.creds, "creds", "", "`FILE` of credentials for the server")
	fs.StringVar(&f.ca, "tls-ca", "", "`FILE` of certificates that the server's must be signed with")
	fs.StringVar(&f.cert, "tls-cert", "", "`FILE` of a certificate to show")
	fs.StringVar(&f.key, "tls-key", "", "`FILE` of the key to --tls-cert")
}

// options are those of a connection.
func (f *natsFlags) options(name string) ([]nats.Option, error) {
	if (f.cert == "") != (f.key == "") {
		return nil, &verifier.InputError{Msg: "--tls-cert and --tls-key: give both or none"}
	}
	for flag, file := range map[string]string{"--creds": f.creds, "--tls-ca": f.ca, "--tls-cert": f.cert, "--tls-key": f.key} {
		if _, err := os.Stat(file); file != "" && err != nil {
			return nil, &verifier.InputError{Msg: flag + ": " + file + ": cannot be read"}
		}
	}
	o := server.ConnectOptions(name)
	if f.creds != "" {
		o = append(o, nats.UserCredentials(f.creds))
	}
	if f.ca != "" {
		o = append(o, nats.RootCAs(f.ca))
	}
	if f.cert != "" {
		o = append(o, nats.ClientCert(f.cert, f.key))
	}
	return o, nil
}

// connect connects to the server of --nats, or to the one that runs in a directory.
func (f *natsFlags) connect(name, dir string) (*nats.Conn, error) {
	o, err := f.options(name)
	if err != nil {
		return nil, err
	}
	url := f.url
	if url == "" {
		a, err := server.Read(dir)
		if errors.Is(err, os.ErrNotExist) {
			return nil, &verifier.InputError{Msg: fmt.Sprintf("--output: no campaign was run in %s; name its directory, or a server with --nats", dir)}
		}
		if err != nil {
			return nil, &verifier.InputError{Msg: err.Error()}
		}
		url, o = a.URL, append(o, nats.Token(a.Token))
	}
	nc, err := nats.Connect(url, o...)
	if err != nil {
		return nil, &verifier.InputError{Msg: "--nats: " + err.Error()}
	}
	return nc, nil
}

// session is a connection for one command.
type session struct {
	store *campaign.Store
	close func()
}

// local starts the server of a directory that this process has locked.
func (f *natsFlags) local(ctx context.Context, dir string, o server.Options) (*session, error) {
	s, err := server.Start(dir, o)
	if err != nil {
		return nil, &verifier.InputError{Msg: err.Error()}
	}
	nc, err := s.Connect(server.ConnectOptions("cupel campaign")...)
	if err != nil {
		s.Stop()
		return nil, err
	}
	end := func() { nc.Close(); s.Stop() }
	store, err := campaign.Open(ctx, nc, 1)
	if err != nil {
		end()
		return nil, err
	}
	return &session{store, end}, nil
}

// remote connects to a server that runs; replicas: what is missing there is made, 0: nothing.
func (f *natsFlags) remote(ctx context.Context, dir string, replicas int) (*session, error) {
	nc, err := f.connect("cupel campaign", dir)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, connectTime)
	defer cancel()
	var store *campaign.Store
	err = campaign.Retry(ctx, func(ctx context.Context) (err error) {
		if replicas > 0 {
			store, err = campaign.Open(ctx, nc, replicas)
		} else {
			store, err = campaign.Bind(ctx, nc)
		}
		return err
	})
	if err != nil {
		nc.Close()
		return nil, &verifier.InputError{Msg: fmt.Sprintf("the server %s: %v", nc.ConnectedUrlRedacted(), err)}
	}
	return &session{store, nc.Close}, nil
}

// connectTime bounds the first exchange with a server.
const connectTime = 30 * time.Second

// open connects to where a campaign is: a server, the process that runs the campaign in a directory, or what that has left there.
func (f *natsFlags) open(ctx context.Context, dir string) (*session, error) {
	if f.url != "" {
		return f.remote(ctx, dir, 0)
	}
	if _, err := os.Stat(filepath.Join(dir, "nats")); err != nil {
		return nil, &verifier.InputError{Msg: fmt.Sprintf("--output: no campaign was run in %s; name its directory, or a server with --nats", dir)}
	}
	unlock, err := bench.Lock(dir)
	var locked *bench.LockedError
	switch {
	case errors.As(err, &locked) && !locked.Foreign:
		return f.remote(ctx, dir, 0)
	case err != nil:
		return nil, &verifier.InputError{Msg: "--output: " + err.Error()}
	}
	s, err := f.local(ctx, dir, server.Options{})
	if err != nil {
		unlock()
		return nil, err
	}
	inner := s.close
	s.close = func() { inner(); unlock() }
	return s, nil
}

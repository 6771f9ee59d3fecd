package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"cupel/product/campaign"
	"cupel/product/campaign/page"
	"cupel/verifier"
)

// tlsFlags are those of servers in this process.
type tlsFlags struct {
	serverCert string
	serverKey  string
}

func (f *tlsFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.serverCert, "server-cert", "", "`FILE` of the certificate of the servers of this process")
	fs.StringVar(&f.serverKey, "server-key", "", "`FILE` of the key to --server-cert")
}

// config is what connections to servers of this process are encrypted with; nil: nothing.
func (f *tlsFlags) config() (*tls.Config, error) {
	if (f.serverCert == "") != (f.serverKey == "") {
		return nil, &verifier.InputError{Msg: "--server-cert and --server-key: give both or none"}
	}
	if f.serverCert == "" {
		return nil, nil
	}
	cert, err := tls.LoadX509KeyPair(f.serverCert, f.serverKey)
	if err != nil {
		return nil, &verifier.InputError{Msg: "--server-cert: " + err.Error()}
	}
	return &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}, nil
}

func campaignPageCommand() *cobra.Command {
	f := &campaignFlags{}
	var t tlsFlags
	listen := ""
	c := f.register(&cobra.Command{
		Use: "page [flags] [CAMPAIGN]", Short: "Show a campaign in the browser while it runs", Args: oneCampaign,
		Long: `Page serves a web page about a campaign until it is interrupted: how far it is,
which runs contradict each other or the expected verdicts, verdicts by family and
configuration, all results to search, and what is kept of each run. Whoever reaches
the address can read it; it changes nothing.
` + aboutCampaign,
		RunE: func(cmd *cobra.Command, args []string) error {
			encrypted, err := t.config()
			if err != nil {
				return err
			}
			l, err := listenPage("--listen", listen, encrypted)
			if err != nil {
				return err
			}
			defer l.Close()
			return f.with(args, func(ctx context.Context, s *campaign.Store, c *campaign.Campaign) error {
				fmt.Fprintf(cmd.OutOrStdout(), "campaign %s: %s\n", c.ID, pageAddress(l, encrypted))
				if err := servePage(ctx, l, s, c, encrypted == nil); ctx.Err() == nil {
					return err
				}
				return nil
			})
		},
	})
	c.Flags().StringVar(&listen, "listen", "127.0.0.1:0", "`HOST:PORT` of the page; one that others reach needs --server-cert and --server-key")
	t.add(c.Flags())
	return c
}

// listenPage listens at the address that a flag gives to a page.
func listenPage(flag, address string, encrypted *tls.Config) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, &verifier.InputError{Msg: flag + ": " + err.Error()}
	}
	if encrypted != nil {
		return tls.NewListener(l, encrypted), nil
	}
	if a, ok := l.Addr().(*net.TCPAddr); !ok || !a.IP.IsLoopback() {
		return nil, errors.Join(l.Close(), &verifier.InputError{Msg: fmt.Sprintf("%s: %s can be reached from other machines; that needs --server-cert and --server-key", flag, address)})
	}
	return l, nil
}

func pageAddress(l net.Listener, encrypted *tls.Config) string {
	if encrypted != nil {
		return "https://" + l.Addr().String() + "/"
	}
	return "http://" + l.Addr().String() + "/"
}

// startPage serves the page of a campaign of this process until stop; a nil listener: there is none.
func startPage(ctx context.Context, log io.Writer, l net.Listener, s *campaign.Store, c *campaign.Campaign, encrypted *tls.Config) (stop func()) {
	if l == nil {
		return func() {}
	}
	fmt.Fprintf(log, "campaign %s: %s\n", c.ID, pageAddress(l, encrypted))
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan bool)
	go func() {
		defer close(ended)
		if err := servePage(ctx, l, s, c, encrypted == nil); ctx.Err() == nil {
			fmt.Fprintf(log, "cupel: the page is no longer served: %v\n", err)
		}
	}()
	return func() { cancel(); <-ended }
}

// servePage serves the page of a campaign until ctx ends. local: others do not reach the listener.
func servePage(ctx context.Context, l net.Listener, s *campaign.Store, c *campaign.Campaign, local bool) error {
	stored := page.NewStored(s, c)
	board, err := stored.Board(ctx)
	var large *page.TooLarge
	if errors.As(err, &large) {
		return &verifier.InputError{Msg: err.Error()}
	}
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() { cancel(stored.Follow(ctx, board)) }()
	if err := page.Serve(ctx, l, page.Handler(board, stored), local); err != nil {
		return err
	}
	return context.Cause(ctx)
}

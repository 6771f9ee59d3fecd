package main

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"

	"cupel/internal/supervise"
)

// interrupts are the signals with which a user, or who started the program, asks it to stop. The first one ends the context. The second
// one does not wait for what then still goes on: it has the answer of now, where the command has one. The next one ends the process.
type interrupts struct {
	now atomic.Pointer[func()] // answers and ends the process; nil: there is no answer yet
}

// answer says what gives the answer of now.
func (i *interrupts) answer(now func()) { i.now.Store(&now) }

// interruptible returns a context that ends with the first interrupt or termination signal; the second one ends the process.
func interruptible() (context.Context, context.CancelFunc) {
	ctx, _, stop := interruptibleTwice()
	return ctx, stop
}

// interruptibleTwice is interruptible for a command that has an answer at any time.
func interruptibleTwice() (context.Context, *interrupts, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	i := &interrupts{}
	signals, done := make(chan os.Signal, 8), make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go i.follow(signals, done, cancel)
	return ctx, i, func() {
		if !supervise.Active() { // a process with an answer is about to end, and a late signal must not end it otherwise
			signal.Stop(signals)
		}
		close(done)
		cancel()
	}
}

// follow acts on signals.
func (i *interrupts) follow(signals <-chan os.Signal, done <-chan struct{}, cancel func()) {
	for n := 1; ; n++ {
		select {
		case <-done:
			return
		case s := <-signals:
			supervise.Noticed()
			now := i.now.Load()
			switch {
			case n == 1:
				cancel()
			case n == 2 && now != nil:
				go (*now)()
			default:
				signal.Reset(s)
				_ = syscall.Kill(os.Getpid(), s.(syscall.Signal))
			}
		}
	}
}

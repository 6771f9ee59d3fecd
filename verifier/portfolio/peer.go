package portfolio

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"cupel/internal/child"
)

// A Peer is the coordinator's connection to a worker.
type Peer interface {
	io.Writer // accepts orders
	io.Reader // provides news
	// Halt suspends the worker, and Resume continues it.
	Halt()
	Resume()
	// End terminates it and waits until it has ended; then What describes its failure in a line.
	End()
	What() string
	// Usage is the processor time of it and its terminated children, and its memory in MB.
	Usage() (time.Duration, int)
}

// Process returns a function that starts workers as processes.
func Process(command ...string) func() (Peer, error) {
	return func() (Peer, error) {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Args[0] = os.Args[0] // some programs depend on their name
		in, err := cmd.StdinPipe()
		if err != nil {
			return nil, err
		}
		out, theirs, err := os.Pipe()
		if err != nil {
			return nil, err
		}
		p := &process{cmd: cmd, Writer: in, Reader: out, in: in, out: out}
		cmd.ExtraFiles = []*os.File{theirs} // separate from standard output, to which anything may print
		cmd.Stderr, cmd.WaitDelay = &p.errs, maxWait
		err = child.Start(cmd)
		_ = theirs.Close()
		if err != nil {
			_ = out.Close()
			return nil, fmt.Errorf("a worker does not start: %w", err)
		}
		return p, nil
	}
}

// NewsFile is the file to which a worker process writes its news.
func NewsFile() *os.File { return os.NewFile(3, "news") }

// process is a worker process.
type process struct {
	io.Writer
	io.Reader
	cmd  *exec.Cmd
	in   io.Closer
	out  io.Closer
	errs tail
	once sync.Once
	what string
	used time.Duration
	gone bool
	lock sync.Mutex // guards used and gone
}

func (p *process) signal(s os.Signal) { _ = p.cmd.Process.Signal(s) }
func (p *process) Halt()              { p.signal(syscall.SIGSTOP) }
func (p *process) Resume()            { p.signal(syscall.SIGCONT) }
func (p *process) What() string       { return p.what }

func (p *process) End() {
	p.once.Do(func() {
		p.signal(syscall.SIGKILL) // harmless if it has ended
		err := p.cmd.Wait()
		p.lock.Lock()
		p.gone = true
		if s := p.cmd.ProcessState; s != nil {
			p.used = s.UserTime() + s.SystemTime()
		}
		p.lock.Unlock()
		if p.what = p.errs.last(); p.what == "" && err != nil {
			p.what = err.Error()
		}
		_ = p.in.Close()
		_ = p.out.Close()
	})
}

func (p *process) Usage() (time.Duration, int) {
	p.lock.Lock()
	defer p.lock.Unlock()
	if p.gone {
		return p.used, 0
	}
	return usage(p.cmd.Process.Pid)
}

// usage reads a process's resource usage from the kernel.
func usage(pid int) (time.Duration, int) {
	dir := "/proc/" + strconv.Itoa(pid)
	stat, _ := os.ReadFile(dir + "/stat")
	_, rest, _ := strings.Cut(string(stat), ") ") // the name may contain any character
	f := strings.Fields(rest)
	if len(f) < 22 {
		return 0, 0
	}
	ticks := 0
	for _, x := range f[11:15] { // utime, stime, cutime, cstime
		n, _ := strconv.Atoi(x)
		ticks += n
	}
	pages, _ := strconv.Atoi(f[21])
	return time.Duration(ticks) * (time.Second / ticksPerSecond), pages * os.Getpagesize() >> 20
}

// ticksPerSecond is USER_HZ, the same on all Linux systems (time(7)).
const ticksPerSecond = 100

// tail keeps the end of what is written to it.
type tail struct {
	lock sync.Mutex
	data []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.data = append(t.data, p...)
	if n := len(t.data) - maxTail; n > 0 {
		t.data = append([]byte(nil), t.data[n:]...)
	}
	return len(p), nil
}

// last returns the last line.
func (t *tail) last() string {
	t.lock.Lock()
	defer t.lock.Unlock()
	text := bytes.TrimSpace(t.data)
	return string(text[bytes.LastIndexByte(text, '\n')+1:])
}

// Local returns a function that starts workers as goroutines: for tests, and for programs without an executable
// to start.
func Local(do func(context.Context, json.RawMessage, *Link) Answer) func() (Peer, error) {
	return func() (Peer, error) {
		theirIn, in := io.Pipe()
		out, theirOut := io.Pipe()
		ctx, cancel := context.WithCancel(context.Background())
		l := &local{Writer: in, Reader: out, in: in, out: out, cancel: cancel, done: make(chan struct{})}
		go func() {
			defer close(l.done)
			defer func() { // like the death of a process
				if r := recover(); r != nil {
					l.what = fmt.Sprint(r)
				}
				_ = theirIn.Close()
				_ = theirOut.Close()
			}()
			if err := Serve(ctx, theirIn, theirOut, do); err != nil {
				l.what = err.Error()
			}
		}()
		return l, nil
	}
}

// local is a worker goroutine.
type local struct {
	io.Writer
	io.Reader
	in, out io.Closer
	cancel  context.CancelFunc
	done    chan struct{}
	what    string // set before done
}

func (l *local) Halt()                       {}
func (l *local) Resume()                     {}
func (l *local) Usage() (time.Duration, int) { return 0, 0 }
func (l *local) What() string                { return l.what }

func (l *local) End() {
	l.cancel()
	_ = l.in.Close()
	_ = l.out.Close()
	<-l.done
}

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

// A Peer is a worker as its coordinator sees it.
type Peer interface {
	io.Writer // orders
	io.Reader // news
	// Halt stops the worker where it is, and Resume lets it go on.
	Halt()
	Resume()
	// End ends it and waits until it has; then What says what was wrong with it, in a line.
	End()
	What() string
	// Usage is the processor time that it and what it started and has ended took, and what it has in memory, in MB.
	Usage() (time.Duration, int)
}

// Process starts workers as processes.
func Process(command ...string) func() (Peer, error) {
	return func() (Peer, error) {
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Args[0] = os.Args[0] // a program may go by what it is called
		in, err := cmd.StdinPipe()
		if err != nil {
			return nil, err
		}
		out, theirs, err := os.Pipe()
		if err != nil {
			return nil, err
		}
		p := &process{cmd: cmd, Writer: in, Reader: out, in: in, out: out}
		cmd.ExtraFiles = []*os.File{theirs} // whatever prints to standard output cannot disturb
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

// NewsFile is where a worker that is a process writes its news.
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
	lock sync.Mutex // of used and gone
}

func (p *process) signal(s os.Signal) { _ = p.cmd.Process.Signal(s) }
func (p *process) Halt()              { p.signal(syscall.SIGSTOP) }
func (p *process) Resume()            { p.signal(syscall.SIGCONT) }
func (p *process) What() string       { return p.what }

func (p *process) End() {
	p.once.Do(func() {
		p.signal(syscall.SIGKILL) // no harm where it has ended
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

// usage reads what the kernel knows of a process.
func usage(pid int) (time.Duration, int) {
	dir := "/proc/" + strconv.Itoa(pid)
	stat, _ := os.ReadFile(dir + "/stat")
	_, rest, _ := strings.Cut(string(stat), ") ") // the name may hold anything
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

// ticksPerSecond is USER_HZ, which Linux has the same everywhere (time(7)).
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

// last is the last line.
func (t *tail) last() string {
	t.lock.Lock()
	defer t.lock.Unlock()
	text := bytes.TrimSpace(t.data)
	return string(text[bytes.LastIndexByte(text, '\n')+1:])
}

// Local starts workers that are goroutines of this process: for tests, and for programs that
// have no executable of ours to start.
func Local(do func(context.Context, json.RawMessage, *Link) Answer) func() (Peer, error) {
	return func() (Peer, error) {
		theirIn, in := io.Pipe()
		out, theirOut := io.Pipe()
		ctx, cancel := context.WithCancel(context.Background())
		l := &local{Writer: in, Reader: out, in: in, out: out, cancel: cancel, done: make(chan struct{})}
		go func() {
			defer close(l.done)
			defer func() { // as a process would
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

// local is a goroutine.
type local struct {
	io.Writer
	io.Reader
	in, out io.Closer
	cancel  context.CancelFunc
	done    chan struct{}
	what    string // before done
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

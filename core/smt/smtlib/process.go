package smtlib

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"cupel/internal/child"
)

// errStopped: the context ended or the time passed before an answer came.
var errStopped = errors.New("smtlib: no answer in time")

// process is a running solver.
type process struct {
	name    string
	cmd     *exec.Cmd
	in      *bufio.Writer
	stdin   io.Closer
	answers chan string   // S-expressions, one answer each; closed when the output ends
	gone    chan struct{} // closed by kill
	once    sync.Once
	stderr  tail
}

func startProcess(command []string) (*process, error) {
	if len(command) == 0 {
		return nil, errors.New("smtlib: no command")
	}
	p := &process{name: command[0], cmd: exec.Command(command[0], command[1:]...), answers: make(chan string), gone: make(chan struct{})}
	stdin, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("smtlib: %w", err)
	}
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("smtlib: %w", err)
	}
	p.cmd.Stderr = &p.stderr
	p.cmd.WaitDelay = time.Second // a grandchild must not keep Wait from returning
	if err := child.Start(p.cmd); err != nil {
		return nil, fmt.Errorf("smtlib: starting %s: %w", p.name, err)
	}
	p.in, p.stdin = bufio.NewWriter(stdin), stdin
	go func() {
		defer close(p.answers)
		r := bufio.NewReader(stdout)
		for {
			e, err := readExpr(r)
			if err != nil {
				_ = p.cmd.Wait() // the missing answer is reported
				return
			}
			select {
			case p.answers <- e:
			case <-p.gone:
			}
		}
	}()
	return p, nil
}

// send writes a command. A broken pipe shows at the next answer.
func (p *process) send(parts ...string) {
	for _, s := range parts {
		_, _ = p.in.WriteString(s)
	}
	_ = p.in.WriteByte('\n')
}

// answer waits for the next answer; a positive limit bounds the wait.
func (p *process) answer(ctx context.Context, limit time.Duration) (string, error) {
	sent := make(chan struct{}) // a solver that does not read must not block us
	go func() {
		defer close(sent)
		_ = p.in.Flush()
	}()
	var after <-chan time.Time
	if limit > 0 {
		t := time.NewTimer(limit)
		defer t.Stop()
		after = t.C
	}
	for {
		select {
		case e, ok := <-p.answers:
			<-sent
			switch {
			case !ok:
				return "", fmt.Errorf("smtlib: %s ended unexpectedly: %s", p.name, p.stderr.String())
			case e == "success", e == "unsupported":
				continue
			case strings.HasPrefix(e, "(error"):
				return "", fmt.Errorf("smtlib: %s: %s", p.name, e)
			}
			return e, nil
		case <-ctx.Done():
			return "", errStopped
		case <-after:
			return "", errStopped
		}
	}
}

// kill ends the process; it does not wait.
func (p *process) kill() {
	p.once.Do(func() {
		close(p.gone)
		_ = p.cmd.Process.Kill()
		_ = p.stdin.Close()
	})
}

// readExpr reads one S-expression, a symbol or a balanced list.
func readExpr(r *bufio.Reader) (string, error) {
	var b strings.Builder
	depth := 0
	quote := byte(0) // inside "..." or |...|
	for {
		c, err := r.ReadByte()
		if err != nil {
			if b.Len() > 0 && depth == 0 {
				return b.String(), nil
			}
			return "", err
		}
		space := c == ' ' || c == '\t' || c == '\n' || c == '\r'
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '|':
			quote = c
		case c == ';': // a comment
			if _, err := r.ReadString('\n'); err != nil {
				return "", err
			}
			continue
		case space && b.Len() == 0:
			continue
		case space && depth == 0:
			return b.String(), nil
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth <= 0 {
				b.WriteByte(c)
				return b.String(), nil
			}
		}
		b.WriteByte(c)
	}
}

// tail keeps the end of the written text.
type tail struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b.Write(p)
	if n := t.b.Len(); n > maxTail {
		t.b.Next(n - maxTail)
	}
	return len(p), nil
}

// String returns the kept text.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(t.b.String())
}

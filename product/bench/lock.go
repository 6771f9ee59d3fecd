package bench

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// LockedError: another process writes to the directory.
type LockedError struct {
	Dir   string
	Owner string // its process number, or ""
	// Foreign: there is a file in the place of the lock that is none.
	Foreign bool
}

func (e *LockedError) Error() string {
	if e.Foreign {
		return fmt.Sprintf("%s: the file %s there belongs to somebody else; choose another directory", e.Dir, lockName)
	}
	owner := "another benchmark"
	if e.Owner != "" {
		owner += " (process " + e.Owner + ")"
	}
	return fmt.Sprintf("%s: %s is writing there; wait for it or choose another directory", e.Dir, owner)
}

// Lock keeps other benchmarks away from dir until unlock. The lock is the
// kernel's, so it ends with the process, however that ends.
func Lock(dir string) (unlock func(), err error) {
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_CREATE|os.O_RDWR|syscall.O_NONBLOCK, 0o644)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() > maxOwner {
		_ = f.Close()
		return nil, &LockedError{Dir: dir, Foreign: true}
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		owner, _ := io.ReadAll(io.LimitReader(f, maxOwner))
		_ = f.Close()
		return nil, &LockedError{Dir: dir, Owner: strings.TrimSpace(string(owner))}
	}
	if err == nil {
		err = f.Truncate(0)
	}
	if err == nil {
		_, err = fmt.Fprintln(f, os.Getpid())
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() { _ = f.Close() }, nil
}

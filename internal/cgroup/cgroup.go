package cgroup

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Parent is a group that was delegated to this process, for groups in it.
type Parent struct{ dir string }

// Open takes the directory of a group that may have groups with bounds in it: one without processes, since the kernel allows no others.
func Open(dir string) (*Parent, error) {
	list, err := read(filepath.Join(dir, "cgroup.controllers"))
	if err != nil {
		return nil, fmt.Errorf("%s: is no control group (version 2): %w", dir, err)
	}
	for _, c := range []string{"memory", "pids"} {
		if !slices.Contains(strings.Fields(list), c) {
			return nil, fmt.Errorf("%s: has no controller %s; delegate memory and pids", dir, c)
		}
	}
	err = write(filepath.Join(dir, "cgroup.subtree_control"), "+memory +pids")
	switch {
	case errors.Is(err, syscall.EBUSY):
		return nil, fmt.Errorf("%s: has processes; put them into a group in it", dir)
	case err != nil:
		return nil, fmt.Errorf("%s: is not delegated: %w", dir, err)
	}
	return &Parent{dir}, nil
}

// Above is the group in which that of this process lies.
func Above() (string, error) {
	own, err := read("/proc/self/cgroup")
	if err != nil {
		return "", err
	}
	mounts, err := read("/proc/self/mountinfo")
	if err != nil {
		return "", err
	}
	return above(own, mounts)
}

func above(own, mounts string) (string, error) {
	mount := Mount(mounts)
	for line := range strings.Lines(own) {
		if path, ok := strings.CutPrefix(strings.TrimSpace(line), "0::"); ok && mount != "" && path != "/" {
			return filepath.Join(mount, filepath.Dir(path)), nil
		}
	}
	return "", errors.New("this process lies in no control group (version 2) below another one")
}

// Mount is where a list of mounts (/proc/self/mountinfo) has the hierarchy of version 2; "": nowhere.
func Mount(mounts string) string {
	for line := range strings.Lines(mounts) {
		before, after, _ := strings.Cut(line, " - ")
		if f := strings.Fields(before); len(f) > 4 && strings.HasPrefix(after, "cgroup2 ") {
			return f[4]
		}
	}
	return ""
}

// Limits are the bounds of a group.
type Limits struct {
	Memory    int64 // bytes; 0: none
	Processes int   // threads included; 0: no bound
}

// Group is one for the processes of one purpose.
type Group struct {
	path string
	dir  *os.File
}

// New makes a group.
func (p *Parent) New(name string, l Limits) (*Group, error) {
	g := &Group{path: filepath.Join(p.dir, name)}
	if err := os.Mkdir(g.path, 0o755); err != nil {
		return nil, err
	}
	err := g.bound(l)
	if err == nil {
		g.dir, err = os.Open(g.path)
	}
	if err != nil {
		return nil, errors.Join(err, os.Remove(g.path))
	}
	return g, nil
}

func (g *Group) bound(l Limits) (err error) {
	if l.Memory > 0 {
		err = errors.Join(g.set("memory.max", strconv.FormatInt(l.Memory, 10)), g.set("memory.oom.group", "1"))
		if e := g.set("memory.swap.max", "0"); !errors.Is(e, fs.ErrNotExist) { // a kernel without swap
			err = errors.Join(err, e)
		}
	}
	if l.Processes > 0 {
		err = errors.Join(err, g.set("pids.max", strconv.Itoa(l.Processes)))
	}
	return err
}

func (g *Group) set(name, value string) error { return write(filepath.Join(g.path, name), value) }

// Enter has a process begin in the group.
func (g *Group) Enter(a *syscall.SysProcAttr) { a.UseCgroupFD, a.CgroupFD = true, int(g.dir.Fd()) }

// ProcessorTime is that of all processes that are or were in the group.
func (g *Group) ProcessorTime() (time.Duration, error) {
	n, err := g.number("cpu.stat", "usage_usec")
	return time.Duration(n) * time.Microsecond, err
}

// OutOfMemory reports whether processes were ended since they needed more memory than the group has.
func (g *Group) OutOfMemory() (bool, error) {
	n, err := g.number("memory.events", "oom_kill")
	return n > 0, err
}

// number reads a number from a file of lines "name number".
func (g *Group) number(file, name string) (int64, error) {
	text, err := read(filepath.Join(g.path, file))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(text) {
		if f := strings.Fields(line); len(f) == 2 && f[0] == name {
			return strconv.ParseInt(f[1], 10, 64)
		}
	}
	return 0, fmt.Errorf("%s: has no %s", filepath.Join(g.path, file), name)
}

// Close ends all processes of the group and removes it.
func (g *Group) Close() error {
	_ = g.dir.Close()
	kill := g.set("cgroup.kill", "1")
	for end := time.Now().Add(endTime); ; time.Sleep(endPause) {
		err := syscall.Rmdir(g.path)
		switch {
		case err == nil || errors.Is(err, syscall.ENOENT):
			return nil
		case !errors.Is(err, syscall.EBUSY) || time.Now().After(end):
			return errors.Join(kill, fmt.Errorf("removing the control group %s: %w", g.path, err))
		}
	}
}

func read(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxStat))
	return string(data), err
}

// write writes to a file that the kernel has made.
func write(path, value string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(value)
	return errors.Join(err, f.Close())
}

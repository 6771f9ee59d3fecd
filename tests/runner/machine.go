package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// A machine is how long this machine takes for two pieces of work that tests consist of, in processor seconds.
type machine struct {
	compute float64 // hashing and allocating in one process
	starts  float64 // starting the C compiler, mostly the system's part of it: page faults, opening files
}

// factor is how many times as long tests may take on m as on the machine where budgets were measured: at least 1.
func (m machine) factor(reference machine) float64 {
	return max(1, ratio(m.compute, reference.compute), ratio(m.starts, reference.starts))
}

// ratio is 0 where there is no reference.
func ratio(here, there float64) float64 {
	if there == 0 {
		return 0
	}
	return here / there
}

// measured measures the machine. Without a C compiler only computing counts.
func measured(dir string) (machine, error) {
	var m machine
	before, err := processorTime(syscall.RUSAGE_SELF)
	if err != nil {
		return m, err
	}
	compute()
	after, err := processorTime(syscall.RUSAGE_SELF)
	if err != nil {
		return m, err
	}
	m.compute = after - before
	if _, err := exec.LookPath("gcc"); err != nil {
		return m, nil
	}
	file := filepath.Join(dir, "start.c")
	if err := os.WriteFile(file, []byte("#include <stdio.h>\n#include <stdlib.h>\nint main(void) { return 0; }\n"), 0o644); err != nil {
		return m, err
	}
	if before, err = processorTime(syscall.RUSAGE_CHILDREN); err != nil {
		return m, err
	}
	for range 10 {
		if err := exec.Command("gcc", "-o", filepath.Join(dir, "start"), file).Run(); err != nil {
			return m, fmt.Errorf("gcc: %w", err)
		}
	}
	after, err = processorTime(syscall.RUSAGE_CHILDREN)
	m.starts = after - before
	return m, err
}

// compute hashes, and fills a map of small objects.
func compute() {
	block := make([]byte, 1<<12)
	objects := map[[4]byte]*[4]byte{}
	for i := range 1 << 17 {
		sum := sha256.Sum256(block)
		copy(block[i%(1<<12-32):], sum[:])
		for j := range 8 {
			key := [4]byte(sum[4*j:])
			key[0] = 0 // bounds the map
			objects[key] = &key
		}
	}
}

// processorTime is the processor time in seconds that this process or its children took so far.
func processorTime(who int) (float64, error) {
	var used syscall.Rusage
	if err := syscall.Getrusage(who, &used); err != nil {
		return 0, err
	}
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e9, nil
}

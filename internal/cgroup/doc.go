// Package cgroup gives processes control groups of their own: bounds of memory and processes that hold for all of them together, the processor time
// that they have used, and a way to end all of them (Linux, version 2: kernel.org, admin-guide/cgroup-v2).
package cgroup

// Package architecture has no code, but a test that keeps docs/architecture.md true: its table
// lists every package, and a package imports only what stands above it.
package architecture

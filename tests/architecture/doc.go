// Package architecture has no code, but tests that keep docs/architecture.md true: its tables list every room and every package, a package
// imports only what stands above it in them, and a room only lower rooms.
//
//	core/smt imports core/logic          in order
//	kernel/facts imports engine          an error: engine/ stands above kernel/
package architecture

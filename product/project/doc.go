// Package project reads cupel.toml, which names the tasks of a project: what is to be verified, and what is expected of it
// (docs/reports.md).
package project

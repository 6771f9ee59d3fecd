// Package pagetest renders pages in a headless Chromium, for tests: files as they are when their scripts have run (Open, Driven), and pages of a server
// that are driven while they change (Load).
package pagetest

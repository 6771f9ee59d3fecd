// Package pagetest renders pages in a headless Chromium, for tests.
package pagetest

// Package pagetest looks at pages as their readers do, in a Chromium without a window.
package pagetest

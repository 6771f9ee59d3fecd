// Package page is the common frame of self-contained HTML pages: a single file to be opened from disk, on a
// computer or a phone, in light or dark mode, and printable.
//
// The content of pages may come from hostile programs. A page loads no resources, and its policy (Content
// Security Policy Level 3, W3C) admits no script but its own, identified by its hash. Texts are escaped by
// html/template.
package page

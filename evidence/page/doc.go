// Package page is the frame of HTML pages that need nothing else: one file that is opened by a double click, on a computer or a
// phone, in the light or the dark, and prints.
//
// What pages show may come from hostile programs. A page loads nothing, and has a policy (Content Security Policy Level 3, W3C) that
// lets no script run but its own, named by its hash. Texts are escaped by html/template.
package page

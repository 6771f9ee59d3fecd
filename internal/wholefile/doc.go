// Package wholefile writes output files: completely or not at all, so that an
// interrupted or failed run leaves what was there before, and never in place of
// something else. Links are followed to the file that they name; devices, pipes
// and sockets are written to as they are; inputs are refused.
//
// Errors name the file as the caller gave it.
package wholefile

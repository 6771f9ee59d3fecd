// Package wholefile writes output files atomically, so that an interrupted or
// failed run leaves the previous contents, and refuses to overwrite inputs. Links
// are followed to their target; devices, pipes and sockets are written to
// directly.
//
// Errors name the file as the caller gave it.
package wholefile

package server

import "time"

const (
	// startTime bounds the start of a server, which reads what its directory keeps.
	startTime = 2 * time.Minute
	// passwordBytes is the number of random bytes of a password.
	passwordBytes = 24
	// maxFile bounds the file with the address, in bytes.
	maxFile = 1 << 16
	// maxConnections bounds the connections to a server.
	maxConnections = 10_000
)

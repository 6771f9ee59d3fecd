// Package server runs a NATS server with JetStream in this process, over a directory.
//
//	DIR/nats/         the files of JetStream
//	DIR/server.json   address and password, readable by the owner alone; the same after a restart
package server

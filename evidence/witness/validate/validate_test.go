package validate_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"testing"

	"cupel/core/program"
	"cupel/evidence/witness/read"
)

const specification = "CHECK( init(main()), LTL(G ! call(reach_error())) )"

// metaOf is the metadata of a witness for a file with LP64.
func metaOf(t *testing.T, file string) read.Meta {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(data)
	return read.Meta{Producer: "test", Specification: specification, Files: []string{file}, Hashes: []string{hex.EncodeToString(sum[:])}, DataModel: program.LP64}
}

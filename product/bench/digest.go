package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"cupel/internal/lazyregexp"
)

// quoted is the inclusion of a file beside the source.
var quoted = lazyregexp.New(`(?m)^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"`)

// Digest identifies the contents of files, with those that they include from
// beside them, and texts. An inclusion of something that is not there counts by
// its name only.
func Digest(files []string, texts ...string) (string, error) {
	all, err := WithIncluded(files)
	if err != nil {
		return "", err
	}
	var parts []string
	for _, path := range all {
		data, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		parts = append(parts, string(data))
	}
	return digest(append(parts, texts...)...), nil
}

// WithIncluded are files and those that they include from beside them.
func WithIncluded(files []string) (all []string, err error) {
	seen := map[string]bool{}
	for len(files) > 0 {
		path := files[0]
		files = files[1:]
		if seen[path] {
			continue
		}
		seen[path] = true
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		all = append(all, path)
		for _, m := range quoted().FindAllSubmatch(data, -1) {
			other := filepath.Join(filepath.Dir(path), string(m[1]))
			if info, err := os.Stat(other); err == nil && info.Mode().IsRegular() {
				files = append(files, other)
			}
		}
	}
	return all, nil
}

// digest identifies a sequence of texts.
func digest(texts ...string) string {
	h := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(h, "%d:%s", len(t), t)
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

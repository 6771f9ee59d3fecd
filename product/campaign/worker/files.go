package worker

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"cupel/product/campaign"
)

// cache keeps contents by their hashes in memory, which no run can change.
type cache struct {
	mu   sync.Mutex
	data map[string][]byte
	size int
}

// get is contents from the cache, or from the store.
func (c *cache) get(ctx context.Context, s *campaign.Store, f campaign.File) ([]byte, error) {
	c.mu.Lock()
	data, ok := c.data[f.Hash]
	c.mu.Unlock()
	if ok {
		return data, nil
	}
	data, err := s.Get(ctx, f.Hash, f.Size)
	if err != nil {
		return nil, err
	}
	c.put(f.Hash, data)
	return data, nil
}

// fetch fills the cache with files that are not in it.
func (c *cache) fetch(ctx context.Context, s *campaign.Store, files []campaign.File) {
	var missing []campaign.File
	seen := map[string]bool{}
	c.mu.Lock()
	for _, f := range files {
		if _, ok := c.data[f.Hash]; !ok && !seen[f.Hash] {
			seen[f.Hash] = true
			missing = append(missing, f)
		}
	}
	c.mu.Unlock()
	for hash, data := range s.GetAll(ctx, missing) {
		c.put(hash, data)
	}
}

func (c *cache) put(hash string, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.data == nil || c.size+len(data) > maxCache {
		c.data, c.size = map[string][]byte{}, 0
	}
	if _, ok := c.data[hash]; !ok {
		c.data[hash] = data
		c.size += len(data)
	}
}

// place writes files into a directory, at the places that a plan gives them.
func (c *cache) place(ctx context.Context, s *campaign.Store, dir string, files []campaign.File) error {
	root, err := os.OpenRoot(dir) // no link leads out of it
	if err != nil {
		return err
	}
	defer root.Close()
	made := "."
	for _, f := range files {
		data, err := c.get(ctx, s, f)
		if err != nil {
			return err
		}
		path := filepath.FromSlash(f.Path)
		if in := filepath.Dir(path); in != made {
			if err := root.MkdirAll(in, 0o755); err != nil {
				return err
			}
			made = in
		}
		if err := root.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// directory is a new one with files.
func (w *worker) directory(ctx context.Context, files []campaign.File) (dir string, err error) {
	if dir, err = os.MkdirTemp(w.Dir, "run-"); err != nil {
		return "", err
	}
	if err := w.files.place(ctx, w.store, dir, files); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	return dir, nil
}

// Files that a run writes.
const (
	witnessName = "witness.yml"
	reportName  = "report.html"
)

// written sends a file that a run has written; nil: there is none.
func (w *worker) written(ctx context.Context, dir, name string) (*campaign.File, error) {
	path := filepath.Join(dir, name)
	info, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) || err == nil && (!info.Mode().IsRegular() || info.Size() > campaign.MaxFile) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	hash, err := w.store.Put(ctx, data)
	return &campaign.File{Path: name, Hash: hash, Size: int64(len(data))}, err
}

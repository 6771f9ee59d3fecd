package campaign

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cupel/product/bench"
)

// Limits are those of a run, and what it does besides; they are a part of its key.
type Limits struct {
	Time     time.Duration `json:"time"`
	CPU      bool          `json:"cpu,omitempty"`
	MemoryMB int           `json:"memory_mb"`
	Evidence bool          `json:"evidence,omitempty"`
	Witness  bool          `json:"witness,omitempty"` // keep the witnesses of verdicts
	Report   bool          `json:"report,omitempty"`  // keep the pages about runs
	Repeat   int           `json:"repeat,omitempty"`
}

// Options are a benchmark's with these limits.
func (l Limits) Options(binary, version string) bench.Options {
	return bench.Options{Binary: binary, Version: version, Time: l.Time, CPU: l.CPU, MemoryMB: l.MemoryMB, Evidence: l.Evidence, Repeat: l.Repeat}
}

// File is one that a run reads, by its place in the run's directory.
type File struct {
	Path string `json:"path"`
	Hash string `json:"hash"` // SHA-256
	Size int64  `json:"size"`
}

// Config is a configuration with its files.
type Config struct {
	bench.Config
	Args  []string `json:"args,omitempty"` // the flags, with the places of files in the directory of a run
	Place []File   `json:"place,omitempty"`
}

// Task is a task with its files.
type Task struct {
	bench.Task
	Entry string `json:"entry"` // the place of the task itself
	Place []File `json:"place"`
}

// Plan is what a campaign computes. It names all contents by their hashes, so that its own hash stands for all of it.
type Plan struct {
	Binary  string   `json:"binary"` // SHA-256 of the verifier's file
	Limits  Limits   `json:"limits"`
	Configs []Config `json:"configs"`
	Tasks   int      `json:"tasks"`
	Chunks  []string `json:"chunks"` // hashes of lists of tasks, of chunkTasks each but for the last
}

// Version is how tables call the binary.
func (p *Plan) Version() string { return Version(p.Binary) }

// Version is how tables call a binary, by the SHA-256 of its file.
func Version(binary string) string { return binary[:min(len(binary), versionDigits)] }

// versionDigits are those of cupel bench.
const versionDigits = 12

// Jobs is the number of runs.
func (p *Plan) Jobs() int { return p.Tasks * len(p.Configs) * p.repeat() }

func (p *Plan) repeat() int { return max(1, p.Limits.Repeat) }

// PerTask is the number of runs of a task, which follow each other.
func (p *Plan) PerTask() int { return len(p.Configs) * p.repeat() }

// Position are the task, the configuration and the repetition of a job.
func (p *Plan) Position(job int) (task, config, repetition int) {
	runs := job / p.repeat()
	if p.Limits.Repeat > 1 {
		repetition = 1 + job%p.repeat()
	}
	return runs / len(p.Configs), runs % len(p.Configs), repetition
}

// Job is a run of a campaign.
type Job struct {
	Number     int
	Config     *Config
	Task       *Task
	Repetition int
}

// Key identifies everything that the run of a job depends on: two jobs with one key have one verdict.
func (p *Plan) Key(j Job) string {
	data, err := json.Marshal(struct {
		Format     int
		Binary     string
		Limits     Limits
		Args       []string
		Entry      string
		Files      []File
		Repetition int
	}{keyFormat, p.Binary, Limits{Time: p.Limits.Time, CPU: p.Limits.CPU, MemoryMB: p.Limits.MemoryMB, Evidence: p.Limits.Evidence, Witness: p.Limits.Witness, Report: p.Limits.Report},
		slices.Concat(j.Task.Flags, j.Config.Args), j.Task.Entry, slices.Concat(j.Task.Place, j.Config.Place), j.Repetition})
	if err != nil {
		panic(err) // numbers and texts
	}
	return Hash(data)
}

// keyFormat changes when the meaning of a key's parts does.
const keyFormat = 1

// Hash is how contents are called.
func Hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// isHash reports whether a name from outside can be one of contents.
func isHash(name string) bool {
	raw, err := hex.DecodeString(name)
	return err == nil && len(raw) == sha256.Size && strings.ToLower(name) == name
}

// check refuses a plan that nobody can have made by the rules.
func (p *Plan) check() error {
	switch {
	case !isHash(p.Binary), p.Limits.Time < 0, p.Limits.MemoryMB < 0, p.Limits.Repeat < 0, p.Tasks < 1, len(p.Configs) == 0, len(p.Configs) > maxConfigs:
		return errors.New("the plan is none")
	case p.Tasks > maxJobs || p.Limits.Repeat > maxJobs || p.Tasks*len(p.Configs) > maxJobs || p.Jobs() > maxJobs:
		return fmt.Errorf("the plan has more than %d runs; divide it", maxJobs)
	case len(p.Chunks) != (p.Tasks+chunkTasks-1)/chunkTasks:
		return errors.New("the plan has too few or too many chunks")
	}
	for _, c := range p.Chunks {
		if !isHash(c) {
			return errors.New("the plan names a chunk that is none")
		}
	}
	for i := range p.Configs {
		if err := checkFiles(p.Configs[i].Place); err != nil {
			return err
		}
	}
	return nil
}

// checkFiles refuses files that would lie outside of a run's directory, or are too large.
func checkFiles(files []File) error {
	if len(files) > maxFiles {
		return fmt.Errorf("%d files; at most %d can be sent", len(files), maxFiles)
	}
	for _, f := range files {
		switch {
		case !filepath.IsLocal(f.Path) || f.Path == "." || path.Clean(f.Path) != f.Path || strings.Contains(f.Path, `\`):
			return fmt.Errorf("%q is no place in a directory", f.Path)
		case !isHash(f.Hash):
			return fmt.Errorf("%s: %q is no hash", f.Path, f.Hash)
		case f.Size < 0 || f.Size > MaxFile:
			return fmt.Errorf("%s: has %d bytes; at most %d can be sent", f.Path, f.Size, MaxFile)
		}
	}
	return nil
}

// Places of files in the directory of a run.
const (
	taskDir = "task"
	flagDir = "flags"
)

// sources are the files of this machine that a plan names, by their hashes.
type sources map[string]string

// add reads a file as one at a place.
func (s sources) add(name, place string) (File, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return File{}, err
	case !info.Mode().IsRegular() || info.Size() > MaxFile:
		return File{}, fmt.Errorf("%s: is no file of at most %d bytes, and cannot be sent", name, MaxFile)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return File{}, err
	}
	f := File{Path: filepath.ToSlash(place), Hash: Hash(data), Size: int64(len(data))}
	s[f.Hash] = name
	return f, nil
}

// task places the files of a task as they lie beside each other.
func (s sources) task(t bench.Task) (Task, error) {
	names, err := bench.WithIncluded(t.Files)
	if err != nil {
		return Task{}, err
	}
	for i, n := range names {
		if names[i], err = filepath.Abs(n); err != nil {
			return Task{}, err
		}
	}
	root := filepath.Dir(names[0])
	for _, n := range names {
		for !within(root, n) {
			root = filepath.Dir(root)
		}
	}
	out := Task{Task: t}
	seen := map[string]bool{}
	for i, n := range names {
		if seen[n] {
			continue
		}
		seen[n] = true
		rel, err := filepath.Rel(root, n)
		if err != nil {
			return Task{}, err
		}
		f, err := s.add(n, filepath.Join(taskDir, rel))
		if err != nil {
			return Task{}, err
		}
		if i == 0 {
			out.Entry = f.Path
		}
		out.Place = append(out.Place, f)
	}
	return out, checkFiles(out.Place)
}

// within reports whether a file lies below a directory.
func within(dir, file string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && filepath.IsLocal(rel)
}

// config places the files of a configuration and names these places in its flags.
func (s sources) config(c bench.Config) (Config, error) {
	out := Config{Config: c, Args: slices.Clone(c.Flags)}
	for i, name := range c.Files {
		f, err := s.add(name, filepath.Join(flagDir, fmt.Sprint(i), filepath.Base(name)))
		if err != nil {
			return Config{}, err
		}
		found := false
		for k, word := range c.Flags {
			if prefix, ok := strings.CutSuffix(word, name); ok && (prefix == "" || strings.HasSuffix(prefix, "=")) {
				out.Args[k], found = prefix+f.Path, true
			}
		}
		if !found {
			return Config{}, fmt.Errorf("%s: the flags do not name it by itself, so that it cannot be sent", name)
		}
		out.Place = append(out.Place, f)
	}
	return out, checkFiles(out.Place)
}

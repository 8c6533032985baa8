package output

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// A Folder is a folder some of whose files are written, all of them or none. Files that
// are not written stay.
type Folder struct {
	target target
	stage  string // beside a folder that is not there yet, with all its files
	files  []*File
	remove []string

	finishing chan struct{} // what is brought to the disk, of which there are at most so many at once
	ended     sync.WaitGroup
}

// atOnce is how many files are brought to the disk at once: a disk takes many in the time of one.
const atOnce = 16

// OpenFolder begins to write into a folder. Commit or Abort ends it. A folder that is not
// there is made by Commit, with those above it.
func OpenFolder(name string) (*Folder, error) {
	t, err := follow(name)
	if err == nil {
		err = t.folder()
	}
	if err != nil {
		return nil, err
	}
	f := &Folder{target: t, finishing: make(chan struct{}, atOnce)}
	if t.info != nil {
		return f, nil
	}
	above := filepath.Dir(filepath.Clean(t.path))
	if err := os.MkdirAll(above, 0o777); err != nil {
		return nil, t.failed(err)
	}
	for {
		f.stage = temporary(above, "")
		err := os.Mkdir(f.stage, 0o777)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, t.failed(err)
		}
	}
}

// Create begins a file of the folder, which Commit or Abort of the folder end.
func (f *Folder) Create(name string) (*File, error) {
	at := f.stage
	if at == "" {
		at = f.target.path
	}
	file, err := Create(filepath.Join(at, name))
	if err != nil {
		return nil, err
	}
	if file.target.stream {
		file.Abort()
		return nil, fmt.Errorf("%s is no file that can be replaced", filepath.Join(f.target.name, name))
	}
	file.target.name = filepath.Join(f.target.name, name)
	f.files = append(f.files, file)
	return file, nil
}

// Write writes a file of the folder. Commit waits until it is on the disk.
func (f *Folder) Write(name string, b []byte) error {
	file, err := f.Create(name)
	if err != nil {
		return err
	}
	if _, err := file.Write(b); err != nil {
		return err
	}
	f.finishing <- struct{}{}
	f.ended.Go(func() {
		file.err = file.finish()
		<-f.finishing
	})
	return nil
}

// Remove takes a file out of the folder.
func (f *Folder) Remove(name string) { f.remove = append(f.remove, name) }

// Commit puts all files in their places. After an error the folder is as it was.
func (f *Folder) Commit() error {
	f.ended.Wait()
	for _, file := range f.files {
		if err := cmp.Or(file.err, file.finish()); err != nil {
			f.Abort()
			return err
		}
	}
	var done []*File
	for _, name := range f.remove {
		path := filepath.Join(f.target.path, name)
		gone := &File{target: target{name: path, path: path}, old: temporary(f.target.path, "")}
		if err := os.Rename(path, gone.old); err != nil {
			f.back(done)
			return gone.target.failed(err)
		}
		done = append(done, gone)
	}
	for _, file := range f.files {
		err := file.keepOld()
		if err == nil {
			err = os.Rename(file.temp, file.target.path)
		}
		if err == nil || file.old != "" {
			done = append(done, file)
		}
		if err != nil {
			f.back(done)
			return file.target.failed(err)
		}
	}
	if f.stage != "" {
		if err := os.Rename(f.stage, f.target.path); err != nil {
			f.Abort()
			return f.target.failed(err)
		}
		f.files, f.stage = nil, "" // Abort has nothing to take away
		return nil
	}
	for _, file := range done {
		if file.old != "" {
			_ = os.Remove(file.old) // the new one is in its place: what is left of the old is hidden
		}
	}
	return nil
}

// keepOld keeps what stands in the place of the file under another name, and where the
// file system can do so, under its own as well.
func (f *File) keepOld() error {
	if f.target.info == nil {
		return nil
	}
	old := temporary(filepath.Dir(f.target.path), "")
	err := os.Link(f.target.path, old)
	if err != nil {
		err = os.Rename(f.target.path, old)
	}
	if err == nil {
		f.old = old
	}
	return err
}

// back puts what was there back into its place.
func (f *Folder) back(done []*File) {
	for _, file := range done {
		if file.old != "" {
			_ = os.Rename(file.old, file.target.path) // the first error is reported
			_ = os.Remove(file.old)                   // there still where it is a second name of the same file
		} else {
			_ = os.Remove(file.target.path)
		}
	}
	f.Abort()
}

// Abort gives the files up.
func (f *Folder) Abort() {
	f.ended.Wait()
	for _, file := range f.files {
		file.Abort()
	}
	if f.stage != "" {
		_ = os.RemoveAll(f.stage) // the first error is reported
	}
}

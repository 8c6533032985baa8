package output

import (
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// A File is a file that is being written. Its bytes stand beside the target until Commit,
// of a pipe in the folder of temporary files.
type File struct {
	target target
	temp   string
	file   *os.File // nil when closed
	old    string   // what was there, while several files are renamed
	err    error    // of bringing it to the disk, of a file of a folder
}

// Create begins a file. Commit or Abort ends it.
func Create(name string) (*File, error) {
	t, err := follow(name)
	if err == nil {
		err = t.file()
	}
	if err != nil {
		return nil, err
	}
	dir := filepath.Dir(t.path)
	if t.stream {
		dir = os.TempDir()
	}
	f := &File{target: t}
	for {
		f.temp = temporary(dir, filepath.Ext(name))
		f.file, err = os.OpenFile(f.temp, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o666)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, t.failed(err)
		}
	}
}

// temporary is a name in a folder that the go command and ls pass over.
func temporary(dir, ext string) string {
	return filepath.Join(dir, ".mpc-"+strconv.FormatUint(rand.Uint64(), 36)+ext)
}

// Path is where the bytes go until Commit, for another program to write them: its name
// ends as that of the target.
func (f *File) Path() string { return f.temp }

// Write writes bytes.
func (f *File) Write(b []byte) (int, error) {
	n, err := f.file.Write(b)
	return n, f.target.failed(err)
}

// Commit puts the file in its place. After an error what was there is there still. Of no
// file, nil, it does nothing, as Abort.
func (f *File) Commit() error {
	if f == nil {
		return nil
	}
	if err := f.finish(); err != nil {
		f.Abort()
		return err
	}
	var err error
	if f.target.stream {
		err = f.pour()
	} else {
		err = os.Rename(f.temp, f.target.path)
	}
	if err != nil || f.target.stream {
		f.Abort()
	}
	return f.target.failed(err)
}

// finish brings the bytes to the disk, and gives the file the mode of what was there.
func (f *File) finish() error {
	if f.file == nil {
		return nil
	}
	err := f.file.Sync()
	if info := f.target.info; err == nil && info != nil && !f.target.stream {
		err = os.Chmod(f.temp, info.Mode().Perm()) // by name: another program may have replaced it
	}
	err = errors.Join(err, f.file.Close())
	f.file = nil
	return f.target.failed(err)
}

// pour copies the bytes into a stream.
func (f *File) pour() error {
	from, err := os.Open(f.temp)
	if err != nil {
		return err
	}
	defer from.Close() // it was read only
	to, end, err := f.target.open()
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return errors.Join(err, end())
}

// open opens a stream; end closes it, unless it is a standard one.
func (t target) open() (to *os.File, end func() error, err error) {
	if to = standard(t.path); to != nil {
		return to, func() error { return nil }, nil
	}
	to, err = os.OpenFile(t.path, os.O_WRONLY, 0)
	if err != nil {
		return nil, nil, err
	}
	return to, to.Close, nil
}

// Abort gives the file up. After Commit it does nothing.
func (f *File) Abort() {
	if f == nil {
		return
	}
	if f.file != nil {
		_ = f.file.Close() // it is removed
		f.file = nil
	}
	_ = os.Remove(f.temp) // none is there after Commit
}

// WriteFile writes a file.
func WriteFile(name string, b []byte) error {
	t, err := follow(name)
	if err != nil {
		return err
	}
	if t.stream {
		to, end, err := t.open()
		if err != nil {
			return t.failed(err)
		}
		_, err = to.Write(b)
		return t.failed(errors.Join(err, end()))
	}
	f, err := Create(name)
	if err != nil {
		return err
	}
	if _, err := f.Write(b); err != nil {
		f.Abort()
		return err
	}
	return f.Commit()
}

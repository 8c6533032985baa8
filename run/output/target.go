package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A target is where a path leads to when its links are followed.
type target struct {
	name string // as the caller wrote it, for messages
	path string // with links followed
	info fs.FileInfo
	// stream is set of what bytes flow into: a pipe, standard output, the null device.
	stream bool
}

// mostLinks is how many links are followed, as Linux does.
const mostLinks = 40

// follow finds where a path leads to. What is not there yet is no error.
func follow(name string) (t target, err error) {
	t = target{name: name, path: name}
	for range mostLinks {
		if standard(t.path) != nil || descriptor(t.path) {
			t.stream = true
			return t, nil
		}
		t.info, err = os.Lstat(t.path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			t.info = nil
			return t, nil
		case err != nil:
			return t, t.failed(err)
		case t.info.Mode()&fs.ModeSymlink == 0:
			t.stream = t.info.Mode()&fs.ModeNamedPipe != 0 || t.path == os.DevNull || t.path == "/dev/tty"
			return t, nil
		}
		to, err := os.Readlink(t.path)
		if err != nil {
			return t, t.failed(err)
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(t.path), to)
		}
		t.path = to
	}
	return t, fmt.Errorf("%s: too many symbolic links", name)
}

// file reports a target that is no place for a file.
func (t target) file() error {
	switch {
	case t.stream:
		return nil
	case t.name == "":
		return errors.New("the name of the file is empty")
	case t.info == nil && endsInSeparator(t.name):
		return fmt.Errorf("%s names a folder: a file is wanted here", t.name)
	case t.info == nil:
		return t.parent()
	case t.info.IsDir():
		return fmt.Errorf("%s is a folder: a file is wanted here", t.name)
	case !t.info.Mode().IsRegular():
		return fmt.Errorf("%s is a device or a socket: a file is wanted here", t.name)
	}
	f, err := os.OpenFile(t.path, os.O_WRONLY, 0) // one that may not be written is not replaced either
	if err != nil {
		return t.failed(err)
	}
	return t.failed(f.Close())
}

// parent reports that there is no folder to put the file into.
func (t target) parent() error {
	dir := filepath.Dir(t.path)
	switch info, err := os.Stat(dir); {
	case err != nil:
		return t.failed(err)
	case !info.IsDir():
		return fmt.Errorf("%s: %s is no folder", t.name, dir)
	}
	return nil
}

// folder reports a target that is no place for a folder.
func (t target) folder() error {
	switch {
	case t.name == "":
		return errors.New("the name of the folder is empty")
	case t.name == "-" || t.stream || t.info != nil && !t.info.IsDir():
		return fmt.Errorf("%s is no folder: a folder is wanted here", t.name)
	}
	return nil
}

func endsInSeparator(path string) bool {
	return path != "" && os.IsPathSeparator(path[len(path)-1])
}

// failed says of the target what went wrong, which may have happened beside it.
func (t target) failed(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("%s: %w", t.name, err)
}

// standard is the standard stream that a name means, or nil.
func standard(name string) *os.File {
	switch name {
	case "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1":
		return os.Stdout
	case "/dev/stderr", "/dev/fd/2", "/proc/self/fd/2":
		return os.Stderr
	}
	return nil
}

// descriptor tells whether a name is that of an open file, as a shell writes >(command).
func descriptor(name string) bool {
	return strings.HasPrefix(name, "/dev/fd/") || strings.HasPrefix(name, "/proc/self/fd/")
}

// Same tells whether two paths lead to one file or folder, of which there may be none yet.
func Same(a, b string) bool {
	x, err1 := follow(a)
	y, err2 := follow(b)
	switch {
	case err1 != nil || err2 != nil || a == "" || b == "":
		return false
	case x.info != nil && y.info != nil:
		return os.SameFile(x.info, y.info)
	case x.info != nil || y.info != nil || filepath.Base(x.path) != filepath.Base(y.path):
		return false
	}
	return filepath.Dir(x.path) == filepath.Dir(y.path) || Same(filepath.Dir(x.path), filepath.Dir(y.path))
}

// IsStdout tells whether a name means standard output.
func IsStdout(name string) bool {
	t, err := follow(name)
	return err == nil && standard(t.path) == os.Stdout
}

// IsStream tells whether bytes flow into what a path leads to: a pipe, standard output, a terminal.
func IsStream(name string) bool {
	t, err := follow(name)
	return err == nil && t.stream
}

// CheckFile reports a path that no file can be written to, before there is one.
func CheckFile(name string) error {
	t, err := follow(name)
	if err != nil {
		return err
	}
	return t.file()
}

// CheckFolder reports a path that no folder can be made at.
func CheckFolder(name string) error {
	t, err := follow(name)
	if err != nil {
		return err
	}
	return t.folder()
}

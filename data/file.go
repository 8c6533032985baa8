package data

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"mpc/lang"
)

// What may be read at most: more than fits into the memory of most machines, so that
// what never ends is an error before it takes all of it. docs/limits.md lists them.
const (
	// maxText is the size of a file of data, unpacked.
	maxText int64 = 4 << 30
	// maxPiped is what a pipe or a device may give.
	maxPiped int64 = 1 << 30
	// freelyUnpacked is what a .gz file may hold, however small it is; beyond that it may
	// hold maxRatio times its size.
	freelyUnpacked int64 = 256 << 20
	maxRatio             = 100
)

// A limitError says that a file is larger than is read.
type limitError struct{ message, hint string }

func (e *limitError) Error() string { return e.message }

// Stdin is the path that stands for standard input.
const Stdin = "-"

// An opened is a file of data that is read, unpacked where its name ends in .gz.
type opened struct {
	io.Reader
	file    *os.File
	regular bool
	size    int64 // of a regular file as it is stored
	packed  bool
}

// open opens a file of data.
func open(path string) (*opened, error) {
	f := os.Stdin
	if path != Stdin {
		var err error
		if f, err = os.Open(path); err != nil {
			return nil, err
		}
	}
	o := &opened{Reader: f, file: f}
	info, err := f.Stat()
	if err != nil {
		o.close()
		return nil, err
	}
	o.regular, o.size = info.Mode().IsRegular(), info.Size()
	if strings.HasSuffix(strings.ToLower(path), ".gz") {
		o.packed = true
		z, err := gzip.NewReader(bufio.NewReader(f))
		if err != nil {
			o.close()
			return nil, notGzipped(err)
		}
		o.Reader = z
	}
	return o, nil
}

// close closes the file. It was read alone.
func (o *opened) close() {
	if o.file != os.Stdin {
		o.file.Close()
	}
}

func notGzipped(err error) error {
	return fmt.Errorf("the name ends in .gz, but the file is not gzipped or is cut off: %w", err)
}

// ReadFile reads a file of data, unpacked where its name ends in .gz. Of a file with a NUL
// byte, which is no text, it returns what stands before and that byte.
func ReadFile(path string) ([]byte, error) {
	o, err := open(path)
	if err != nil {
		return nil, err
	}
	defer o.close()
	return o.all()
}

// Text reads a file that a diagnostic speaks of. It is nil where it is a pipe, of which
// nothing is left, or cannot be read.
func Text(path string) []byte {
	o, err := open(path)
	if err != nil {
		return nil
	}
	defer o.close()
	if !o.regular {
		return nil
	}
	text, err := o.all()
	if err != nil {
		return nil
	}
	return text
}

// all reads the file to its end.
func (o *opened) all() ([]byte, error) {
	const piece = 1 << 20
	room := piece
	switch {
	case o.regular && o.packed:
		room = int(min(o.unpackedSize(), max(freelyUnpacked, maxRatio*o.size), maxText)) + 1
	case o.regular:
		room = int(min(o.size, maxText)) + 1
	}
	text := make([]byte, 0, room)
	for {
		if len(text) == cap(text) {
			more := make([]byte, len(text), len(text)+max(piece, len(text)/2))
			copy(more, text)
			text = more
		}
		n, err := o.Read(text[len(text):min(cap(text), len(text)+piece)])
		start := len(text)
		text = text[:start+n]
		if i := bytes.IndexByte(text[start:], 0); i >= 0 {
			return text[:start+i+1], nil
		}
		switch e := o.limit(int64(len(text))); {
		case e != nil:
			return nil, e
		case err == io.EOF:
			return text, nil
		case err != nil && o.packed:
			return nil, notGzipped(err)
		case err != nil:
			return nil, err
		}
	}
}

// unpackedSize is what a .gz file says at its end that it unpacks to, which may be wrong.
func (o *opened) unpackedSize() int64 {
	var b [4]byte
	if _, err := o.file.ReadAt(b[:], o.size-int64(len(b))); err != nil {
		return 0
	}
	return int64(binary.LittleEndian.Uint32(b[:]))
}

// limit returns an error where so much has been read that no more is.
func (o *opened) limit(n int64) error {
	switch {
	case n > maxText:
		return &limitError{fmt.Sprintf("the data are larger than %d GiB, unpacked, which is the most that is read", maxText>>30),
			"give them in batches, to a model with the key shared"}
	case !o.regular && n > maxPiped:
		return &limitError{fmt.Sprintf("there is no end after %d GiB, which is the most that is read of a pipe or a device", maxPiped>>30),
			"write the data to a file"}
	case o.packed && o.regular && n > freelyUnpacked && n > maxRatio*o.size:
		return &limitError{fmt.Sprintf("this .gz file of %d bytes unpacks to more than %d MiB, over %d times its size", o.size, freelyUnpacked>>20, maxRatio),
			"if that is right, unpack it with gunzip and give the file"}
	}
	return nil
}

// mentions tells whether a file has a word in its text. It reads no pipe, of which nothing
// would be left.
func mentions(path, word string) bool {
	o, err := open(path)
	if err != nil {
		return false
	}
	defer o.close()
	if !o.regular {
		return false
	}
	buffer := make([]byte, 1<<20)
	have, total := 0, int64(0)
	for {
		n, err := o.Read(buffer[have:])
		have, total = have+n, total+int64(n)
		if bytes.Contains(buffer[:have], []byte(word)) {
			return true
		}
		if err != nil || o.limit(total) != nil {
			return false
		}
		if keep := len(word) - 1; have > keep {
			copy(buffer, buffer[have-keep:have])
			have = keep
		}
	}
}

// fileError reports a file that cannot be read.
func fileError(path string, err error) lang.Diagnostics {
	d := lang.Diagnostic{File: named(path), Code: CodeFile}
	var limit *limitError
	var failed *os.PathError
	switch {
	case errors.As(err, &limit):
		d.Message, d.Hint = limit.message, limit.hint
		d.Pos = lang.Pos{Line: 1, Col: 1}
	case errors.As(err, &failed):
		d.Message = "cannot read the data: " + failed.Err.Error()
		if near := NearFile(path); near != "" && errors.Is(err, fs.ErrNotExist) {
			d.Hint = "did you mean " + near + "?"
		}
	default:
		d.Message = "cannot read the data: " + err.Error()
	}
	return lang.Diagnostics{d}
}

// named is what diagnostics call a file.
func named(path string) string {
	if path == Stdin {
		return "standard input"
	}
	return path
}

package data

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestReadMemory holds that data take at most four times the size of their file, with
// its text: all that reading allocates is counted, also what is free before the end.
func TestReadMemory(t *testing.T) {
	for name, x := range benchmarks(100_000) {
		m := inputs(t, x.inputs)
		text := []byte(x.text)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		s := newSource("data", text)
		tables, objects := []*source(nil), []*source{s}
		if x.table {
			tables, objects = objects, tables
		}
		if set, d := read(tables, objects, m, nil); set == nil {
			t.Fatal(name, d)
		}
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > uint64(3*len(text)) {
			t.Errorf("%s: %d bytes beside a text of %d", name, n, len(text))
		}
	}
}

// TestHostile holds that text that is made to do harm is an error at its place, which says
// how much is read and what to do.
func TestHostile(t *testing.T) {
	deep := strings.Repeat("[", 100_000)
	objects := strings.Repeat(`{"a":`, 100_000)
	long := strings.Repeat("1", 100_000)
	for _, x := range []struct{ name, text, want, hint string }{
		{"d.json", `{"a": ` + deep, "d.json:1:207: error: nested more than 200 deep", "nest as deeply as its type says"},
		{"d.json", `{"a": ` + objects, "d.json:1:1007: error: nested more than 200 deep", "nest as deeply as its type says"},
		{"d.json", `{"a": ` + long + `}`, "d.json:1:7: error: this number has 100000 characters, and at most 1000 are read", "a label stands in double quotes"},
		{"d.json", `{"a": 1e999999999}`, "d.json:1:7: error: 1e999999999 is too large for a number", ""},
		{"d.json", `{"a": -1e-999999999}`, "d.json:1:7: error: -1e-999999999 is too small to differ from 0", "write 0"},
		{"d.json", `{"y": [1, 1e-400], "a": 1}`, "d.json:1:11: error: 1e-400 is too small to differ from 0", "write 0"},
		{"d.json", `{"a": 1, "a": 2}`, "d.json:1:10: error: a is given twice", ""},
		{"d.json", "{\"a\": 1\x00}", "d.json:1:8: error: the file holds a NUL byte", "UTF-8"},
		{"d.json", "\xff\xfe{\x00}\x00", "d.json:1:1: error: the file is in UTF-16", "UTF-8"},
		{"d.json", "{\"a\": \"\xff\"}", "d.json:1:7: error: this string is not UTF-8", ""},
		{"d.json", `{"a": "` + long, "d.json:1:7: error: this string has no end", ""},
		{"d.csv", "a\n\"1" + strings.Repeat("a\n", 100_000), "d.csv:2:1: error: this quoted field has no end", ""},
		{"d.csv", "a\n" + long + "\n", "d.csv:2:1: error: a is 1111111111111111111111111111111111111111..., of 100000 characters, and at most 1000 are read for a number", ""},
		{"d.csv", "a\n1e999999999\n", "d.csv:2:1: error: a is 1e999999999, too large for a number", ""},
		{"d.csv", "a\n1e-999999999\n", "d.csv:2:1: error: a is 1e-999999999, too small to differ from 0", ""},
		{"d.csv", "a\n1\x00\n", "d.csv:2:2: error: the file holds a NUL byte", "UTF-8"},
		{"d.csv", "a\n\xff\n", "d.csv:2:1: error: the file is not UTF-8: the byte 0xFF", "UTF-8"},
		{"d.json", `{"b": 1` + strings.Repeat(`, "b": 1`, 70_000) + `}`, "d.json:1:524290: error: data have at most 65536 keys", "in a list"},
		{"d.csv", "a" + strings.Repeat(",b", 70_000) + "\n1\n", "d.csv:1:131073: error: a line has at most 65536 cells", "a line"},
		{"d.csv", "a,a\n1,1\n", "d.csv:1:3: error: there are two columns a", ""},
	} {
		decl := "a: real"
		if strings.Contains(x.text, `"y"`) {
			decl += "\nn: range\ny: real[n]"
		}
		m := inputs(t, decl)
		path := filepath.Join(t.TempDir(), x.name)
		if err := os.WriteFile(path, []byte(x.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, d := Read(path, m)
		if !d.HasErrors() {
			t.Errorf("%.40q: no error", x.text)
			continue
		}
		got := strings.TrimPrefix(d.Errors()[0].Error(), filepath.Dir(path)+string(filepath.Separator))
		if !strings.HasPrefix(got, x.want) || !strings.Contains(d.Errors()[0].Hint, x.hint) {
			t.Errorf("%.40q: got %s (%s)\nwant %s (%s)", x.text, got, d.Errors()[0].Hint, x.want, x.hint)
		}
	}
}

// TestByteOrderMark holds that data may begin with a byte order mark.
func TestByteOrderMark(t *testing.T) {
	m := inputs(t, "a: real")
	for name, text := range map[string]string{"d.json": `{"a": 1}`, "d.csv": "a\n1\n"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte("\uFEFF"+text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, d := Read(path, m); len(d) > 0 {
			t.Error(d)
		}
	}
}

// zeros never ends.
type zeros byte

func (z zeros) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(z)
	}
	return len(b), nil
}

// TestEndless holds what is read of files that do not end or that unpack to far more than
// they are.
func TestEndless(t *testing.T) {
	if text, err := (&opened{Reader: zeros(0)}).all(); err != nil || len(text) != 1 {
		t.Errorf("of NUL bytes %d are read, and %v", len(text), err)
	}
	for _, x := range []struct {
		o       opened
		n       int64
		allowed bool
	}{
		{opened{regular: true, size: 1 << 30}, 1 << 30, true},
		{opened{regular: true, size: 5 << 30}, 4<<30 + 1, false},
		{opened{}, 1 << 30, true},
		{opened{}, 1<<30 + 1, false},
		{opened{regular: true, packed: true, size: 1000}, 256 << 20, true},
		{opened{regular: true, packed: true, size: 1000}, 256<<20 + 1, false},
		{opened{regular: true, packed: true, size: 10 << 20}, 1000 << 20, true},
		{opened{regular: true, packed: true, size: 10 << 20}, 1001 << 20, false},
	} {
		if err := x.o.limit(x.n); (err == nil) != x.allowed {
			t.Errorf("%+v, %d bytes: %v", x.o, x.n, err)
		}
	}
}

// TestGzip holds that a packed file that is cut off, or none, is an error, and that one
// that lies about its size is read all the same.
func TestGzip(t *testing.T) {
	m := inputs(t, "a: real")
	var b bytes.Buffer
	for _, part := range []string{`{"a": `, strings.Repeat(" ", 1<<17), `1}`} { // the end tells the size of the last part
		z := gzip.NewWriter(&b)
		z.Write([]byte(part))
		z.Close()
	}
	for _, x := range []struct {
		text []byte
		want string
	}{
		{b.Bytes(), ""},
		{b.Bytes()[:b.Len()-5], "is cut off"},
		{[]byte(`{"a": 1}`), "not gzipped"},
		{nil, "not gzipped"},
	} {
		path := filepath.Join(t.TempDir(), "d.json.gz")
		if err := os.WriteFile(path, x.text, 0o600); err != nil {
			t.Fatal(err)
		}
		_, d := Read(path, m)
		if x.want == "" && len(d) > 0 || x.want != "" && (len(d) != 1 || d[0].Code != CodeFile || !strings.Contains(d[0].Message, x.want)) {
			t.Errorf("want %q, got %v", x.want, d)
		}
	}
}

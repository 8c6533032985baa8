// Package program builds the command that drives the generated package of a model, and keeps it in the
// user's cache, so that the same model is built once.
package program

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"mpc"
	"mpc/codegen"
	"mpc/codegen/harness"
)

// A Error says why the program of a model cannot be built or kept here. It says nothing
// of the model, which the interpreter runs as well.
type Error struct{ reason error }

func (e *Error) Error() string { return "the package is not built: " + e.reason.Error() }

func (e *Error) Unwrap() error { return e.reason }

// NewError is that of a program that is built and does not start, for this reason.
func NewError(reason error) *Error { return &Error{reason} }

// A program is the command that drives the generated package of a model. It is built once,
// and kept in the user's cache, in a folder that is named by all that it depends on.
type program struct {
	compilation *mpc.Compilation
	files       map[string][]byte // of its module
	env         []string          // of the go command
	dir         string            // in the cache
}

// packageFolder is the folder of the package beside its program, whatever the model is
// called.
const packageFolder = "model"

// settings are the variables of the go command that a program depends on.
var settings = []string{"GOVERSION", "GOFLAGS", "GOEXPERIMENT", "GOFIPS140", "CGO_ENABLED", "GO386", "GOAMD64", "GOARM", "GOARM64",
	"GOMIPS", "GOMIPS64", "GOPPC64", "GORISCV64", "GOWASM"}

// newProgram finds out where the program of a compilation is kept. The error is a Error
// where the package is too large, or there is no toolchain, or no folder that nobody else can write to.
func newProgram(ctx context.Context, c *mpc.Compilation) (*program, error) {
	p := &program{compilation: c, files: map[string][]byte{}}
	if c.Package == nil {
		return nil, &Error{&codegen.SizeError{Bytes: codegen.MaxFile}}
	}
	driver, err := harness.Files(c.Loops, c.Package, "mpcrun/"+packageFolder)
	if err != nil {
		return nil, mpc.NewInternalError("codegen", err)
	}
	for _, f := range driver {
		p.files[f.Name] = f.Source
	}
	for _, f := range c.Package.Files {
		p.files[filepath.Join(packageFolder, f.Name)] = f.Source
	}
	mod, sum := mpc.ModuleFiles("mpcrun", c.Package)
	p.files["go.mod"] = mod
	if len(sum) > 0 {
		p.files["go.sum"] = sum
	}
	hash := sha256.New()
	fmt.Fprintf(hash, "%s\n%s\n", fingerprint(c, driver), mod)
	// The program runs here, whatever system others are built for.
	host := append(os.Environ(), "GOOS="+runtime.GOOS, "GOARCH="+runtime.GOARCH, "GOWORK=off")
	cache, err := cacheFolder()
	if err != nil {
		return nil, &Error{err}
	}
	cmd := exec.CommandContext(ctx, "go", append([]string{"env", "-json"}, settings...)...)
	// A go.mod in the working folder may ask for another toolchain than ours does.
	cmd.Dir, cmd.Env = cache, host
	text, err := cmd.Output()
	values := map[string]string{}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return nil, &Error{err}
	case err != nil:
		return nil, &Error{fmt.Errorf("go env: %w", err)}
	}
	if err := json.Unmarshal(text, &values); err != nil {
		return nil, &Error{fmt.Errorf("go env: %w", err)}
	}
	p.env = append(host, "GOFLAGS="+strings.TrimSpace(values["GOFLAGS"]+" -mod=mod"))
	fmt.Fprintf(hash, "%s %s\n", runtime.GOOS, runtime.GOARCH)
	for _, name := range settings {
		fmt.Fprintf(hash, "%s=%s\n", name, values[name])
	}
	p.dir = filepath.Join(cache, hex.EncodeToString(hash.Sum(nil))[:programDigits])
	return p, nil
}

// programDigits is the length of the name of a program's folder.
const programDigits = 32

// checksum is the name of the file with the checksum of a program.
const checksum = "run.sha256"

// binary is the name of a program in its folder.
func binary() string {
	if runtime.GOOS == "windows" {
		return "run.exe"
	}
	return "run"
}

// kept returns the program if it is in the cache, whole.
func (p *program) kept() (Executable, bool) {
	if ownedFolder(p.dir) != nil {
		return Executable{}, false
	}
	path := filepath.Join(p.dir, binary())
	want, err := os.ReadFile(filepath.Join(p.dir, checksum))
	if err != nil {
		return Executable{}, false
	}
	sum, err := sumOf(path)
	if err != nil || sum != string(want) {
		return Executable{}, false
	}
	p.used()
	return Executable{path, sum, readMoves(p.dir, p.compilation.File)}, true
}

// sumOf is the checksum of a file.
func sumOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// build returns the program, which is built where it is not in the cache, or is the one of a
// checksum that does not start. Only one process builds it; others wait.
func (p *program) build(ctx context.Context, failed string, step func(string)) (Executable, error) {
	if x, ok := p.kept(); ok && x.Sum != failed {
		return x, nil
	}
	unlock, err := lock(ctx, p.dir+".lock", func() { step("waiting for another mpc, which builds the package") })
	if err != nil {
		return Executable{}, failure(ctx, err)
	}
	defer unlock()
	if x, ok := p.kept(); ok && x.Sum != failed {
		return x, nil
	}
	// What is half built has another name.
	dir, err := os.MkdirTemp(filepath.Dir(p.dir), filepath.Base(p.dir)+".new-")
	if err != nil {
		return Executable{}, failure(ctx, err)
	}
	defer os.RemoveAll(dir)
	for name, src := range p.files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return Executable{}, failure(ctx, err)
		}
		if err := os.WriteFile(path, src, 0o600); err != nil {
			return Executable{}, failure(ctx, err)
		}
	}
	if err := savePlaces(dir, p.compilation.File); err != nil {
		return Executable{}, failure(ctx, err)
	}
	if err := p.compile(ctx, dir, step); err != nil {
		return Executable{}, err
	}
	sum, err := sumOf(filepath.Join(dir, binary()))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, checksum), []byte(sum), 0o600)
	}
	if err == nil {
		err = os.RemoveAll(p.dir) // which is not whole, or does not start
	}
	if err == nil {
		err = os.Rename(dir, p.dir)
	}
	if err != nil {
		return Executable{}, failure(ctx, err)
	}
	prune(filepath.Dir(p.dir), time.Now())
	return Executable{Path: filepath.Join(p.dir, binary()), Sum: sum}, nil
}

// mistake is what the go command prints of Go that does not compile.
var mistake = regexp.MustCompile(`(?m)^(\./|[\w/.-]*/)?[\w-]+\.go:\d+:\d+: `)

// compile runs the go command in a folder with the files of the program.
func (p *program) compile(ctx context.Context, dir string, step func(string)) error {
	step("building the package")
	// Nobody debugs the program: to write down where its values are takes a sixth of the time.
	cmd := exec.CommandContext(ctx, "go", "build", "-v", "-ldflags=-w", "-gcflags=mpcrun/...=-dwarf=false", "-o", binary(), ".")
	cmd.Dir, cmd.Env = dir, p.env
	cmd.Cancel = func() error { return interrupt(cmd.Process) }
	cmd.WaitDelay = 5 * time.Second
	EndsWithParent(cmd)
	r, w := io.Pipe()
	cmd.Stdout, cmd.Stderr = w, w
	var out bytes.Buffer
	read := make(chan struct{})
	go func() {
		defer close(read)
		lines := bufio.NewReader(r)
		for {
			line, err := lines.ReadString('\n')
			if name := strings.TrimSuffix(line, "\n"); name != "" && !strings.ContainsAny(name, " :#") {
				step("building the package: " + name)
			} else {
				out.WriteString(line)
			}
			if err != nil {
				return
			}
		}
	}()
	err := cmd.Run()
	w.Close()
	<-read
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case mistake.Match(out.Bytes()):
		return mpc.NewInternalError("go build", fmt.Errorf("%w\n%s", err, out.Bytes()))
	}
	if list := mpc.Dependencies(p.compilation.Package); len(list) > 0 && !p.fetched(ctx, dir) {
		return &Error{fmt.Errorf("%s could not be fetched", strings.Join(list, ", "))}
	}
	reason := strings.TrimSpace(out.String())
	if reason == "" {
		reason = err.Error()
	}
	return &Error{fmt.Errorf("go build: %s", strings.ReplaceAll(reason, "\n", "; "))}
}

// fetched tells whether all packages that the program imports are here.
func (p *program) fetched(ctx context.Context, dir string) bool {
	cmd := exec.CommandContext(ctx, "go", "list", "-deps", ".")
	cmd.Dir, cmd.Env = dir, p.env
	return cmd.Run() == nil
}

// failure is an error of the cache, or that of the context.
func failure(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return &Error{err}
}

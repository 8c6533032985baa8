package viz

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// timeout bounds a run of Graphviz: a large graph may take it minutes.
const timeout = 10 * time.Second

// ErrNoGraphviz says that there is no program dot.
var ErrNoGraphviz = errors.New("pictures need Graphviz, and there is no program dot on the PATH; " +
	"get it with apt install graphviz, brew install graphviz, or from https://graphviz.org/download, or write a .dot file, which needs nothing")

// Render draws a picture as svg or png with the program dot. The error is
// ErrNoGraphviz where there is none.
func Render(ctx context.Context, p *Picture, format string) ([]byte, error) {
	program, err := exec.LookPath("dot")
	if err != nil {
		return nil, ErrNoGraphviz
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	args := []string{"-T" + format}
	if format == "png" {
		args = append(args, "-Gdpi=120")
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Stdin = strings.NewReader(p.Dot())
	var out, messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &messages
	err = cmd.Run()
	switch {
	case ctx.Err() == context.DeadlineExceeded:
		return nil, fmt.Errorf("dot took more than %s: write a .dot file and draw it with another layout, as sfdp -Tsvg", timeout)
	case err != nil:
		return nil, fmt.Errorf("dot failed: %w: %s", err, strings.TrimSpace(messages.String()))
	}
	return out.Bytes(), nil
}

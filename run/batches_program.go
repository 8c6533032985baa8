package run

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"

	"mpc"
	"mpc/data"
	"mpc/run/program"
)

// newVisitor runs batches in the program of a generated package, or by the interpreter.
func newVisitor(ctx context.Context, c *mpc.Compilation, opt Options, built program.Executable) (visitor, error) {
	if built.Path == "" {
		return &interpreted{ctx: ctx, c: c, opt: opt}, nil
	}
	v := &generated{ctx: ctx, c: c, moved: built.Moved}
	args := append([]string{"-attached", "-batches", "-iterations", strconv.Itoa(opt.Iterations)}, opt.seedFlags(c)...)
	v.cmd = exec.CommandContext(ctx, built.Path, args...)
	v.cmd.Stdout = &v.out
	program.EndsWithParent(v.cmd)
	var err error
	if v.to, err = v.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	messages, err := v.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	v.from = bufio.NewReader(messages)
	if err := v.cmd.Start(); err != nil {
		return nil, startError{err}
	}
	return v, nil
}

// generated visits batches in one process of a generated package's program, which
// keeps the messages: a batch goes to its standard input, and on standard error it
// says how the visit went.
type generated struct {
	ctx   context.Context
	c     *mpc.Compilation
	moved program.Moves
	cmd   *exec.Cmd
	to    io.WriteCloser
	from  *bufio.Reader
	out   bytes.Buffer
	done  bool
}

func (v *generated) visit(k int, set *data.Set) (visit, error) {
	text, err := set.JSON()
	if err != nil {
		return visit{}, err
	}
	_, err = fmt.Fprintf(v.to, "{\"batch\": %d, \"data\": %s}\n", k, text)
	var out visit
	if failure := v.answer(&out); failure != nil {
		if v.ctx.Err() != nil {
			return out, v.ctx.Err()
		}
		return out, failure
	}
	return out, err
}

// answer reads what the program says of a visit.
func (v *generated) answer(out *visit) error {
	var rest strings.Builder
	var skipped []string
	for {
		line, err := v.from.ReadString('\n')
		kind, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch kind {
		case "visited":
			var change string
			if _, err := fmt.Sscan(text, &out.converged, &change); err != nil {
				return mpc.NewInternalError("run", err)
			}
			var bad error
			if out.change, bad = strconv.ParseFloat(change, 64); bad != nil {
				return mpc.NewInternalError("run", bad)
			}
			for _, text := range skipped {
				out.warnings = append(out.warnings, leftOutText(v.c, v.moved, text, out.converged)...)
			}
			return nil
		case "skipped":
			skipped = countLeftOut(skipped, text)
		case "error":
			return runError(v.c, v.moved, text)
		default:
			rest.WriteString(line)
		}
		if err == io.EOF {
			return mpc.NewInternalError("run", errors.New("the inference program ended: "+strings.TrimSpace(rest.String())))
		} else if err != nil {
			return err
		}
	}
}

func (v *generated) result() (*Result, error) {
	v.done = true
	if err := v.to.Close(); err != nil {
		return nil, err
	}
	rest, err := io.ReadAll(v.from)
	if err != nil {
		return nil, err
	}
	if err := v.cmd.Wait(); err != nil {
		return nil, mpc.NewInternalError("run", fmt.Errorf("%w: %s", err, rest))
	}
	r := &Result{}
	if err := json.Unmarshal(v.out.Bytes(), r); err != nil {
		return nil, fmt.Errorf("the inference program printed no result: %w", err)
	}
	r.moved(v.moved)
	return r, nil
}

// close ends the program where an error came before the result.
func (v *generated) close() {
	if v.done {
		return
	}
	_ = v.to.Close() // the program may have ended
	_ = v.cmd.Process.Kill()
	_ = v.cmd.Wait()
}

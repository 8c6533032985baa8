package run_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"mpc"
	"mpc/run"
)

// runFile runs a model on a data file, in batches where it holds such.
func runFile(ctx context.Context, c *mpc.Compilation, path string, prior []string, interpret bool) (*run.Result, error) {
	opt := run.Options{Iterations: -1, Interpret: interpret, Build: !interpret}
	if run.HasBatches(c, path) {
		b, err := run.ReadBatches(c, path, 0, nil, prior)
		if err != nil {
			return nil, err
		}
		return run.RunBatches(ctx, c, b, opt)
	}
	set, err := run.ReadData(c, path, nil, prior)
	if err != nil {
		return nil, err
	}
	return run.Run(ctx, c, set, opt)
}

// dataFile is a file of data.
func dataFile(t *testing.T, data string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "data.json")
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// runText compiles a model and runs it on data. What is interpreted needs no package.
func runText(t *testing.T, model, data string, interpret bool) *run.Result {
	t.Helper()
	c, err := mpc.Compile("model.yaml", []byte(model), mpc.Options{NoPackage: interpret})
	if err != nil {
		t.Fatal(err)
	}
	r, err := runFile(context.Background(), c, dataFile(t, data), nil, interpret)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// apart lists where two JSON values differ: numbers by more than tolerance,
// relative to the larger where that is above 1.
func apart(got, want any, tolerance float64, at string) []string {
	switch want := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s: %v, not %v", at, got, want)}
		}
		var list []string
		for k, w := range want {
			list = append(list, apart(g[k], w, tolerance, at+"."+k)...)
		}
		return list
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(want) {
			return []string{fmt.Sprintf("%s: %v, not %v", at, got, want)}
		}
		var list []string
		for i := range want {
			list = append(list, apart(g[i], want[i], tolerance, fmt.Sprintf("%s[%d]", at, i))...)
		}
		return list
	case float64:
		if g, ok := got.(float64); ok && math.Abs(g-want) <= tolerance*math.Max(1, math.Abs(want)) {
			return nil
		}
	default:
		if got == want {
			return nil
		}
	}
	return []string{fmt.Sprintf("%s: %v, not %v", at, got, want)}
}

// decoded decodes the posteriors of a result.
func decoded(t *testing.T, r *run.Result) map[string]any {
	t.Helper()
	out := map[string]any{}
	for name, text := range r.Posteriors {
		var v any
		if err := text.Decode(&v); err != nil {
			t.Fatal(err)
		}
		out[name] = v
	}
	return out
}

// folder writes files into a folder of batches.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

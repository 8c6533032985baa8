//go:build long

package bugs_test

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"mpc/bugs"
	"mpc/model"
	"mpc/run"
	"mpc/samples"
)

var speed = flag.String("speed", "", "programs, or all, whose effective draws per second are printed beside those of JAGS, as rows of a table")

// TestSpeed prints a table of the smallest effective number of draws of a reported number, per second of processor time: here and
// by JAGS with its module glm, one chain each, from the same starts. Both run twice, with few draws and with many, so
// that compiling and burn-in count for neither. What is refused as it is written runs here too as it is re-expressed for JAGS.
// It asserts nothing.
//
//	go test -tags long ./integration/bugs -run TestSpeed -speed all -v
func TestSpeed(t *testing.T) {
	if *speed == "" {
		t.Skip("asked for by -speed")
	}
	if _, err := exec.LookPath("jags"); err != nil {
		t.Skip("there is no jags")
	}
	files, _ := filepath.Glob("../../testdata/bugs/*.json")
	more, _ := filepath.Glob("testdata/programs/*.json")
	var ratios []float64
	fmt.Println("| program | mpc, effective draws per second | JAGS | ratio |\n| --- | --- | --- | --- |")
	for _, path := range append(files, more...) {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		if *speed != "all" && !slices.Contains(strings.Split(*speed, ","), name) {
			continue
		}
		e := read(t, path)
		if refused[name] != "" {
			e.Statements = e.JAGS // re-expressed
		}
		ours, err := ourSpeed(t, name, e)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		theirs, err := jagsSpeed(t.TempDir(), e)
		if err != nil {
			fmt.Printf("| %s | %.0f | does not run: %v | |\n", name, ours, err)
			continue
		}
		ratios = append(ratios, ours/theirs)
		fmt.Printf("| %s | %.3g | %.3g | %.1f |\n", name, ours, theirs, ours/theirs)
	}
	if len(ratios) > 0 {
		slices.Sort(ratios)
		fmt.Printf("\nmedian of %d: %.1f, least %.2f\n", len(ratios), ratios[len(ratios)/2], ratios[0])
	}
}

// childTime is the processor time of the programs that have ended, in seconds.
func childTime() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u) != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// perSecond runs what gives an effective number with few draws and with more and more, until these take half a second.
func perSecond(draws func(n int) (float64, error)) (float64, error) {
	if _, err := draws(10); err != nil { // what is built once
		return 0, err
	}
	cost := func(n int) (float64, float64, error) {
		before := childTime()
		ess, err := draws(n)
		return ess, childTime() - before, err
	}
	_, base, err := cost(10)
	if err != nil {
		return 0, err
	}
	for n := 4000; ; n *= 4 {
		ess, time, err := cost(n)
		if err != nil {
			return 0, err
		}
		if time-base > 0.5 || n > 200000 {
			return ess / math.Max(time-base, 0.001), nil
		}
	}
}

func ourSpeed(t *testing.T, name string, e *example) (float64, error) {
	tr, c, set, err := compile(t, name, e)
	if err != nil {
		return 0, err
	}
	built := &run.Built{}
	return perSecond(func(n int) (float64, error) {
		r, err := run.Run(context.Background(), c, set, run.Options{Iterations: -1, Build: true, Built: built, Sampling: &model.Sampling{BurnIn: 2000, Samples: n, Thin: 1, Chains: 1}})
		if err != nil {
			return 0, err
		}
		list, err := run.BUGSSummaries(tr, r)
		least := math.Inf(1)
		for _, s := range list {
			if _, ok := e.Reference[s.Name]; ok && s.SD > 0 && s.MCSE > 0 {
				least = math.Min(least, s.SD*s.SD/s.MCSE/s.MCSE)
			}
		}
		return least, err
	})
}

// jagsSpeed runs the program by the command of JAGS.
func jagsSpeed(dir string, e *example) (float64, error) {
	text := e.JAGS
	if text == "" {
		text = "model {\n" + e.Statements + "\n}\n"
	}
	write := func(name, text string) error { return os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600) }
	inits := e.Inits
	var list []json.RawMessage
	if json.Unmarshal(inits, &list) == nil && len(list) > 0 {
		inits = list[0]
	}
	script := "load glm\nmodel in m.bug\ndata in data.R\ncompile\n"
	files := map[string]string{"m.bug": text, "data.R": dump(e.Data)}
	if starts := dump(inits); starts != "" { // JAGS reads no empty file
		files["inits.R"] = starts
		script += "parameters in inits.R\n"
	}
	for name, text := range files {
		if err := write(name, text); err != nil {
			return 0, err
		}
	}
	script += "initialize\nupdate 2000\n"
	seen := map[string]bool{}
	for n := range e.Reference {
		if n, _, _ = strings.Cut(n, "["); !seen[n] {
			seen[n] = true
			script += "monitor " + n + "\n"
		}
	}
	return perSecond(func(n int) (float64, error) {
		if err := write("script", script+fmt.Sprintf("update %d\ncoda *\nexit\n", n)); err != nil {
			return 0, err
		}
		c := exec.Command("jags", "script")
		c.Dir = dir
		out, err := c.CombinedOutput()
		if line := strings.Index(strings.ToLower(string(out)), "error"); err != nil || line >= 0 {
			return 0, fmt.Errorf("%v %.120q", err, out[max(line, 0):])
		}
		return codaESS(dir)
	})
}

// codaESS is the smallest effective number in what coda * writes.
func codaESS(dir string) (float64, error) {
	index, err := os.ReadFile(filepath.Join(dir, "CODAindex.txt"))
	if err != nil {
		return 0, err
	}
	file, err := os.Open(filepath.Join(dir, "CODAchain1.txt"))
	if err != nil {
		return 0, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	least := math.Inf(1)
	for _, row := range strings.Split(strings.TrimSpace(string(index)), "\n") {
		f := strings.Fields(row)
		from, _ := strconv.Atoi(f[1])
		to, _ := strconv.Atoi(f[2])
		var x []float64
		for range to - from + 1 {
			lines.Scan()
			v, err := strconv.ParseFloat(strings.Fields(lines.Text())[1], 64)
			if err != nil {
				return 0, err
			}
			x = append(x, v)
		}
		if slices.Max(x) > slices.Min(x) {
			least = math.Min(least, samples.ESSMean([][]float64{x}))
		}
	}
	return least, nil
}

// dump writes JSON as R does.
func dump(src json.RawMessage) string {
	values, err := bugs.ReadJSON(src)
	if err != nil {
		return ""
	}
	var b strings.Builder
	names := make([]string, 0, len(values))
	for n := range values {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		a := values[n]
		at := make([]int, len(a.Dim))
		var list []string
		for range a.Values { // the first index runs fastest
			k := 0
			for d, i := range at {
				k = k*a.Dim[d] + i
			}
			if text := strconv.FormatFloat(a.Values[k], 'g', -1, 64); a.Missing != nil && a.Missing[k] {
				list = append(list, "NA")
			} else {
				list = append(list, text)
			}
			for d := range at {
				if at[d]++; at[d] < a.Dim[d] {
					break
				}
				at[d] = 0
			}
		}
		text := "c(" + strings.Join(list, ", ") + ")"
		if len(a.Dim) > 1 {
			text = fmt.Sprintf("structure(%s, .Dim = c(%s))", text, strings.Trim(strings.Join(strings.Fields(fmt.Sprint(a.Dim)), ", "), "[]"))
		}
		fmt.Fprintf(&b, "`%s` <- %s\n", n, text)
	}
	return b.String()
}

package exact

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/data"
	"mpc/lang"
	"mpc/message"
	"mpc/run/interp"
)

// TestDiscreteBound: by VMP the evidence of such models is never above that of
// enumeration. Where an observation is sure of what two posteriors share there is no
// product of posteriors, which is an error.
func TestDiscreteBound(t *testing.T) {
	done, exact, without, contradict := 0, 0, 0, 0
	for seed := range uint64(300) {
		m := randomDiscrete(rand.New(rand.NewPCG(seed, 7)))
		_, logZ, ok := m.enumerate()
		if !ok || math.IsInf(logZ, -1) {
			continue
		}
		text := strings.Replace(m.text(), "model: discrete\n", "model: discrete\nalgorithm: vmp\n", 1)
		c, err := mpc.Plan("model.yaml", []byte(text))
		if onlyCode(err, message.CodeNoOperator) {
			without++ // as for a random n by VMP
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		set, d := data.ReadJSON("data.json", []byte(m.data()), c.Model)
		if d.HasErrors() {
			t.Fatal(d)
		}
		r, err := interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{})
		var failed *interp.Error
		if errors.As(err, &failed) && failed.Kind == interp.Contradiction {
			contradict++
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		done++
		gap := logZ - r.LogEvidence
		if gap < 1e-9 {
			exact++
		}
		if gap < -1e-9 || gap != gap {
			t.Errorf("seed %d: bound %v, evidence %v\n%s", seed, r.LogEvidence, logZ, text)
		}
	}
	if done != 103 || exact != 83 || without != 165 || contradict != 7 {
		t.Errorf("%d models are compared, of %d the bound is tight; for %d there is no operator, %d contradict themselves", done, exact, without, contradict)
	}
}

// onlyCode tells whether an error is a list of diagnostics that all have one code.
func onlyCode(err error, code string) bool {
	var list lang.Diagnostics
	return errors.As(err, &list) && !slices.ContainsFunc(list, func(d lang.Diagnostic) bool { return d.Code != code })
}

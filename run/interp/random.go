package interp

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"

	"mpc/data"
	"mpc/depanalysis"
	"mpc/factor"
	"mpc/message"
	"mpc/schedule"
)

// A Start is one run from random initial marginals.
type Start struct {
	Seed       uint64
	Iterations int
	Converged  bool
	// LogEvidence is that which it came to; of no meaning with an Err, which says why
	// it came to nothing.
	LogEvidence float64
	Err         error
}

// MarshalJSON writes {"seed": 1, "log_evidence": -3, "iterations": 20, "converged":
// true}, or {"seed": 1, "error": "..."}.
func (s Start) MarshalJSON() ([]byte, error) {
	if s.Err != nil {
		return json.Marshal(struct {
			Seed  uint64 `json:"seed"`
			Error string `json:"error"`
		}{s.Seed, s.Err.Error()})
	}
	return json.Marshal(struct {
		Seed        uint64  `json:"seed"`
		LogEvidence float64 `json:"log_evidence"`
		Iterations  int     `json:"iterations"`
		Converged   bool    `json:"converged"`
	}{s.Seed, s.LogEvidence, s.Iterations, s.Converged})
}

// betterBy is by how much more, relative to its size, an evidence must be larger to
// be so for another reason than rounding: of starts that come to the same the first
// is kept.
const betterBy = 1e-9

func better(z, than float64) bool { return z-than > betterBy*(1+math.Abs(than)) }

// restart runs a schedule from several seeds, one after the other, and returns the
// result of the largest evidence. A start that fails is left
// out, unless all do: then the error is that of the first.
func restart(p *message.Program, g *depanalysis.Graph, s *schedule.Schedule, d *data.Set, opt Options, seed uint64) (*Result, error) {
	var best *Result
	var starts []Start
	var first error
	for k := range p.Graph.Model.Iterate.Restarts {
		r, err := start(p, g, s, d, opt, seed+uint64(k))
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return nil, err
		}
		at := Start{Seed: seed + uint64(k), Err: err}
		if err == nil {
			at.Iterations, at.Converged, at.LogEvidence = r.Iterations, r.Converged, r.LogEvidence
			if best == nil || better(r.LogEvidence, best.LogEvidence) {
				best = r
			}
		} else if first == nil {
			first = err
		}
		starts = append(starts, at)
	}
	if best == nil {
		return nil, first
	}
	best.Starts = starts
	return best, nil
}

// drawn is the random initial marginal of an element. Those of a variable are drawn
// together, in the order of the elements, from a stream of random numbers that the
// seed and its name give.
func (r *run) drawn(v *factor.Variable, index []int) (any, error) {
	if r.draws[v] == nil {
		all := map[string]any{}
		rng := rand.New(rand.NewPCG(r.seed, v.Stream()))
		_, err := r.nested(v.Dims, nil, func(index []int) (any, error) {
			uniform, err := r.uniform(v, index)
			if err == nil {
				all[key(index)] = r.family(v).Draw(uniform, rng)
			}
			return nil, err
		})
		if err != nil {
			return nil, err
		}
		r.draws[v] = all
	}
	return r.draws[v][key(index)], nil
}

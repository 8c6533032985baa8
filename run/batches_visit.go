package run

import (
	"context"
	"encoding/json"

	"mpc"
	"mpc/data"
	"mpc/engine"
	"mpc/run/interp"
)

// A visit is how the run over one batch went.
type visit struct {
	converged bool
	change    float64 // of a shared posterior since the visit before
	warnings  []string
}

// A visitor runs batches, and keeps what each says.
type visitor interface {
	visit(k int, set *data.Set) (visit, error)
	result() (*Result, error)
	close()
}

// interpreted visits batches by running the schedule directly.
type interpreted struct {
	ctx  context.Context
	c    *mpc.Compilation
	opt  Options
	kept []*interp.Message // of batches, as a tree of products
	last *interp.Result
}

func (v *interpreted) visit(k int, set *data.Set) (visit, error) {
	others, err := engine.Others(v.kept, k, (*interp.Message).Times)
	if err != nil {
		return visit{}, err
	}
	o := interp.Options{Iterations: max(0, v.opt.Iterations), Seed: v.opt.Seed, Context: v.ctx, Others: others}
	found, err := interp.Run(v.c.Program, v.c.Deps, v.c.Schedule, set, o)
	if err != nil {
		return visit{}, interpError(err)
	}
	out := visit{found.Converged, found.Changed(v.last), found.Warnings}
	v.last = found
	said, err := found.Message.Damped(v.said(k), v.c.Model.Iterate.Damping)
	if err != nil {
		return visit{}, err
	}
	v.kept, err = engine.SetLeaf(v.kept, k, said, (*interp.Message).Times)
	return out, err
}

func (v *interpreted) result() (*Result, error) {
	shared := map[string]bool{}
	for _, s := range v.c.Model.Shared {
		shared[s.Name] = true
	}
	found := *v.last
	found.Posteriors = nil
	for _, p := range v.last.Posteriors {
		if shared[p.Name] {
			found.Posteriors = append(found.Posteriors, p)
		}
	}
	text, err := json.Marshal(&found)
	if err != nil {
		return nil, err
	}
	r := &Result{}
	return r, json.Unmarshal(text, r)
}

func (v *interpreted) close() {}

// said is the message of batch k, nil before its first visit.
func (v *interpreted) said(k int) *interp.Message {
	if size := len(v.kept) / 2; k < size {
		return v.kept[k+size]
	}
	return nil
}

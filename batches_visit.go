package mpc

import (
	"context"
	"encoding/json"

	"mpc/data"
	"mpc/interp"
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
	c    *Compilation
	opt  RunOptions
	kept products
	last *interp.Result
}

func (v *interpreted) visit(k int, set *data.Set) (visit, error) {
	others, err := v.kept.others(k)
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
	said, err := found.Message.Damped(v.kept.said(k), v.c.Model.Iterate.Damping)
	if err != nil {
		return visit{}, err
	}
	return out, v.kept.set(k, said)
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

// products keeps the messages of batches as the leaves of a tree, whose inner
// nodes are the products of those below: what all but one say is the product of
// few, and nothing is ever divided.
type products struct {
	size int // leaves
	tree []*interp.Message
}

// others is the product of all messages but that of batch k.
func (p *products) others(k int) (*interp.Message, error) {
	var out *interp.Message
	if k >= p.size {
		if p.size == 0 {
			return nil, nil
		}
		return p.tree[1], nil
	}
	var err error
	for i := k + p.size; i > 1 && err == nil; i /= 2 {
		out, err = out.Times(p.tree[i^1])
	}
	return out, err
}

// said is the message of batch k, nil before its first visit.
func (p *products) said(k int) *interp.Message {
	if k >= p.size {
		return nil
	}
	return p.tree[k+p.size]
}

// set keeps the message of batch k.
func (p *products) set(k int, m *interp.Message) error {
	for k >= p.size {
		old := *p
		p.size = max(1, 2*old.size)
		p.tree = make([]*interp.Message, 2*p.size)
		if old.size > 0 {
			copy(p.tree[p.size:], old.tree[old.size:])
		}
		for i := p.size - 1; i > 0; i-- {
			var err error
			if p.tree[i], err = p.tree[2*i].Times(p.tree[2*i+1]); err != nil {
				return err
			}
		}
	}
	p.tree[k+p.size] = m
	for i := (k + p.size) / 2; i > 0; i /= 2 {
		var err error
		if p.tree[i], err = p.tree[2*i].Times(p.tree[2*i+1]); err != nil {
			return err
		}
	}
	return nil
}

package interp

import (
	"fmt"

	"mpc/data"
	"mpc/factor"
	"mpc/model"
)

// A constant is an element of a constant that the program computes from inputs.
type constant struct {
	assign *factor.Assignment
	inst   *instance
	state  uint8 // 0 not computed, 1 being computed, 2 computed
	value  float64
}

type cycleError struct{ name string }

func (e *cycleError) Error() string { return e.name + " depends on itself" }

type undefinedError struct {
	name     string
	variable *model.Variable
	index    []int
}

func (e *undefinedError) Error() string { return e.name + " is never defined" }

// key makes an index a key of a map.
func key(index []int) string { return fmt.Sprint(index) }

func elementName(name string, index []int) string {
	for _, i := range index {
		name += fmt.Sprintf("[%d]", i)
	}
	return name
}

// constantValue computes an element of a constant when it is first wanted.
func (r *run) constantValue(v *model.Variable, index []int) (float64, error) {
	all, err := r.defineConstant(v)
	if err != nil {
		return 0, err
	}
	if err := r.inside(v.Name, v.Dims, index); err != nil {
		return 0, err
	}
	c := all[key(index)]
	switch {
	case c == nil:
		return 0, &undefinedError{elementName(v.Name, index), v, index}
	case c.state == 1:
		return 0, &cycleError{elementName(v.Name, index)}
	case c.state == 0:
		c.state = 1
		if c.assign.Value.Fun == model.Part {
			if err := r.constantParts(all); err != nil {
				return 0, err
			}
			return c.value, nil
		}
		x, err := data.Eval(c.assign.Value, c.inst.env)
		if err != nil {
			return 0, r.evalError(err, c.assign.At, c.assign.Text, c.inst.String())
		}
		c.state, c.value = 2, x
	}
	return c.value, nil
}

// constantParts computes all elements of a constant that says which part of a graph each is in.
func (r *run) constantParts(all map[string]*constant) error {
	for _, c := range all {
		list, err := data.Parts(c.assign.Value, c.inst.env, len(all))
		if err != nil {
			return r.evalError(err, c.assign.At, c.assign.Text, "")
		}
		for i, x := range list {
			of := all[key([]int{i})]
			of.state, of.value = 2, float64(x)
		}
		return nil
	}
	return nil
}

// defineConstant finds which assignment defines each element of v.
func (r *run) defineConstant(v *model.Variable) (map[string]*constant, error) {
	if all, ok := r.constants[v]; ok {
		if all == nil {
			return nil, &cycleError{v.Name}
		}
		return all, nil
	}
	r.constants[v] = nil // sizes that depend on v itself are a cycle
	all := map[string]*constant{}
	for _, a := range r.program.Graph.Data {
		if a.Variable != v {
			continue
		}
		list, err := r.instances(a.Loops, a.Guards, a.At, a.Text)
		if err != nil {
			return nil, err
		}
		for _, inst := range list {
			index, err := data.Index(a.Index, inst.env)
			if err != nil {
				return nil, r.evalError(err, a.At, a.Text, inst.String())
			}
			if all[key(index)] != nil {
				e := r.errorf(Double, a.At, a.Text, "%s is defined twice", elementName(v.Name, index))
				e.Element = inst.String()
				return nil, e
			}
			all[key(index)] = &constant{assign: a, inst: inst}
		}
	}
	r.constants[v] = all
	return all, nil
}

// inside returns an error where an index is out of the range of an array.
func (r *run) inside(name string, dims []*model.Expr, index []int) error {
	env := *r.env
	for k, d := range dims {
		env.Dims = index[:k]
		size, err := data.Int(d, &env)
		if err != nil {
			return err
		}
		if index[k] < 0 || index[k] >= size {
			return &data.IndexError{Name: name, Dim: k, Index: index[k], Size: size}
		}
	}
	return nil
}

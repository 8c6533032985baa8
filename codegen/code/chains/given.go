package chains

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/code/evaluate"
	"mpc/model"
)

// A Given may give an element of a variable its value in place of a draw from its prior, of a vector or a matrix its
// components; it is false where the element is to be drawn.
type Given func(v *model.Variable, index []int, to []float64) bool

// Give lets what no other draw depends on, which Compute draws, be given values. It changes the program, of which there are
// no chains yet.
func (p *Program) Give(given Given) error {
	of := map[string]*model.Variable{}
	for _, u := range p.code.Loops.Message.Updates {
		if u.Sampled != nil {
			for _, v := range u.Sampled.Variables {
				of[v.Name] = v
			}
		}
	}
	var err error
	p.code.Scan.Compute.Body.Walk(func(s *code.Stmt) bool {
		call, ok := s.Do.(*code.Call)
		at, drawn := p.drawn[s]
		if !ok || !drawn {
			return true
		}
		if of[at.Address] == nil {
			err = fmt.Errorf("%s is drawn, and no variable", at.Address)
			return false
		}
		sampler := call.Row
		row := &code.Row{Name: fmt.Sprintf("given%d", s.Number), Params: sampler.Params[:1:1], Results: sampler.Results}
		for k := range at.Index {
			row.Params = append(row.Params, &code.Param{Value: &code.Value{Name: fmt.Sprintf("i%d", k), Of: code.Whole}})
		}
		row.Params = append(row.Params, sampler.Params[1:]...)
		args := append(call.Args[:1:1], at.Index...)
		s.Do = &code.Call{Row: row, Args: append(args, call.Args[1:]...)}
		p.code.Rows = append(p.code.Rows, row)
		p.natives[row.Name] = giving(given, of[at.Address], len(at.Index), row, p.natives[sampler.Name])
		return true
	})
	return err
}

// giving is a native that asks for a value before it draws one.
func giving(given Given, v *model.Variable, dims int, r *code.Row, draw evaluate.Native) evaluate.Native {
	vector := v.Type.Dimensions > 0
	first := 0 // where how many there are stands: behind the first element, where that is a whole number
	if vector && r.Params[1+dims].Of == code.Whole {
		first = 1
	}
	return func(in, out *numbers) {
		index, rest := in.Wholes[:dims], in.Wholes[dims:]
		to := make([]float64, 1)
		if vector {
			to = make([]float64, rest[first])
		}
		if !given(v, ints(index), to) {
			whole := in.Wholes
			in.Wholes = rest
			draw(in, out)
			in.Wholes = whole
			return
		}
		switch {
		case vector && v.Type.Kind == model.Real:
			copy(in.Beside(0).Reals, to)
		case vector:
			for i, x := range to {
				in.Beside(0).Wholes[i] = int64(x)
			}
		case r.Results[0] == code.Real:
			out.Reals[0] = to[0]
		default:
			out.Wholes[0] = int64(to[0])
		}
		if r.Results[len(r.Results)-1] == code.Truth && (vector || len(r.Results) > 1) {
			out.Wholes[len(out.Wholes)-1] = 1
		}
	}
}

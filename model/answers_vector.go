package model

import (
	"slices"

	"mpc/lang"
)

// mostComponents is how many components a vector may have that is asked for as numbers: each two of them have a sum.
const mostComponents = 20

// WithComponents is a file in which vectors that are computed, and asked for, are asked for as their components together: of
// those a joint posterior of normals has the means and covariances. It is the file itself where there are none.
func (m *Model) WithComponents(f *lang.File) *lang.File {
	out := *f
	out.Infer = slices.Clone(f.Infer)
	for i, in := range f.Infer {
		v := m.askedVector(in)
		if v == nil {
			continue
		}
		if in.Expr != nil {
			out.Program = append(slices.Clone(out.Program), &lang.Assign{At: in.At, Target: &lang.Name{At: in.At, Name: v.Name}, Value: in.Expr})
		}
		joint := &lang.Infer{At: in.At, Name: in.String(), Whole: true}
		for k := range int(v.Sizes[0].Value) {
			joint.Joint = append(joint.Joint, &lang.Index{At: in.At, X: &lang.Name{At: in.At, Name: v.Name}, Args: []lang.Expr{&lang.Number{At: in.At, Value: float64(k), Int: true}}})
		}
		out.Infer[i] = joint
	}
	if slices.Equal(out.Infer, f.Infer) {
		return f
	}
	return &out
}

// askedVector is the vector of a known size that an entry under infer asks for, which the program computes; nil of any other.
func (m *Model) askedVector(in *lang.Infer) *Variable {
	k := slices.IndexFunc(m.Infer, func(v *Variable) bool {
		return in.Joint == nil && (in.Expr != nil && v.Asked == in.String() && v.At == in.At || in.Expr == nil && v.Name == in.Name)
	})
	if k < 0 {
		return nil
	}
	v := m.Infer[k]
	if !v.Random || !v.Derived || v.Type.Kind != Real || v.Type.Dimensions != 1 || len(v.Dims) > 0 {
		return nil
	}
	if size := v.Sizes[0]; size.Op != OpNumber || size.Value < 1 || size.Value > mostComponents {
		return nil
	}
	return v
}

package chains

import (
	"reflect"

	"mpc/codegen/code"
	"mpc/codegen/code/evaluate"
	"mpc/codegen/lower"
	"mpc/dist"
	"mpc/mcmc"
	"mpc/special"
)

// Functions and methods of vectors, and of rows of distributions that take what few take, are called by reflection: what
// they compute takes longer than that.

// handles are what handles stand for.
var handles = map[string]reflect.Type{
	"VectorWork": reflect.TypeFor[mcmc.VectorWork](),
	"Elliptical": reflect.TypeFor[mcmc.Elliptical](),
	"Simplex":    reflect.TypeFor[mcmc.Simplex](),
	"Directions": reflect.TypeFor[mcmc.Directions](),
	"Collapsed":  reflect.TypeFor[mcmc.Collapsed](),
	"OneBlock":   reflect.TypeFor[mcmc.OneBlock](),
	"WholeSlice": reflect.TypeFor[mcmc.WholeSlice](),
	"StartOrder": reflect.TypeFor[mcmc.StartOrder](),
	"LogSum":     reflect.TypeFor[special.LogSum](),
}

// vectorFunctions are functions of vectors that rows name.
var vectorFunctions = map[string]any{
	"dist.IsDefinite": dist.IsDefinite, "mcmc.Keep": mcmc.Keep, "mcmc.Lacks": mcmc.Lacks, "mcmc.FromLogOdds": mcmc.FromLogOdds, "mcmc.WholeBounds": mcmc.WholeBounds,
	"mcmc.DrawNormalVector": mcmc.DrawNormalVector, "mcmc.DrawWishartMatrix": mcmc.DrawWishartMatrix,
	"mcmc.DrawDirichlet": mcmc.DrawDirichlet, "mcmc.DrawGivenDirichlet": mcmc.DrawGivenDirichlet,
	"mcmc.Negated": mcmc.Negated, "mcmc.Sum": mcmc.Sum, "mcmc.Difference": mcmc.Difference, "mcmc.Mapped": mcmc.Mapped,
	"mcmc.Scaled": mcmc.Scaled, "mcmc.Divided": mcmc.Divided,
	"copy": func(to, from []float64) { copy(to, from) },
}

// reflected is a native of a function, or of a method of a handle; nil of others.
func reflected(r *code.Row, c lower.Callee) evaluate.Native {
	var f reflect.Value
	switch c.Kind {
	case lower.Method, lower.OnPart:
		h, _ := r.Params[0].Of.(code.Handle)
		t := handles[h.Name]
		if t == nil {
			return methodOf(r, c.Name)
		}
		m, ok := reflect.PointerTo(t).MethodByName(c.Name)
		if !ok {
			return nil
		}
		f = m.Func
	default:
		x := vectorFunctions[c.Name]
		if x == nil {
			x = functionsOfRows()[c.Name]
		}
		if x == nil {
			return nil
		}
		f = reflect.ValueOf(x)
	}
	args := taking(r, c, f.Type())
	return func(in, out *numbers) {
		list := make([]reflect.Value, len(args))
		for i, a := range args {
			list[i] = a(in)
		}
		give(out, f.Call(list))
	}
}

// methodOf is a native of a method of what a handle of the data is, whose type is not known before.
func methodOf(r *code.Row, name string) evaluate.Native {
	if _, ok := r.Params[0].Of.(code.Handle); !ok || len(r.Params) != 2 && len(r.Params) != 1 || len(r.Results) != 1 || r.Results[0] != code.Real {
		return nil
	}
	return func(in, out *numbers) {
		f := reflect.ValueOf(in.Others[0]).MethodByName(name)
		var list []reflect.Value
		if f.Type().NumIn() == 1 {
			list = append(list, taken(f.Type().In(0), 0, 0, 1)(in))
		}
		out.Reals[0] = f.Call(list)[0].Float()
	}
}

// taking makes what gives a function its arguments.
func taking(r *code.Row, c lower.Callee, f reflect.Type) (list []func(in *numbers) reflect.Value) {
	var reals, wholes, others, places int
	parts := c.Kind == lower.Vector || c.Kind == lower.IntoPart || c.Kind == lower.OnPart
	for i := 0; i < len(r.Params); i++ {
		p := r.Params[i]
		place := p.Access != code.Read
		switch {
		case parts && place && p.Of == code.Real: // with how many in the next one
			k, n := places, wholes
			list = append(list, func(in *numbers) reflect.Value { return reflect.ValueOf(in.Beside(k).Reals[:in.Wholes[n]]) })
			i++
			reals++
			wholes++
			places++
			continue
		case place:
			if h, ok := p.Of.(code.Handle); ok {
				k, t := places, handles[h.Name]
				list = append(list, func(in *numbers) reflect.Value {
					at := &in.Beside(k).Others[0]
					if *at == nil {
						*at = reflect.New(t).Interface()
					}
					return reflect.ValueOf(*at)
				})
				others++
				places++
				continue
			}
			places++
		}
		list = append(list, taken(f.In(len(list)), reals, wholes, others))
		switch p.Of {
		case code.Real:
			reals++
		case code.Whole, code.Truth:
			wholes++
		default:
			others++
		}
	}
	return list
}

// taken is an argument of a type of Go, the next of its kind.
func taken(t reflect.Type, real, whole, other int) func(in *numbers) reflect.Value {
	switch t.Kind() {
	case reflect.Float64:
		return func(in *numbers) reflect.Value { return reflect.ValueOf(in.Reals[real]) }
	case reflect.Int:
		return func(in *numbers) reflect.Value { return reflect.ValueOf(int(in.Wholes[whole])) }
	case reflect.Bool:
		return func(in *numbers) reflect.Value { return reflect.ValueOf(in.Wholes[whole] != 0) }
	}
	return func(in *numbers) reflect.Value {
		x := in.Others[other]
		if list, ok := x.([]int64); ok && t == reflect.TypeFor[[]int]() {
			return reflect.ValueOf(wholes(list))
		}
		if x == nil {
			return reflect.Zero(t)
		}
		return reflect.ValueOf(x)
	}
}

// give takes the results of a function.
func give(out *numbers, list []reflect.Value) {
	var reals, wholes, others int
	for _, x := range list {
		switch x.Kind() {
		case reflect.Float64:
			out.Reals[reals] = x.Float()
			reals++
		case reflect.Int:
			out.Wholes[wholes] = x.Int()
			wholes++
		case reflect.Bool:
			out.Wholes[wholes] = truth(x.Bool())
			wholes++
		default:
			out.Others[others] = x.Interface()
			others++
		}
	}
}

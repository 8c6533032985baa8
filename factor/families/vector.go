package families

import "mpc/dist"

// vectors is what the types of messages that are structs with slices have in common,
// as pointers to a message: they write into its memory. What needs working memory
// is boxed one by one.
type vectors[D any] interface {
	*D
	SetTimes(a, b D)
	SetDamp(a, old D, damping float64)
	SetPower(a D, e float64)
	SetStart()
	UnmarshalJSON([]byte) error
}

// plain is what their values have in common.
type plain[D any] interface {
	asked
	String() string
	Copy() D
}

// vector boxes the operations on messages that are structs with slices; each makes a
// new message.
func vector[D plain[D], P vectors[D]](uniform func(k int) D, point func(value any) D) Operations {
	return Operations{
		Uniform: func(sizes ...int) any {
			if len(sizes) == 0 {
				sizes = []int{0}
			}
			return uniform(sizes[0])
		},
		Point: func(x any) any { return point(x) },
		Times: func(a, b any) any {
			var d D
			P(&d).SetTimes(a.(D), b.(D))
			return d
		},
		Damp: func(m, old any, e float64) any {
			var d D
			P(&d).SetDamp(m.(D), old.(D), e)
			return d
		},
		Begin: func(m any) any {
			d := m.(D).Copy()
			P(&d).SetStart()
			return d
		},
		Power: func(m any, e float64) any {
			var d D
			P(&d).SetPower(m.(D), e)
			return d
		},
		MakeProper: func(m, _ any) any { return m },
		Questions:  questions[D](nil),
		Text:       func(m any) string { return m.(D).String() },
		Read: func(text []byte) (any, error) {
			var d D
			err := P(&d).UnmarshalJSON(text)
			return d, err
		},
	}
}

func dirichlet() Operations {
	type D = dist.Dirichlet
	o := vector[D](dist.DirichletUniform, func(x any) D { return dist.DirichletPoint(x.([]float64)) })
	o.Mode = func(m any) any { return m.(D).ModeTo(nil) }
	o.Mean = func(m any) any { return m.(D).MeanTo(nil) }
	o.Variance = func(m any) any { return m.(D).VarianceTo(nil) }
	o.LogIntegral = func(a, b any) float64 { return a.(D).LogIntegral(b.(D)) }
	o.LogScale = o.LogIntegral
	o.LogPower = func(m any, n float64) float64 { return m.(D).LogPower(n) }
	o.LogTilt = func(m, t any) float64 { return m.(D).LogTilt(t.(D)) }
	o.MeanLogTilt = func(m, t any) float64 { return m.(D).MeanLogTilt(t.(D)) }
	o.Entropy = func(m any) float64 { return m.(D).Entropy() }
	o.Change = func(m, old any) float64 { return m.(D).Change(old.(D)) }
	o.IsProper = func(m any) bool { return m.(D).IsProper() }
	o.Next = func(_ *dist.PointSearch, _, m any) any {
		var d D
		d.SetMode(m.(D))
		return d
	}
	return o
}

func mvNormal() Operations {
	type D = dist.MvNormal
	o := vector[D](dist.MvNormalUniform, func(x any) D { return dist.MvNormalPoint(x.([]float64)) })
	o.Mode = func(m any) any { return m.(D).ModeTo(nil, nil) }
	o.Mean = func(m any) any { return m.(D).MeanTo(nil, nil) }
	o.Variance = func(m any) any { return m.(D).VarianceTo(nil, nil) }
	o.LogIntegral = func(a, b any) float64 { return a.(D).LogIntegral(b.(D), nil) }
	o.LogScale = o.LogIntegral
	o.LogPower = func(m any, n float64) float64 { return m.(D).LogPower(n, nil) }
	o.Entropy = func(m any) float64 { return m.(D).Entropy(nil) }
	o.Change = func(m, old any) float64 { return m.(D).Change(old.(D), nil) }
	o.IsProper = func(m any) bool { return m.(D).IsProper(nil) }
	o.Next = func(_ *dist.PointSearch, _, m any) any {
		var d D
		d.SetMode(m.(D), nil)
		return d
	}
	return o
}

func wishart() Operations {
	type D = dist.Wishart
	o := vector[D](dist.WishartUniform, func(x any) D { return dist.WishartPoint(x.([]float64)) })
	o.Mode = func(m any) any { return m.(D).ModeTo(nil, nil) }
	o.Mean = func(m any) any { return m.(D).MeanTo(nil, nil) }
	o.Variance = func(m any) any { return m.(D).VarianceTo(nil, nil) }
	o.LogIntegral = func(a, b any) float64 { return a.(D).LogIntegral(b.(D), nil) }
	o.LogScale = o.LogIntegral
	o.LogPower = func(m any, n float64) float64 { return m.(D).LogPower(n, nil) }
	o.Entropy = func(m any) float64 { return m.(D).Entropy(nil) }
	o.Change = func(m, old any) float64 { return m.(D).Change(old.(D), nil) }
	o.IsProper = func(m any) bool { return m.(D).IsProper(nil) }
	o.Next = func(_ *dist.PointSearch, _, m any) any {
		var d D
		d.SetMode(m.(D), nil)
		return d
	}
	return o
}

// categorical boxes the operations on messages about a whole number. A point has as
// many values as it needs.
func categorical() Operations {
	type D = dist.Categorical
	o := vector[D](dist.CategoricalUniform, func(x any) D {
		k := int(x.(float64))
		return dist.CategoricalPoint(k, k+1)
	})
	o.Mode = func(m any) any { return float64(m.(D).Mode()) }
	o.Mean = func(m any) any { return m.(D).Mean() }
	o.Variance = func(m any) any { return m.(D).Variance() }
	o.Next = func(_ *dist.PointSearch, _, m any) any {
		var d D
		d.SetMode(m.(D))
		return d
	}
	o.LogPower = func(m any, n float64) float64 { return m.(D).LogPower(n) }
	o.LogIntegral = func(a, b any) float64 { return a.(D).LogIntegral(b.(D)) }
	o.LogScale = o.LogIntegral
	o.Entropy = func(m any) float64 { return m.(D).Entropy() }
	o.Change = func(m, old any) float64 { return m.(D).Change(old.(D)) }
	o.IsProper = func(m any) bool { return m.(D).IsProper() }
	return o
}

package functions

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// arguments are random arguments of f at which it has a value, of several sizes.
func arguments(f *Function, r *rand.Rand) []float64 {
	list := make([]float64, f.Takes)
	for i := range list {
		v := r.NormFloat64() * math.Pow(4, float64(r.IntN(3)-1))
		if d := f.Domain; d != nil {
			switch {
			case !math.IsInf(d.High, 0):
				v = d.Low + (d.High-d.Low)*(0.001+0.998*r.Float64())
			default:
				v = d.Low + math.Abs(v) + 1e-3
			}
		}
		list[i] = v
	}
	if f.Name == "!" { // of truths
		list[0] = number(list[0] > 0)
	}
	if f.Name == "^" || f.Name == "pow" { // of what is below 0 it has few values
		list[0] = math.Abs(list[0]) + 1e-3
	}
	return list
}

func each(t *testing.T, test func(t *testing.T, f *Function, r *rand.Rand)) {
	for _, f := range Rows() {
		t.Run(f.Name, func(t *testing.T) { test(t, f, rand.New(rand.NewPCG(1, 2))) })
	}
}

// TestRows: names are unique, each row has one way to compute it, and terms name rows with as many arguments.
func TestRows(t *testing.T) {
	seen, bugs := map[string]bool{}, map[string]bool{}
	for _, f := range Rows() {
		if seen[f.Name] {
			t.Errorf("%s stands twice", f.Name)
		}
		seen[f.Name] = true
		for _, n := range f.BUGS {
			if bugs[n] {
				t.Errorf("%s of BUGS stands twice", n)
			}
			bugs[n] = true
		}
		if (f.Go == nil) == (f.As == nil) {
			t.Errorf("%s is computed by a function of Go or from others", f.Name)
		}
		if f.Result == Alike && f.Symbol == "" && f.Wholes.Builtin == "" && f.Wholes.As == nil {
			t.Errorf("%s of whole numbers is not computed", f.Name)
		}
		if f.Derivatives != nil && len(f.Derivatives) != f.Takes {
			t.Errorf("%s has %d derivatives, and takes %d", f.Name, len(f.Derivatives), f.Takes)
		}
		if f.Says != "" && f.Result != Truth && f.Derivatives == nil {
			t.Errorf("%s has no derivative", f.Name)
		}
		for _, term := range append([]*Term{f.As, f.Wholes.As, f.Inverse}, f.Derivatives...) {
			check(t, f, term)
		}
	}
}

func check(t *testing.T, f *Function, term *Term) {
	if term == nil {
		return
	}
	if term.Argument > f.Takes {
		t.Errorf("%s: %s has an argument that it does not take", f.Name, term)
	}
	if term.Function != "" && (Named(term.Function) == nil || Named(term.Function).Takes != len(term.Args)) {
		t.Errorf("%s: %s is no term", f.Name, term)
	}
	for _, a := range term.Args {
		check(t, f, a)
	}
}

// TestDerivatives: derivatives equal central differences.
func TestDerivatives(t *testing.T) {
	each(t, func(t *testing.T, f *Function, r *rand.Rand) {
		for range 500 {
			a := arguments(f, r)
			for i, d := range f.Derivatives {
				h := 1e-5 * math.Max(math.Abs(a[i]), 1e-2)
				if d := f.Domain; d != nil {
					h = 1e-5 * math.Min(math.Abs(a[i]-d.Low), math.Min(1, d.High-a[i]))
				}
				up, down := slices.Clone(a), slices.Clone(a)
				up[i] += h
				down[i] -= h
				high, low := f.Value(up...), f.Value(down...)
				if f.Name == "floor" && high != low || f.Name == "ceil" && high != low || f.Takes == 2 && (a[0]-a[1])*(up[0]-up[1]) <= 0 ||
					f.Takes == 2 && (a[0]-a[1])*(down[0]-down[1]) <= 0 || f.Name == "abs" && up[i]*down[i] <= 0 {
					continue // a kink lies between
				}
				got, want := d.Value(a), (high-low)/(up[i]-down[i])
				size := math.Abs(want) + math.Abs(f.Value(a...))*1e-3 + 1e-3
				if math.IsInf(high, 0) || !(math.Abs(got-want) <= 1e-6*size) {
					t.Fatalf("the derivative by argument %d at %v is %v, differences say %v", i+1, a, got, want)
				}
			}
		}
	})
}

// TestInverses: the inverse of a value is the argument that it is of.
func TestInverses(t *testing.T) {
	each(t, func(t *testing.T, f *Function, r *rand.Rand) {
		for range 500 {
			a := arguments(f, r)
			if f.Inverse == nil {
				return
			}
			value := f.Value(a...)
			back := f.Value(f.Inverse.Value([]float64{value}))
			if d := f.Inverse.Value([]float64{value}); !math.IsInf(d, 0) && !(math.Abs(back-value) <= 1e-12*math.Abs(value)) {
				t.Fatalf("of %v it is %v, whose inverse is %v, of which it is %v", a, value, d, back)
			}
			if d := f.Inverse.Value([]float64{value}); math.Abs(a[0]) < 3 && !(math.Abs(d-a[0]) <= 1e-10*math.Max(1, math.Abs(a[0]))) {
				t.Fatalf("the inverse of %v, which is of %v, is %v", value, a, d)
			}
		}
	})
}

// TestRanges: values lie in the range, and in what is said of arguments that lie in an interval; what rises never falls;
// and there is a finite value at finite arguments, but where the row says that there is none.
func TestRanges(t *testing.T) {
	each(t, func(t *testing.T, f *Function, r *rand.Rand) {
		for range 2000 {
			a, b := arguments(f, r), arguments(f, r)
			in := make([]Interval, f.Takes)
			between := make([]float64, f.Takes)
			for i := range in {
				in[i] = Interval{math.Min(a[i], b[i]), math.Max(a[i], b[i])}
				between[i] = in[i].Low + r.Float64()*(in[i].High-in[i].Low)
			}
			v, all := f.Value(between...), f.Within(in...)
			slack := 1e-14 * math.Abs(v)
			if !(all.Low-slack <= v && v <= all.High+slack) {
				t.Fatalf("at %v it is %v, and lies within %v where arguments lie in %v", between, v, all, in)
			}
			if f.Range != nil && !f.Range.Has(all) {
				t.Fatalf("%v is not within the range, %v", all, *f.Range)
			}
			if f.Rises && f.Value(in[0].Low) > f.Value(in[0].High) {
				t.Fatalf("it falls between %v and %v", in[0].Low, in[0].High)
			}
			if !f.IsPartial() && (math.IsNaN(v) || math.IsInf(v, 0)) {
				t.Fatalf("it is %v at %v", v, between)
			}
		}
	})
}

// TestDomains: outside of its domain a function has no number, and at its ends no other one than inside.
func TestDomains(t *testing.T) {
	each(t, func(t *testing.T, f *Function, r *rand.Rand) {
		d := f.Domain
		if d == nil {
			return
		}
		for range 100 {
			v := d.Low - math.Abs(r.NormFloat64()) - 1e-9
			if f.Name == "digamma" || f.Name == "trigamma" {
				return // these go on below 0
			}
			if got := f.Value(v); !math.IsNaN(got) {
				t.Fatalf("at %v, outside of %v, it is %v", v, *d, got)
			}
			if !math.IsInf(d.High, 0) {
				if got := f.Value(d.High + math.Abs(r.NormFloat64()) + 1e-9); !math.IsNaN(got) {
					t.Fatalf("above %v it is %v", d.High, got)
				}
			}
		}
		if math.IsNaN(f.Value(d.Low)) {
			t.Errorf("at %v it is no number", d.Low)
		}
	})
}

// TestNames: what generated code calls is of a package that it may import.
func TestNames(t *testing.T) {
	want := map[string]string{"exp": "math.Exp", "floor": "math.Floor", "abs": "math.Abs", "max": "math.Max", "sqrt": "math.Sqrt", "loggamma": "special.GammaLn"}
	for name, goName := range want {
		if got := Named(name).GoName(); got != goName {
			t.Errorf("%s is %s in Go, want %s", name, got, goName)
		}
	}
	if OfLink("logit") != Named("logistic") || OfBUGS("phi") != Named("probit") || OfLink("") != nil || Called("neg") != nil || Called("exp") == nil {
		t.Error("rows are not found by their names")
	}
}

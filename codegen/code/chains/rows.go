package chains

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"sync"

	"mpc/codegen/code"
	"mpc/codegen/code/evaluate"
	"mpc/codegen/lower"
	"mpc/dist"
	language "mpc/lang/functions"
	"mpc/mcmc"
	"mpc/operators"
)

type numbers = evaluate.Numbers

// rows are natives for the rows of a program that have no body.
func rows(p *lower.Program) (map[string]evaluate.Native, error) {
	natives := map[string]evaluate.Native{}
	for _, r := range p.Rows {
		if r.Body != nil {
			continue
		}
		n := native(r, p.Callees[r])
		if n == nil {
			n = reflected(r, p.Callees[r])
		}
		if n == nil {
			return nil, fmt.Errorf("nothing computes the row %s (%s)", r.Name, p.Callees[r].Name)
		}
		natives[r.Name] = n
	}
	return natives, nil
}

func native(r *code.Row, c lower.Callee) evaluate.Native {
	switch c.Kind {
	case lower.Function:
		return function(r, c.Name)
	case lower.Method, lower.OnAll:
		return method(r, c.Name)
	case lower.Vector:
		if c.Name == "mcmc.DrawMultinomial" {
			return multinomial
		}
	case lower.Truncate:
		return func(in, out *numbers) { out.Wholes[0] = int64(in.Reals[0]) }
	case lower.Stretch, lower.Part:
		if r.Params[0].Of != code.Real {
			return func(in, out *numbers) { out.Others[0] = in.Beside(0).Wholes[:in.Wholes[len(in.Wholes)-1]] }
		}
		return func(in, out *numbers) { out.Others[0] = in.Beside(0).Reals[:in.Wholes[len(in.Wholes)-1]] }
	case lower.Between:
		return between(r)
	case lower.All:
		if of := r.Params[0].Of; of == code.Truth || of == code.Whole {
			return func(in, out *numbers) { out.Others[0] = in.Beside(0).Wholes }
		}
		return func(in, out *numbers) { out.Others[0] = in.Beside(0).Reals }
	case lower.Resize:
		return resize
	case lower.Put:
		return func(in, out *numbers) {
			in.Beside(0).Others[0].([]float64)[in.Wholes[0]] = in.Reals[0]
		}
	case lower.List:
		if of := r.Results[0].(code.Array).Elem; of == code.Truth || of == code.Whole {
			return func(in, out *numbers) { out.Others[0] = append([]int64(nil), in.Wholes...) }
		}
		return func(in, out *numbers) { out.Others[0] = append([]float64(nil), in.Reals...) }
	case lower.Empty, lower.Append, lower.Grown, lower.Reals, lower.IntoMemory:
		return memory(r, c)
	case lower.Zero:
		return func(_, out *numbers) { out.Others[0] = nil }
	case lower.RowOfList:
		return func(in, out *numbers) {
			n := in.Wholes[1]
			out.Others[0] = in.Others[0].([]float64)[in.Wholes[0]*n:][:n]
		}
	case lower.FieldOf:
		if r.Results[0] != code.Real {
			return func(in, out *numbers) { out.Others[0] = reflect.ValueOf(in.Others[0]).FieldByName(c.Name).Interface() }
		}
		return func(in, out *numbers) { out.Reals[0] = made[mcmc.SliceWidth](in).Width }
	case lower.FaultIs:
		is := c.Name == "== mcmc.SliceStart"
		return func(in, out *numbers) {
			if fault := faultIn(in); is {
				out.Wholes[0] = truth(fault == mcmc.SliceStart)
			} else {
				out.Wholes[0] = truth(fault != mcmc.SliceFine)
			}
		}
	case lower.SliceFault:
		return func(in, out *numbers) {
			out.Others[0] = &Fault{Statement: int(in.Wholes[0]), Element: append([]int64(nil), in.Wholes[1:]...), Fault: SliceError(faultIn(in))}
		}
	case lower.Named:
		n := map[string]int64{"mcmc.FirstScans": mcmc.FirstScans, "mcmc.FirstDraws": mcmc.FirstDraws}[c.Name]
		return func(_, out *numbers) { out.Wholes[0] = n }
	case lower.Text:
		e := errors.New(c.Name)
		return func(_, out *numbers) { out.Others[0] = e }
	case lower.ChainFault, lower.Contradiction, lower.Parameter, lower.Overflow:
		return func(in, out *numbers) { out.Others[0] = faultOf(c, in) }
	case lower.IndexError, lower.MissingError, lower.DefinitionError, lower.TwiceError, lower.InputError:
		return func(in, out *numbers) {
			out.Others[0] = &DataError{c.Complaint, c.Kind == lower.IndexError, append([]int64(nil), in.Wholes...)}
		}
	}
	return nil
}

// A DataError says that the data do not fit a statement.
type DataError struct {
	Complaint lower.Complaint
	Index     bool    // that an index is out of range: Numbers are the index and how many elements there are
	Numbers   []int64 // that are given
}

func (e *DataError) Error() string {
	return fmt.Sprintf("line %d: the data do not fit what is said of %s", e.Complaint.Line, e.Complaint.Name)
}

// A Fault is an error of a statement, about an element.
type Fault struct {
	Statement int // the number of the update, or, behind those of updates, of a factor
	Element   []int64
	Fault     error
	Function  string // in which it came about
}

func (f *Fault) Unwrap() error { return f.Fault }

func (f *Fault) Error() string {
	return fmt.Sprintf("statement %d, %v: %v", f.Statement, f.Element, f.Fault)
}

func faultOf(c lower.Callee, in *numbers) error {
	f := &Fault{Statement: int(in.Wholes[0]), Element: append([]int64(nil), in.Wholes[len(in.Wholes)-c.Elements:]...)}
	if len(in.Others) > 0 {
		f.Fault, _ = in.Others[0].(error)
	}
	return f
}

// A fault is one that package dist names.
type fault dist.Fault

// Improper, NotFinite and Contradiction are what the fault of a Fault is, where it is not that of a slice.
const (
	Improper      = fault(dist.Improper)
	NotFinite     = fault(dist.NotFinite)
	Contradiction = fault(dist.Contradiction)
)

func (f fault) Error() string { return fmt.Sprint(dist.Fault(f)) }

// resize makes an array as long as is wanted, which may keep its memory.
func resize(in, out *numbers) {
	at := &in.Beside(0).Others[0]
	if list, ok := (*at).([]float64); ok && len(list) == int(in.Wholes[0]) {
		return
	}
	*at = make([]float64, in.Wholes[0])
}

// multinomial draws counts.
func multinomial(in, out *numbers) {
	n := len(in.Wholes) - 2 // behind the first element, which is not read
	x := in.Beside(0).Wholes[:in.Wholes[n]]
	to := wholes(x)
	out.Wholes[0] = truth(mcmc.DrawMultinomial(in.Others[0].(*mcmc.Stream), to, int(in.Wholes[n+1]), in.Others[1].([]float64)))
	for i, k := range to {
		x[i] = int64(k)
	}
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// method is a method of a record, or of the state of chains.
func method(r *code.Row, name string) evaluate.Native {
	switch name {
	case "Float64":
		return func(in, out *numbers) { out.Reals[0] = in.Others[0].(*mcmc.Stream).Float64() }
	}
	full := r.Params[0].Of.String() + "." + name
	if n := lists[full]; n != nil {
		return n
	}
	if n := blocks[full]; n != nil {
		return n
	}
	switch full {
	case "Slice.Begin", "AdaptiveRejection.Begin":
		return func(in, out *numbers) {
			x, more := sliceIn(in).Begin(in.Others[1].(*mcmc.Stream), in.Reals[0], in.Reals[1], in.Reals[2], in.Reals[3], in.Reals[4])
			out.Reals[0], out.Wholes[0] = x, truth(more)
		}
	case "Slice.Next", "AdaptiveRejection.Next":
		return func(in, out *numbers) {
			x, more := sliceIn(in).Next(in.Reals[0])
			out.Reals[0], out.Wholes[0] = x, truth(more)
		}
	case "Slice.Value", "AdaptiveRejection.Value":
		return func(in, out *numbers) { out.Reals[0] = sliceIn(in).Value() }
	case "SliceWidth.Tune":
		return func(in, out *numbers) { made[mcmc.SliceWidth](in).Tune(in.Reals[0], in.Reals[1]) }
	case "Normal.LogProb":
		return func(in, out *numbers) {
			out.Reals[0] = dist.Normal{H: in.Reals[0], P: in.Reals[1]}.LogProb(in.Reals[2])
		}
	case "Gamma.LogProb":
		return func(in, out *numbers) {
			out.Reals[0] = dist.Gamma{Shape: in.Reals[0], Rate: in.Reals[1]}.LogProb(in.Reals[2])
		}
	case "Beta.LogProb":
		return func(in, out *numbers) { out.Reals[0] = dist.Beta{A: in.Reals[0], B: in.Reals[1]}.LogProb(in.Reals[2]) }
	}
	return nil
}

// function is a function of numbers, of package math, operators, mcmc or dist.
func function(r *code.Row, name string) evaluate.Native {
	if len(r.Params) == 0 && len(r.Results) == 1 && r.Results[0] == code.Fault {
		for _, f := range []dist.Fault{dist.Improper, dist.NotFinite, dist.Contradiction} {
			if strings.EqualFold(r.Name, faultName(f)) {
				var e error = fault(f)
				return func(_, out *numbers) { out.Others[0] = e }
			}
		}
		return nil
	}
	if n := blockFunctions[name]; n != nil {
		return n
	}
	if f := functions[name]; f != nil {
		return adapt(f)
	}
	if f := functionsOfRows()[name]; f != nil {
		return adapt(f)
	}
	return nil
}

// functionsOfRows are those of the tables of distributions and of functions of the language.
var functionsOfRows = sync.OnceValue(func() map[string]any {
	list := map[string]any{}
	for _, f := range language.Rows() {
		if f.Symbol == "" && f.Go != nil && f.Result != language.Truth {
			list[f.GoName()] = f.Go
		}
	}
	for _, d := range mcmc.Rows() {
		for _, f := range d.Functions() {
			list["mcmc."+mcmc.FunctionName(f)] = f
		}
	}
	return list
})

func faultName(f dist.Fault) string {
	switch f {
	case dist.Improper:
		return "improper"
	case dist.NotFinite:
		return "notFinite"
	}
	return "contradiction"
}

// functions are those that rows name.
var functions = map[string]any{
	"math.IsNaN": math.IsNaN,
	"max":        extreme{math.Max, func(a, b int64) int64 { return max(a, b) }},
	"min":        extreme{math.Min, func(a, b int64) int64 { return min(a, b) }},

	"dist.IsPositive": dist.IsPositive, "dist.IsProbabilities": dist.IsProbabilities,

	"operators.NormalResidual": operators.NormalResidual, "operators.NormalValue": operators.NormalValue,
	"operators.GammaPrior": operators.GammaPrior, "operators.GammaResidual": operators.GammaResidual,
	"operators.GammaRate": operators.GammaRate, "operators.GammaCount": operators.GammaCount,
	"operators.InverseGammaPrior": operators.InverseGammaPrior, "operators.InverseGammaResidual": operators.InverseGammaResidual,
	"operators.InverseGammaScale": operators.InverseGammaScale, "operators.BetaPrior": operators.BetaPrior,
	"operators.BetaTruth": operators.BetaTruth, "operators.BetaCount": operators.BetaCount,

	"mcmc.OneSide": mcmc.OneSide, "mcmc.StartPrecision": mcmc.StartPrecision, "mcmc.StartGamma": mcmc.StartGamma,
	"mcmc.StartBeta": mcmc.StartBeta, "mcmc.StartUniform": mcmc.StartUniform, "mcmc.StartTruncatedNormal": mcmc.StartTruncatedNormal,
	"mcmc.Median": mcmc.Median, "mcmc.WidePrecision": mcmc.WidePrecision,
	"mcmc.DrawNormal": mcmc.DrawNormal, "mcmc.DrawTruncatedNormal": mcmc.DrawTruncatedNormal, "mcmc.DrawUniform": mcmc.DrawUniform,
	"mcmc.DrawSignedNormal": mcmc.DrawSignedNormal, "mcmc.DrawPolyaGamma": mcmc.DrawPolyaGamma, "mcmc.DrawScale": mcmc.DrawScale,
	"mcmc.DrawBernoulli": mcmc.DrawBernoulli, "mcmc.DrawBernoulliP": mcmc.DrawBernoulliP, "mcmc.DrawDiscreteUniform": mcmc.DrawDiscreteUniform,
	"mcmc.DrawBinomial": mcmc.DrawBinomial, "mcmc.DrawPoisson": mcmc.DrawPoisson,
	"mcmc.DrawCategorical": mcmc.DrawCategorical, "mcmc.DrawCategoricalP": mcmc.DrawCategoricalP, "mcmc.Several": mcmc.Several,
	"mcmc.DrawGivenNormal": func(s *mcmc.Stream, h, p float64) float64 { return mcmc.DrawGivenNormal(s, dist.Normal{H: h, P: p}) },
	"mcmc.DrawGivenGamma": func(s *mcmc.Stream, a, b float64) float64 {
		return mcmc.DrawGivenGamma(s, dist.Gamma{Shape: a, Rate: b})
	},
	"mcmc.DrawGivenInverseGamma": func(s *mcmc.Stream, a, b float64) float64 {
		return mcmc.DrawGivenInverseGamma(s, dist.InverseGamma{Shape: a, Rate: b})
	},
	"mcmc.DrawGivenBeta": func(s *mcmc.Stream, a, b float64) float64 { return mcmc.DrawGivenBeta(s, dist.Beta{A: a, B: b}) },

	"mcmc.LogGammaTerm": mcmc.LogGammaTerm, "mcmc.LogKernelGammaShapes": mcmc.LogKernelGammaShapes,
	"mcmc.Inside": mcmc.Inside, "mcmc.WideWidth": mcmc.WideWidth,
}

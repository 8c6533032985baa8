package special

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"testing"
)

// referenceFunction is one function of testdata/reference.csv.
type referenceFunction struct {
	f     func(a []float64) float64
	bound float64
}

var referenceFunctions = map[string]referenceFunction{
	"BesselI":                            {func(a []float64) float64 { return BesselI(a[0], a[1]) }, 1e-14},
	"BetaCdf":                            {func(a []float64) float64 { return BetaCdf(a[0], a[1], a[2]) }, 1e-14},
	"Digamma":                            {func(a []float64) float64 { return Digamma(a[0]) }, 1e-15},
	"Erfcx":                              {func(a []float64) float64 { return Erfcx(a[0]) }, 1e-15},
	"ExpMinus1RatioMinus1RatioMinusHalf": {func(a []float64) float64 { return ExpMinus1RatioMinus1RatioMinusHalf(a[0]) }, 1e-15},
	"GammaLnSeries":                      {func(a []float64) float64 { return GammaLnSeries(a[0]) }, 1e-15},
	"GammaLower":                         {func(a []float64) float64 { return GammaLower(a[0], a[1]) }, 5e-15},
	"GammaUpper":                         {func(a []float64) float64 { return GammaUpper(a[0], a[1]) }, 5e-15},
	"GammaUpperRegularized":              {func(a []float64) float64 { return GammaUpperRegularized(a[0], a[1]) }, 5e-15},
	"LogFull":                            {func(a []float64) float64 { return LogFull(a[0]) }, 1e-15},
	"Log1MinusExp":                       {func(a []float64) float64 { return Log1MinusExp(a[0]) }, 1e-15},
	"LogBeta":                            {func(a []float64) float64 { return LogBeta(a[0], a[1]) }, 1e-15},
	"LogExpMinus1":                       {func(a []float64) float64 { return LogExpMinus1(a[0]) }, 1e-15},
	"LogMinusDigamma":                    {func(a []float64) float64 { return LogMinusDigamma(a[0]) }, 1e-14},
	"LogMinusDigammaInverse":             {func(a []float64) float64 { return LogMinusDigammaInverse(a[0]) }, 1e-14},
	"LogRisingFactorial":                 {func(a []float64) float64 { return LogRisingFactorial(a[0], a[1]) }, 5e-15},
	"LogSumExp":                          {func(a []float64) float64 { return LogSumExp(a[0], a[1]) }, 1e-15},
	"Logistic":                           {func(a []float64) float64 { return Logistic(a[0]) }, 1e-15},
	"LogisticGaussian":                   {func(a []float64) float64 { return LogisticGaussian(a[0], a[1]) }, 2e-15},
	"LogisticGaussianDeriv":              {func(a []float64) float64 { return LogisticGaussianDeriv(a[0], a[1]) }, 2e-15},
	"LogisticGaussianDeriv2":             {func(a []float64) float64 { return LogisticGaussianDeriv2(a[0], a[1]) }, 2e-15},
	"LogisticLn":                         {func(a []float64) float64 { return LogisticLn(a[0]) }, 1e-15},
	"Logit":                              {func(a []float64) float64 { return Logit(a[0]) }, 1e-15},
	"NormalCdf2":                         {func(a []float64) float64 { return NormalCdf2(a[0], a[1], a[2]) }, 3e-15},
	"NormalCdfIntegralRatio":             {func(a []float64) float64 { return NormalCdfIntegralRatio(a[0], a[1], a[2]) }, 3e-15},
	"NormalCdfInterval":                  {func(a []float64) float64 { return NormalCdfInterval(a[0], a[1]) }, 1e-15},
	"NormalCdfIntervalLn":                {func(a []float64) float64 { return NormalCdfIntervalLn(a[0], a[1]) }, 1e-15},
	"NormalCdfLn2":                       {func(a []float64) float64 { return NormalCdfLn2(a[0], a[1], a[2]) }, 2e-15},
	"NormalCdfLogit":                     {func(a []float64) float64 { return NormalCdfLogit(a[0]) }, 1e-15},
	"NormalCdfMomentRatio":               {func(a []float64) float64 { return NormalCdfMomentRatio(int(a[0]), a[1]) }, 5e-15},
	"NormalQuantile":                     {func(a []float64) float64 { return NormalQuantile(a[0]) }, 2e-15},
	"NormalQuantileLn":                   {func(a []float64) float64 { return NormalQuantileLn(a[0]) }, 2e-15},
	"Tetragamma":                         {func(a []float64) float64 { return Tetragamma(a[0]) }, 1e-15},
	"Trigamma":                           {func(a []float64) float64 { return Trigamma(a[0]) }, 1e-15},
	"XMinusLog1Plus":                     {func(a []float64) float64 { return XMinusLog1Plus(a[0]) }, 1e-15},
}

// TestReference compares with the values that testdata/reference.py computes.
func TestReference(t *testing.T) {
	file, err := os.Open("testdata/reference.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	worst := map[string]float64{}
	at := map[string]string{}
	for _, record := range records[1:] {
		name, fields := record[0], record[1:]
		var a []float64
		key := ""
		for _, s := range fields[:4] {
			if s == "" {
				break
			}
			v, err := strconv.ParseFloat(s, 64)
			if err != nil {
				t.Fatal(err)
			}
			a = append(a, v)
			key += s + " "
		}
		want, err := strconv.ParseFloat(fields[4], 64)
		if err != nil {
			t.Fatal(err)
		}
		r, ok := referenceFunctions[name]
		if !ok {
			t.Fatalf("no function %s", name)
		}
		got := r.f(a)
		e := relativeError(got, want)
		if !(e <= r.bound) {
			t.Errorf("%s(%s) = %v, want %v: error %.3g > %.3g", name, key, got, want, e, r.bound)
		}
		if _, seen := worst[name]; !seen || e > worst[name] {
			worst[name], at[name] = e, key
		}
	}
	for name, r := range referenceFunctions {
		if _, ok := worst[name]; !ok {
			t.Errorf("no rows for %s", name)
		}
		t.Logf("%s: largest relative error %.2g at %s(bound %.2g)", name, worst[name], at[name], r.bound)
	}
}

// TestHazard compares the hazard family with testdata/hazard.csv, t from -1e10
// to 38.
func TestHazard(t *testing.T) {
	worst := [7]float64{}
	names := [7]string{"NormalHazard", "w", "1-w", "NormalCdfLn", "NormalCdf", "NormalMills", "NormalHazardExcess"}
	bounds := [7]float64{1e-15, 2e-15, 2e-15, 1e-15, 1e-15, 1e-15, 1e-15}
	for _, row := range readTable(t, "hazard") {
		x, v, w, r, ln := row[0], row[1], row[2], row[3], row[4]
		gw, gr := NormalHazardW(x)
		excess := v + x
		if x < 0 {
			excess = w / v
		}
		errs := [7]float64{
			relativeError(NormalHazard(x), v), relativeError(gw, w), relativeError(gr, r),
			relativeError(NormalCdfLn(x), ln), 0, relativeError(NormalMills(x), 1/v),
			relativeError(NormalHazardExcess(x), excess),
		}
		if x > -37 && x < 5 {
			// exp(ln) carries the rounding of ln
			errs[4] = relativeError(NormalCdf(x), math.Exp(ln)) / (1 + math.Abs(ln)/8)
		}
		for i, e := range errs {
			if !(e <= bounds[i]) {
				t.Errorf("%s at %v: error %.3g > %.3g", names[i], x, e, bounds[i])
			}
			worst[i] = math.Max(worst[i], e)
		}
	}
	for i := range worst {
		t.Logf("%s: largest relative error %.2g (bound %.2g)", names[i], worst[i], bounds[i])
	}
}

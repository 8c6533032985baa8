package operators

import (
	"testing"

	"mpc/dist"
)

// Messages in 120 digits, of cavities and branches of any width: see mixture.py.
func TestMixtureTable(t *testing.T) {
	for _, r := range readTable(t, "mixture.csv") {
		odds := dist.Bernoulli{LogOdds: r.number(t, "odds")}
		n := func(name string) (float64, float64) { return r.number(t, name+"_1"), r.number(t, name+"_2") }
		normal := func(name string) dist.Normal { h, p := n(name); return dist.Normal{H: h, P: p} }
		gamma := func(name string) dist.Gamma { a, b := n(name); return dist.Gamma{Shape: a, Rate: b} }
		beta := func(name string) dist.Beta { a, b := n(name); return dist.Beta{A: a, B: b} }
		var x, y float64
		var fault dist.Fault
		switch r["family"] {
		case "normal":
			var m dist.Normal
			m, fault = MixtureNormalToOuter(normal("outer"), odds, []dist.Normal{normal("a"), normal("b")})
			x, y = m.H, m.P
		case "gamma variance":
			var m dist.Gamma
			m, fault = MixtureGammaToOuter(gamma("outer"), odds, []dist.Gamma{gamma("a"), gamma("b")})
			x, y = m.Shape, m.Rate
		case "gamma log":
			var m dist.Gamma
			m, fault = MixtureGammaToOuterLog(gamma("outer"), odds, []dist.Gamma{gamma("a"), gamma("b")})
			x, y = m.Shape, m.Rate
		case "beta variance":
			var m dist.Beta
			m, fault = MixtureBetaToOuter(beta("outer"), odds, []dist.Beta{beta("a"), beta("b")})
			x, y = m.A, m.B
		case "beta log":
			var m dist.Beta
			m, fault = MixtureBetaToOuterLog(beta("outer"), odds, []dist.Beta{beta("a"), beta("b")})
			x, y = m.A, m.B
		}
		if fault != dist.NoFault {
			t.Errorf("row %s: fault %d", r["id"], fault)
		}
		wx, wy := n("out")
		checkClose(t, "row "+r["id"]+" ("+r["family"]+"), first", x, wx, 1e-13, 0)
		checkClose(t, "row "+r["id"]+" ("+r["family"]+"), second", y, wy, 1e-13, 0)
	}
}

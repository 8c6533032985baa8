package limits

import (
	"math"
	"math/rand/v2"
)

// A Grid is an Ising model on n times n spins. Messages are ratios p(up)/p(down), so that
// one costs a division and neither exponential nor logarithm; each stands at the spin
// that it goes to.
type Grid struct {
	N     int
	Field []float64 // exp(2h) of each spin, the ratio that it has alone
	// Right[i] and Down[i] are exp(2J) of the edges from spin i to its neighbour on the
	// right and below.
	Right, Down []float64
	In          []Arrivals
}

// Arrivals are the messages to a spin; those from beyond the border stay 1.
type Arrivals struct{ Left, Right, Up, Down float64 }

// NewGrid draws fields and couplings with these standard deviations.
func NewGrid(n int, field, coupling float64) *Grid {
	r := rand.New(rand.NewPCG(11, 12))
	draw := func(scale float64) []float64 {
		x := make([]float64, n*n)
		for i := range x {
			x[i] = math.Exp(2 * scale * r.NormFloat64())
		}
		return x
	}
	g := &Grid{N: n, Field: draw(field), Right: draw(coupling), Down: draw(coupling), In: make([]Arrivals, n*n)}
	for i := range g.In {
		g.In[i] = Arrivals{1, 1, 1, 1}
	}
	return g
}

// Sweep sends the four messages of every spin, row by row.
func (g *Grid) Sweep() {
	n := g.N
	for r := range n {
		field, right, down, in := g.Field[r*n:r*n+n], g.Right[r*n:r*n+n], g.Down[r*n:r*n+n], g.In[r*n:r*n+n]
		var above, below []Arrivals
		var downAbove []float64
		if r > 0 {
			above, downAbove = g.In[r*n-n:r*n], g.Down[r*n-n:r*n]
		}
		if r < n-1 {
			below = g.In[r*n+n : r*n+2*n]
		}
		for c := range in {
			m, f := in[c], field[c]
			x, y := f*(m.Up*m.Down), f*(m.Left*m.Right)
			if c+1 < len(in) {
				a, p := right[c], x*m.Left
				in[c+1].Left = (a*p + 1) / (p + a)
			}
			if c > 0 {
				a, p := right[c-1], x*m.Right
				in[c-1].Right = (a*p + 1) / (p + a)
			}
			if c < len(below) {
				a, p := down[c], y*m.Up
				below[c].Up = (a*p + 1) / (p + a)
			}
			if c < len(above) {
				a, p := downAbove[c], y*m.Down
				above[c].Down = (a*p + 1) / (p + a)
			}
		}
	}
}

// Up returns the probability that spin i is up.
func (g *Grid) Up(i int) float64 {
	m := g.In[i]
	p := g.Field[i] * m.Left * m.Right * m.Up * m.Down
	return p / (1 + p)
}

// A Table is the same without knowing that it is a grid: a list of edges, each with a table
// of two times two numbers, and messages of two numbers that sum to 1.
type Table struct {
	Edges []Edge
	Local [][2]float64
	To    [][]int32 // the messages to each spin
	Msg   [][2]float64
}

// An Edge sends a message one way.
type Edge struct {
	From, Back int32 // Back is the message the other way
	Potential  [2][2]float64
}

// NewTable returns the table of a grid.
func NewTable(g *Grid) *Table {
	n := g.N
	t := &Table{Local: make([][2]float64, n*n), To: make([][]int32, n*n)}
	join := func(i, j int, a float64) {
		s := math.Sqrt(a)
		potential := [2][2]float64{{s, 1 / s}, {1 / s, s}}
		k := int32(len(t.Edges))
		t.Edges = append(t.Edges, Edge{int32(i), k + 1, potential}, Edge{int32(j), k, potential})
		t.To[j] = append(t.To[j], k)
		t.To[i] = append(t.To[i], k+1)
	}
	for i := range n * n {
		t.Local[i] = [2]float64{1, g.Field[i]}
		if i%n < n-1 {
			join(i, i+1, g.Right[i])
		}
		if i/n < n-1 {
			join(i, i+n, g.Down[i])
		}
	}
	t.Msg = make([][2]float64, len(t.Edges))
	for i := range t.Msg {
		t.Msg[i] = [2]float64{0.5, 0.5}
	}
	return t
}

// Sweep sends all messages in the order of the edges.
func (t *Table) Sweep() {
	for k := range t.Edges {
		e := &t.Edges[k]
		p := t.Local[e.From]
		for _, i := range t.To[e.From] {
			if i != e.Back {
				p[0] *= t.Msg[i][0]
				p[1] *= t.Msg[i][1]
			}
		}
		q0 := e.Potential[0][0]*p[0] + e.Potential[1][0]*p[1]
		q1 := e.Potential[0][1]*p[0] + e.Potential[1][1]*p[1]
		s := q0 + q1
		t.Msg[k] = [2]float64{q0 / s, q1 / s}
	}
}

// Up returns the probability that spin i is up.
func (t *Table) Up(i int) float64 {
	p := t.Local[i]
	for _, k := range t.To[i] {
		p[0] *= t.Msg[k][0]
		p[1] *= t.Msg[k][1]
	}
	return p[1] / (p[0] + p[1])
}

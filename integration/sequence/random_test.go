package sequence

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"mpc/bugs"
	"mpc/bugs/sequence"
)

// A made program is random, with data for any size. Its elements have an order by loops unless
// levels says that data subscripts decide.
type made struct {
	text   string
	levels bool     // a data subscript has any order
	part   []string // data of which some are missing
	sizes  []func(data bugs.Data, n int, r *rand.Rand)
}

// data are those of a size, with other subscripts and missing values for each r.
func (m *made) data(n int, r *rand.Rand) bugs.Data {
	d := bugs.Data{}
	for _, f := range m.sizes {
		f(d, n, r)
	}
	return d
}

// kinds are those of all data of the program.
func (m *made) kinds() sequence.Kinds {
	k := sequence.KindsOf(m.data(5, rand.New(rand.NewPCG(1, 1))))
	for _, n := range m.part {
		k[n] = sequence.Part
	}
	return k
}

func (m *made) scalar(name string, f func(n int) int) {
	m.sizes = append(m.sizes, func(d bugs.Data, n int, _ *rand.Rand) { d[name] = one(float64(f(n))) })
}

func (m *made) vector(name string, size func(n int) int, f func(i, n int, r *rand.Rand) float64) {
	m.sizes = append(m.sizes, func(d bugs.Data, n int, r *rand.Rand) {
		a := &bugs.Array{Dim: []int{max(size(n), 1)}, Whole: true}
		for i := range a.Dim[0] {
			x := f(i+1, n, r)
			a.Values = append(a.Values, x)
			a.Whole = a.Whole && x == float64(int(x))
		}
		d[name] = a
	})
}

func one(x float64) *bugs.Array {
	return &bugs.Array{Values: []float64{x}, Whole: x == float64(int(x))}
}

// A maker makes one program of parts that have names of their own.
type maker struct {
	*made
	r     *rand.Rand
	count int
	list  []piece
	drawn []string // vectors over 1:N that later parts may read
}

// A piece is a statement with its loops, outermost first.
type piece struct {
	loops []string // "i in 1:N"
	text  string
}

func (m *maker) name(stem string) string {
	m.count++
	return fmt.Sprintf("%s%d", stem, m.count)
}

func (m *maker) put(text string, loops ...string) { m.list = append(m.list, piece{loops, text}) }

// gives writes a target that is drawn around terms, or computed from them.
func (m *maker) gives(target string, terms ...string) string {
	sum := "0.3"
	for _, t := range terms {
		sum += fmt.Sprintf(" + 0.%d * %s", 1+m.r.IntN(3), t)
	}
	if m.r.IntN(2) == 0 {
		return target + " <- " + sum
	}
	switch m.r.IntN(3) {
	case 0:
		return target + " ~ dgamma(2 + abs(" + sum + "), 4)"
	case 1:
		return target + " ~ dunif(-1, 1 + abs(" + sum + "))"
	}
	return target + " ~ dnorm(" + sum + ", 2)"
}

// at is an affine subscript: a * i + c.
func at(a int, i string, c int) string {
	text := i
	if a != 1 {
		text = fmt.Sprintf("%d * %s", a, i)
	}
	switch {
	case c > 0:
		text += fmt.Sprintf(" + %d", c)
	case c < 0:
		text += fmt.Sprintf(" - %d", -c)
	}
	return text
}

// chain is vectors that feed each other along their subscript, upward or downward, each in loops of
// its own, with strides: x[e] reads elements of earlier times, and those of the same time of vectors
// before it.
func (m *maker) chain() {
	r := m.r
	down := r.IntN(3) == 0
	depth := 1 + r.IntN(2) // elements that are drawn before
	names := make([]string, 1+r.IntN(3))
	strides := make([]int, len(names))
	for i := range names {
		names[i] = m.name("x")
		strides[i] = 1
		if r.IntN(3) == 0 {
			strides[i] = 2 + r.IntN(2)
		}
	}
	sign, first := 1, 1
	if down {
		sign = -1
	}
	// Upward elements 1..depth are drawn, and depth+1..N+depth follow; downward 1..N follow from
	// N+1..N+depth.
	if !down {
		first = depth + 1
	}
	sub := m.data1()
	for k, x := range names {
		for d := range depth {
			if down {
				m.put(m.gives(fmt.Sprintf("%s[N + %d]", x, d+1)))
			} else {
				m.put(m.gives(fmt.Sprintf("%s[%d]", x, d+1)))
			}
		}
		for c := range strides[k] {
			// Elements e = stride * i + c of first..first+N-1.
			q := strides[k]
			i := []string{"i", "j", "k", "t"}[r.IntN(4)]
			lo := (first - c + q - 1) / q
			hi := "N"
			if q > 1 || first != 1 {
				hi = m.name("K")
				last := first - 1 - c
				m.scalar(hi, func(n int) int {
					return (n+last+10*q)/q - 10
				})
			}
			var terms []string
			for range 1 + r.IntN(2) {
				j := r.IntN(len(names))
				back := 1 + r.IntN(depth)
				if j < k && r.IntN(2) == 0 {
					back = 0
				}
				terms = append(terms, names[j]+"["+at(q, i, c-sign*back)+"]")
			}
			switch r.IntN(8) {
			case 0:
				if down {
					terms = append(terms, fmt.Sprintf("sum(%s[(%s):(N + %d)])", names[k], at(q, i, c+1), depth))
				} else {
					terms = append(terms, fmt.Sprintf("sum(%s[1:(%s)])", names[k], at(q, i, c-1)))
				}
			case 1:
				terms = append(terms, "ifelse("+sub+"["+at(q, i, c-first+1)+"] > 0, "+names[k]+"["+at(q, i, c-sign)+"], 0.5)")
			}
			m.put(m.gives(x+"["+at(q, i, c)+"]", terms...), fmt.Sprintf("%s in %d:%s", i, lo, hi))
		}
	}
	m.drawn = append(m.drawn, names...)
}

// data1 is a vector of data with a number for each of 1..N and some more.
func (m *maker) data1() string {
	u := m.name("u")
	m.vector(u, func(n int) int { return n + 8 }, func(_, _ int, r *rand.Rand) float64 { return r.NormFloat64() })
	return u
}

// peeled is two vectors of which one starts earlier, upward or downward.
func (m *maker) peeled() {
	x, y := m.name("x"), m.name("y")
	if m.r.IntN(2) == 0 {
		m.put(m.gives(y + "[1]"))
		m.put(m.gives(x+"[i]", y+"[i]"), "i in 1:N")
		m.put(m.gives(y+"[i]", x+"[i - 1]"), "i in 2:N")
	} else {
		m.put(m.gives(y + "[N]"))
		m.scalar("N.less", func(n int) int { return n - 1 })
		m.put(m.gives(x+"[i]", y+"[i]"), "i in 1:N")
		m.put(m.gives(y+"[i]", x+"[i + 1]"), "i in 1:(N - 1)")
	}
	m.drawn = append(m.drawn, x)
}

// grid is a matrix along rows and columns, whole or a triangle, perhaps with loops inside out.
func (m *maker) grid() {
	x := m.name("m")
	r := m.r
	triangle, turned := r.IntN(3) == 0, r.IntN(2) == 0
	down := r.IntN(3) == 0 && !triangle
	mirror := func(i, j string) string {
		if down {
			return fmt.Sprintf("%s[N + 1 - (%s), %s]", x, i, j)
		}
		return fmt.Sprintf("%s[%s, %s]", x, i, j)
	}
	last := "M"
	if triangle {
		last = "i"
	}
	m.put(m.gives(mirror("1", "1")))
	if !triangle {
		m.put(m.gives(mirror("1", "j"), mirror("1", "j - 1")), "j in 2:M")
	}
	m.put(m.gives(mirror("i", "1"), mirror("i - 1", "1")), "i in 2:N")
	reads := []string{mirror("i", "j - 1"), mirror("i - 1", "j - 1")}
	if !triangle {
		reads = append(reads, mirror("i - 1", "j"))
		if r.IntN(3) == 0 {
			reads = append(reads[:1], fmt.Sprintf("sum(%s)", mirror("i - 1", "1:j")))
		}
	}
	r.Shuffle(len(reads), func(i, j int) { reads[i], reads[j] = reads[j], reads[i] })
	loops := []string{"i in 2:N", "j in 2:" + last}
	if turned && !triangle {
		loops[0], loops[1] = loops[1], loops[0]
	} else if turned {
		loops = []string{"j in 2:N", "i in j:N"}
	}
	m.put(m.gives(mirror("i", "j"), reads[:1+r.IntN(len(reads))]...), loops...)
}

// columns is a matrix whose rows are chains: its loops stand inside out.
func (m *maker) columns() {
	x, y := m.name("m"), m.name("m")
	m.put(m.gives(x+"[1, j]"), "j in 1:M")
	m.put(m.gives(y+"[1, j]", x+"[1, j]"), "j in 1:M")
	m.put(m.gives(x+"[i, j]", y+"[i - 1, j]"), "j in 1:M", "i in 2:N")
	m.put(m.gives(y+"[i, j]", x+"[i - 1, M + 1 - j]", x+"[i, j]"), "k in 1:1", "j in 1:M", "i in 2:N")
}

// parents is a vector whose elements read those that data name: earlier ones, later ones, or any.
func (m *maker) parents() {
	x, p := m.name("x"), m.name("p")
	kind := m.r.IntN(3)
	m.levels = true
	rank := []int{}
	m.vector(p, func(n int) int { return n }, func(i, n int, r *rand.Rand) float64 {
		switch kind {
		case 0: // earlier: 0 is none
			return float64(r.IntN(i))
		case 1: // later
			return float64(i + 1 + r.IntN(max(n-i+1, 1)))
		}
		if i == 1 {
			rank = r.Perm(max(n, 1) + 1) // element 0 is at a place of its own
		}
		var before []int
		for j := 1; j <= n; j++ {
			if rank[j] < rank[i] {
				before = append(before, j)
			}
		}
		if len(before) == 0 {
			return 0
		}
		return float64(before[r.IntN(len(before))])
	})
	switch kind {
	case 1:
		m.put(m.gives(x + "[N + 1]"))
		m.put(m.gives(x+"[i]", x+"["+p+"[i]]"), "i in 1:N")
	default: // one further, so that 0 is an element
		m.put(m.gives(x + "[1]"))
		m.put(m.gives(x+"[i + 1]", x+"["+p+"[i] + 1]"), "i in 1:N")
	}
}

// lag is a vector that reads what a size before it was.
func (m *maker) lag() {
	x, k := m.name("x"), m.name("L")
	m.sizes = append(m.sizes, func(d bugs.Data, _ int, r *rand.Rand) { d[k] = one(float64(1 + r.IntN(3))) })
	m.put(m.gives(x+"[i]"), "i in 1:"+k)
	m.put(m.gives(x+"[i]", x+"[i - "+k+"]"), fmt.Sprintf("i in (%s + 1):(N + %s)", k, k))
}

// skewed is a matrix whose elements follow those of a lesser 2 i + j: neither subscript alone is an
// order, so that they run element by element.
func (m *maker) skewed() {
	x := m.name("m")
	m.levels = true
	m.put(m.gives(x+"[1, j]"), "j in 1:(M + 4)")
	m.put(m.gives(x+"[N + 2, j]"), "j in 1:(M + 4)")
	m.put(m.gives(x+"[i, j]"), "i in 2:(N + 1)", "j in 1:3")
	m.put(m.gives(x+"[i, M + 4]"), "i in 2:(N + 1)")
	m.put(m.gives(x+"[i, j]", x+"[i - 1, j + 1]", x+"[i + 1, j - 3]"), "i in 2:(N + 1)", "j in 4:(M + 3)")
}

// readers read vectors that are there: all of one, its last, in the other direction, a random or a
// data element. They may stand in the loop of others.
func (m *maker) readers() {
	if len(m.drawn) == 0 {
		return
	}
	x := m.drawn[m.r.IntN(len(m.drawn))]
	y := m.name("z")
	reads := []string{x + "[N]", "mean(" + x + "[])", x + "[N + 1 - i]", "sum(" + x + "[1:i])", x + "[i]"}
	if m.r.IntN(4) == 0 {
		q := m.name("q")
		m.vector(q, func(n int) int { return n }, func(_, n int, r *rand.Rand) float64 { return float64(1 + r.IntN(max(n, 1))) })
		reads = []string{x + "[" + q + "[i]]"}
	}
	m.put(m.gives(y+"[i]", reads[m.r.IntN(len(reads))]), "i in 1:N")
	m.put(y+".d[i] ~ dnorm("+y+"[i], 1)", "i in 1:N")
	if m.r.IntN(2) == 0 { // observed, in part
		m.part = append(m.part, y+".d")
		m.sizes = append(m.sizes, func(d bugs.Data, n int, r *rand.Rand) {
			a := &bugs.Array{Dim: []int{max(n, 1)}, Missing: make([]bool, max(n, 1))}
			for i := range a.Missing {
				a.Values = append(a.Values, r.NormFloat64())
				a.Missing[i] = r.IntN(3) == 0
			}
			d[y+".d"] = a
		})
	}
	m.put(m.gives(y+".e[i]", y+".d[N + 1 - i]"), "i in 1:N")
}

// plain is a vector without order.
func (m *maker) plain() {
	x := m.name("x")
	m.put(m.gives(x+"[i]"), "i in 1:N")
	m.drawn = append(m.drawn, x)
}

// make1 makes a program of one to three parts, its statements in any order and in common loops.
func make1(r *rand.Rand) *made {
	m := &maker{made: &made{}, r: r}
	m.scalar("N", func(n int) int { return n })
	m.scalar("M", func(n int) int { return n/2 + 1 })
	parts := []func(){m.chain, m.chain, m.chain, m.grid, m.grid, m.columns, m.parents, m.peeled, m.lag, m.skewed, m.plain}
	for range 1 + r.IntN(3) {
		parts[r.IntN(len(parts))]()
	}
	if len(m.drawn) == 0 {
		m.plain()
	}
	m.readers()
	r.Shuffle(len(m.list), func(i, j int) { m.list[i], m.list[j] = m.list[j], m.list[i] })
	var b strings.Builder
	for len(m.list) > 0 {
		p := m.list[0]
		m.list = m.list[1:]
		for _, l := range p.loops {
			b.WriteString("for (" + l + ") {\n")
		}
		b.WriteString(p.text + "\n")
		// Others of the same loops may stand in them.
		if len(p.loops) > 0 {
			var rest []piece
			for _, q := range m.list {
				if strings.Join(q.loops, ";") == strings.Join(p.loops, ";") && r.IntN(3) > 0 {
					b.WriteString(q.text + "\n")
				} else {
					rest = append(rest, q)
				}
			}
			m.list = rest
		}
		b.WriteString(strings.Repeat("}\n", len(p.loops)))
	}
	m.text = b.String()
	return m.made
}

package exact

// A gateWorld runs a program once, with choices for its draws.
type gateWorld struct {
	m       *gateModel
	values  []int8 // of the elements, -1 for what is not defined
	choices []bool
	drawn   int
	weight  float64
	free    bool // all worlds are possible
	loops   map[string]int
}

// element is the place of an element, -1 outside of the array.
func (w *gateWorld) element(v *gateVar, at *gateIndex) int {
	if !v.array {
		return v.first
	}
	return v.first + w.index(at)
}

func (w *gateWorld) index(at *gateIndex) int {
	if at == nil {
		return 0
	}
	if at.loop == "" {
		return at.offset
	}
	return w.loops[at.loop] + at.offset
}

func (w *gateWorld) eval(e *gateExpr) bool {
	switch {
	case e.op == "!":
		return !w.eval(e.args[0])
	case e.op != "":
		a, b := w.eval(e.args[0]), w.eval(e.args[1])
		switch e.op {
		case "&&":
			return a && b
		case "||":
			return a || b
		case "==":
			return a == b
		}
		return a != b
	case e.v != nil:
		x := w.values[w.element(e.v, e.at)]
		if x < 0 {
			panic("the program reads " + e.text() + " before it is defined")
		}
		return x == 1
	case e.in != nil:
		return e.in.values[w.index(e.at)]
	}
	return e.value
}

func (w *gateWorld) set(target *gateExpr, x bool) {
	k := w.element(target.v, target.at)
	if w.values[k] >= 0 {
		panic("the program defines " + target.text() + " twice")
	}
	w.values[k] = 0
	if x {
		w.values[k] = 1
	}
}

// run runs a block; false where the world is impossible.
func (w *gateWorld) run(b *gateBlock) bool {
	for _, s := range b.list {
		switch s.kind {
		case gateDraw:
			p := s.chance(w.m.size)
			x := p == 1
			if w.free || p > 0 && p < 1 {
				if w.drawn == len(w.choices) {
					w.choices = append(w.choices, false)
				}
				x = w.choices[w.drawn]
				w.drawn++
				if x {
					w.weight *= p
				} else {
					w.weight *= 1 - p
				}
			}
			w.set(s.target, x)
		case gateSet:
			w.set(s.target, w.eval(s.value))
		case gateSoft:
			if w.eval(s.value) {
				w.weight *= s.p
			} else {
				w.weight *= 1 - s.p
			}
		case gateHard:
			if !w.eval(s.value) {
				w.weight = 0
			}
		case gateSeen:
			if w.eval(s.value) != w.eval(s.target) {
				w.weight = 0
			}
		case gateIf:
			branch := s.other
			if w.eval(s.value) {
				branch = s.then
			}
			w.run(branch)
		case gateFor:
			for i := s.from; i < w.m.size && w.weight > 0; i++ {
				w.loops[s.loop] = i
				w.run(s.then)
			}
		}
		if w.free {
			w.weight = 1
		}
		if w.weight == 0 {
			return false
		}
	}
	return true
}

// all calls f for all worlds, but those that are impossible.
func (w *gateWorld) all(f func()) {
	w.values, w.loops = make([]int8, w.m.elements), map[string]int{}
	for {
		for k := range w.values {
			w.values[k] = -1
		}
		w.drawn, w.weight = 0, 1
		if w.run(w.m.body) {
			f()
		}
		w.choices = w.choices[:w.drawn]
		for len(w.choices) > 0 && w.choices[len(w.choices)-1] {
			w.choices = w.choices[:len(w.choices)-1]
		}
		if len(w.choices) == 0 {
			return
		}
		w.choices[len(w.choices)-1] = true
	}
}

// enumerate adds up the weights of all worlds: the evidence, and for each element
// where it is there and where it is true.
func (m *gateModel) enumerate() (total float64, there, yes []float64) {
	there, yes = make([]float64, m.elements), make([]float64, m.elements)
	w := &gateWorld{m: m}
	w.all(func() {
		total += w.weight
		for k, x := range w.values {
			if x >= 0 {
				there[k] += w.weight
			}
			if x == 1 {
				yes[k] += w.weight
			}
		}
	})
	return total, there, yes
}

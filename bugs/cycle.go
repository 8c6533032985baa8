package bugs

import (
	"strings"

	"mpc/lang"
)

// maxEdges is how many elements are followed to find a cycle.
const maxEdges = 2_000_000

// cycles reports values that depend on themselves. In BUGS a program is a directed graph without
// cycles; what chains of full conditionals would come to is no joint density that the text states.
func (t *translator) cycles() {
	round := t.rounds()
	g := &elements{ids: map[string]int{}}
	v := *t.values
	v.report = &lang.Collector{}
	for _, s := range t.all {
		if !round[s.Target.Name] || t.skipped(s) || g.full {
			continue
		}
		var refs []*Ref
		for _, e := range s.drawnFrom() {
			walk(e, func(e Expr) {
				if r, ok := e.(*Ref); ok && s.loop(r.Name) == nil && round[r.Name] && !t.known[r.Name] {
					refs = append(refs, r)
				}
			})
		}
		v.loops(s, func() *unknown {
			for _, target := range t.cells(&v, s.Target) {
				for _, r := range refs {
					for _, from := range t.cells(&v, r) {
						g.edge(target, from, s)
					}
				}
			}
			return nil
		})
	}
	loop := g.cycle()
	if loop == nil {
		return
	}
	t.tellCycle(g, loop)
}

// ofItself reports definitions that read what they define, as if a value were changed.
func (t *translator) ofItself() {
	for _, s := range t.all {
		if s.Dist != nil {
			continue
		}
		reads := false
		walkValues(s.Value, func(e Expr) {
			r, ok := e.(*Ref)
			reads = reads || ok && s.loop(r.Name) == nil && r.String() == s.Target.String()
		})
		if !reads {
			continue
		}
		d := t.Errorf(s.At, lang.CodeCycle, "%s is computed from itself", s.Target).
			WithHint("a variable has one value, which no statement changes: give what is computed here a name of its own")
		for _, o := range t.all {
			if o.Dist != nil && writtenAs(o) == writtenAs(s) {
				d.Code, d.Message = lang.CodeDouble, s.Target.String()+" is drawn, and defined once more here, from itself"
				d.WithRelated(o.At, "drawn here")
			}
		}
	}
}

// rounds are the variables that may depend on themselves, by names alone.
func (t *translator) rounds() map[string]bool {
	reads := map[string]map[string]bool{}
	for _, s := range t.all {
		if t.known[s.Target.Name] || t.skipped(s) {
			continue
		}
		to := reads[s.Target.Name]
		if to == nil {
			to = map[string]bool{}
			reads[s.Target.Name] = to
		}
		for _, e := range s.drawnFrom() {
			walk(e, func(e Expr) {
				if r, ok := e.(*Ref); ok && s.loop(r.Name) == nil && !t.known[r.Name] {
					to[r.Name] = true
				}
			})
		}
	}
	reaches := func(from, to string) bool {
		seen := map[string]bool{}
		list := []string{from}
		for len(list) > 0 {
			n := list[0]
			list = list[1:]
			for m := range reads[n] {
				if m == to {
					return true
				}
				if !seen[m] {
					seen[m] = true
					list = append(list, m)
				}
			}
		}
		return false
	}
	round := map[string]bool{}
	for n := range reads {
		round[n] = reaches(n, n)
	}
	return round
}

// tellCycle reports elements that depend on themselves, each on the next one.
func (t *translator) tellCycle(g *elements, loop []int) {
	for range loop { // a draw comes first, where there is one
		if o := g.sites[loop[0]]; o != nil && o.Dist != nil {
			break
		}
		loop = append(loop[1:], loop[0])
	}
	var names []string
	for _, id := range loop {
		names = append(names, g.names[id])
	}
	s := g.sites[loop[0]]
	d := t.Errorf(s.At, lang.CodeCycle, "%s depends on itself: %s", names[0], strings.Join(append(names, names[0]), " <- "))
	if s.Dist != nil {
		d.WithHint("draw each element given those before it alone, x[i] ~ dnorm(x[i - 1], tau), or for elements in order: a[1] first, then a[i] <- a[i - 1] + d[i] with a d[i] above 0")
	} else {
		d.WithHint("a value is computed from others, which are computed or drawn before it")
	}
	for _, id := range loop[1:] {
		if o := g.sites[id]; o != nil && o.At != s.At && len(d.Related) < 3 {
			d.WithRelated(o.At, "%s is defined here", g.names[id])
		}
	}
}

// drawnFrom lists the expressions that a relation reads on its way down a program: the bounds of
// I(,) and C(,) are observations about both sides, which may go round, a[1] ~ dnorm(0, 1)I(, a[2]).
func (s *Relation) drawnFrom() []Expr {
	if s.Dist != nil && s.Bounds != nil && s.Bounds.Kind != "T" {
		return s.Dist.Args
	}
	return s.right()
}

// cells lists the elements that a reference names; none where that is not known.
func (t *translator) cells(v *evaluation, r *Ref) []string {
	dims := t.dims[r.Name]
	if len(dims) == 0 {
		return []string{r.Name}
	}
	n := 1
	for _, d := range dims {
		n *= d
	}
	if n > maxEdges {
		return nil
	}
	a := &Array{Dim: dims, Values: make([]float64, n*empty(r))}
	places, _, left := v.places(r, a)
	if left != nil || v.report.HasErrors() {
		v.report = &lang.Collector{}
		return nil
	}
	list := make([]string, len(places))
	for i, p := range places {
		list[i] = t.elementAt(r.Name, a, p)
	}
	return list
}

// empty is 1 where a reference is to all of an array, whose places are counted.
func empty(r *Ref) int {
	if r.Subs == nil || len(r.Subs) == 1 && r.Subs[0].Empty {
		return 1
	}
	return 0
}

// elements is a graph of elements and what they are computed or drawn from.
type elements struct {
	ids   map[string]int
	names []string
	sites []*site // that defines each
	from  [][]int
	edges int
	full  bool
}

func (g *elements) id(name string) int {
	i, ok := g.ids[name]
	if !ok {
		i = len(g.names)
		g.ids[name] = i
		g.names, g.sites, g.from = append(g.names, name), append(g.sites, nil), append(g.from, nil)
	}
	return i
}

func (g *elements) edge(to, from string, s *site) {
	if g.edges++; g.edges > maxEdges {
		g.full = true
		return
	}
	i, j := g.id(to), g.id(from)
	g.sites[i] = s
	g.from[i] = append(g.from[i], j)
}

// cycle is one cycle, nil if there is none.
func (g *elements) cycle() []int {
	state := make([]byte, len(g.names)) // 1: on the way, 2: done
	type step struct{ id, next int }
	for start := range g.names {
		if state[start] != 0 {
			continue
		}
		way := []step{{start, 0}}
		state[start] = 1
		for len(way) > 0 {
			top := &way[len(way)-1]
			if top.next == len(g.from[top.id]) {
				state[top.id] = 2
				way = way[:len(way)-1]
				continue
			}
			j := g.from[top.id][top.next]
			top.next++
			switch state[j] {
			case 0:
				state[j] = 1
				way = append(way, step{j, 0})
			case 1:
				var loop []int
				for k := len(way) - 1; k >= 0; k-- {
					loop = append([]int{way[k].id}, loop...)
					if way[k].id == j {
						return loop
					}
				}
			}
		}
	}
	return nil
}

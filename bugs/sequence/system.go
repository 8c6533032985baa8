package sequence

import "sort"

// A System is a set of whole numbers: each of Zero is 0, and each of Least at least 0.
type System struct {
	Zero, Least []Form
}

// with is the system with more in it.
func (s System) with(zero, least []Form) System {
	return System{
		append(s.Zero[:len(s.Zero):len(s.Zero)], zero...),
		append(s.Least[:len(s.Least):len(s.Least)], least...),
	}
}

// A row is a form by the numbers of its symbols, with the constant last.
type row []int

// maxRows bounds what an elimination may come to. Beyond it the answer is that nothing is known.
const maxRows = 300

// rows are the equalities and inequalities of the system by the numbers of its symbols.
func (s System) rows() (names []string, zero, least []row) {
	seen := map[string]int{}
	for _, group := range [][]Form{s.Zero, s.Least} {
		for _, f := range group {
			for n := range f.T {
				seen[n] = 0
			}
		}
	}
	for n := range seen {
		names = append(names, n)
	}
	sort.Strings(names)
	for i, n := range names {
		seen[n] = i
	}
	dense := func(list []Form) (out []row) {
		for _, f := range list {
			r := make(row, len(names)+1)
			for n, k := range f.T {
				r[seen[n]] = k
			}
			r[len(names)] = f.C
			out = append(out, r)
		}
		return out
	}
	return names, dense(s.Zero), dense(s.Least)
}

// solve puts equalities into inequalities; those of kept symbols alone become inequalities. It is
// false where there is no solution in whole numbers.
func solve(zero, least []row, keep []bool) ([]row, bool) {
	for len(zero) > 0 {
		e := zero[0]
		zero = zero[1:]
		n := len(e) - 1
		g, at := 0, -1
		for i, k := range e[:n] {
			if k == 0 {
				continue
			}
			g = gcd(g, k)
			if at < 0 || keep[at] && !keep[i] || keep[at] == keep[i] && abs(k) < abs(e[at]) {
				at = i
			}
		}
		if g == 0 {
			if e[n] != 0 {
				return nil, false
			}
			continue
		}
		if e[n]%g != 0 {
			return nil, false
		}
		for i := range e {
			e[i] /= g
		}
		if keep[at] {
			opposite := make(row, len(e))
			for i := range e {
				opposite[i] = -e[i]
			}
			least = append(least, e, opposite)
			continue
		}
		// a * v + rest = 0: another row r with k * v becomes |a| * r - sign(a) * k * e.
		put := func(r row) row {
			k := r[at]
			if k == 0 {
				return r
			}
			m, f := abs(e[at]), k
			if e[at] < 0 {
				f = -k
			}
			out := make(row, len(r))
			for i := range r {
				out[i] = m*r[i] - f*e[i]
			}
			return out
		}
		for i, r := range zero {
			zero[i] = put(r)
		}
		for i, r := range least {
			least[i] = put(r)
		}
	}
	return least, true
}

// tidy divides rows by what divides them, rounds their constants down, and drops those that
// others imply. It is false where one cannot hold.
func tidy(list []row) ([]row, bool) {
	type key string
	least := map[key]int{}
	var out []row
	for _, r := range list {
		n := len(r) - 1
		g := 0
		for _, k := range r[:n] {
			g = gcd(g, k)
		}
		if g == 0 {
			if r[n] < 0 {
				return nil, false
			}
			continue
		}
		if g > 1 {
			q := make(row, len(r))
			for i, k := range r[:n] {
				q[i] = k / g
			}
			q[n] = floorDiv(r[n], g)
			r = q
		}
		text := make([]byte, 0, 4*n)
		for _, k := range r[:n] {
			text = append(text, byte(k), byte(k>>8), byte(k>>16), byte(k>>24))
		}
		if i, ok := least[key(text)]; ok {
			if r[n] < out[i][n] {
				out[i] = r
			}
			continue
		}
		least[key(text)] = len(out)
		out = append(out, r)
	}
	return out, true
}

// eliminate takes a symbol out by Fourier and Motzkin.
func eliminate(list []row, at int) []row {
	var up, down, out []row
	for _, r := range list {
		switch {
		case r[at] > 0:
			up = append(up, r)
		case r[at] < 0:
			down = append(down, r)
		default:
			out = append(out, r)
		}
	}
	for _, u := range up {
		for _, d := range down {
			r := make(row, len(u))
			for i := range r {
				r[i] = -d[at]*u[i] + u[at]*d[i]
			}
			out = append(out, r)
		}
	}
	return out
}

// project takes all symbols out but the kept ones. known is false where the rows became too many.
func (s System) project(keep func(string) bool) (names []string, list []row, some, known bool) {
	names, zero, list := s.rows()
	done := make([]bool, len(names))
	for i, n := range names {
		done[i] = keep(n)
	}
	if list, some = solve(zero, list, done); !some {
		return names, nil, false, true
	}
	if list, some = tidy(list); !some {
		return names, nil, false, true
	}
	for {
		// The symbol that makes the fewest rows goes first.
		best, cost := -1, 0
		for i := range names {
			if done[i] {
				continue
			}
			up, down := 0, 0
			for _, r := range list {
				if r[i] > 0 {
					up++
				} else if r[i] < 0 {
					down++
				}
			}
			if c := up*down - up - down; best < 0 || c < cost {
				best, cost = i, c
			}
		}
		if best < 0 {
			return names, list, true, true
		}
		done[best] = true
		if list, some = tidy(eliminate(list, best)); !some {
			return names, nil, false, true
		}
		if len(list) > maxRows || large(list) {
			return names, nil, true, false
		}
	}
}

// empty tells whether the system is known to have no solution.
func (s System) empty() bool {
	_, _, some, known := s.project(func(string) bool { return false })
	return known && !some
}

// noSolution is what a form is at least where a system has no solution: above all that coefficients can give.
const noSolution = 1 << 30

// least is a number that a form is at least in all solutions, if there is a known one.
func (s System) least(f Form) (int, bool) {
	_, list, some, known := s.with([]Form{symbol(least).minus(f)}, nil).project(func(n string) bool { return n == least })
	if !known {
		return 0, false
	}
	if !some {
		return noSolution, true
	}
	best, ok := 0, false
	for _, r := range list {
		for _, k := range r[:len(r)-1] {
			if k > 0 {
				// k * x + c >= 0
				if b := -floorDiv(r[len(r)-1], k); !ok || b > best {
					best, ok = b, true
				}
			}
		}
	}
	return best, ok
}

func gcd(a, b int) int {
	a, b = abs(a), abs(b)
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func abs(a int) int {
	if a < 0 {
		return -a
	}
	return a
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// large tells whether a coefficient is too large to go on with.
func large(list []row) bool {
	for _, r := range list {
		for _, k := range r {
			if abs(k) > 1<<28 {
				return true
			}
		}
	}
	return false
}

package latent

import (
	"math"
	"slices"

	"mpc/mcmc"
)

// Sites stand for the densities that are not normal: each is a function of one linear
// combination of normals, z, and by EP a normal factor of it, exp(linear z - precision z^2/2).
// Rows that read the same combination, equal slopes of equal coordinates, make one site, whose
// density is the product of theirs: sites of their own would each be blind to what the others
// say of the same number.
//
// Before each of its methods, Slope of the block is set, as for AddRow; z is the value of the
// combination where the normals stand, with all that is added to it (an offset, a log exposure).
type Sites struct {
	rows  []row
	list  []site
	order []int32   // rows by site
	slope []float64 // of sites, one after the other
	next  int       // row that is said next
	// corners are pairs of sites that are one of two combinations
	corners []corner
	kept    []kept // by site, where anything is
	// singles are numbers that are integrated by themselves, inner what that is done with, and stamp counts hyperparameters.
	singles []*single
	inner   tilt
	stamp   int

	learning     bool             // Say is called for the structure alone
	data         bool             // a row of a known density, or a shift, is another than before
	changed      bool             // rows of a site no longer read the same combination
	moved        bool             // a row of a known density says something else than before
	contradicted *Contradicted    // a number is to be above one bound and below a lower one
	refused      bool             // of a block that rotates rows: a precision was not positive
	most         int              // rows
	learned      map[uint64]int32 // the last site of a hash; each has the one before

	asks  []ask
	asked int // of them, since Say began
}

// A row is a density of a combination.
type row struct {
	kind    kind
	site    int32
	shift   float64 // the row's z less the site's
	a, b, c float64 // data, by kind
	log     float64 // what does not depend on the combination
	single  *single // that it is of, or reads
}

// A site is what EP knows of the density of all rows that read one combination, relative to z
// of its first row where the normals stand.
type site struct {
	slot     int   // of the block
	slope    int32 // from here on
	width    int32
	first    int32 // of its rows
	before   int32 // of the same hash, or -1
	from, to int32 // in order
	corner   int32 // its number, from 1; 0 of none
	z        float64
	moved    float64 // z, since it was said last, of a corner's

	jumps bool // of a density that has edges

	precision, linear  float64
	old                struct{ precision, linear float64 } // before the last update
	mean, variance     float64                             // of the marginal
	tilted             Tilted
	cavity             normal
	toMean, toVariance float64 // how far tilted is from the marginal, relative to it
}

// A normal is a mean and a variance, which may be negative of a cavity that is improper.
type normal struct{ mean, variance float64 }

// say is the way of all rows: the first row of a site says what the site says.
func (s *Sites) say(b *mcmc.NormalBlock, z float64, k kind, a1, b1, c1 float64) {
	i := s.next
	s.next++
	if s.learning {
		r := row{kind: k, a: a1, b: b1, c: c1}
		r.settle()
		s.learn(b, z, r)
		b.Skip()
		return
	}
	r := &s.rows[i]
	if r.a != a1 || r.b != b1 || r.c != c1 {
		r.a, r.b, r.c = a1, b1, c1
		r.settle()
		s.moved, s.data = true, true
	}
	t := &s.list[r.site]
	slope := s.slope[t.slope : t.slope+t.width]
	if t.first != int32(i) {
		for j, x := range slope {
			if x != b.Slope[j] {
				s.changed = true
			}
		}
		if shift := z - t.z; r.shift != shift {
			s.data = s.data || math.Abs(shift-r.shift) > 1e-9*(1+math.Abs(shift))
			r.shift, s.moved = shift, true
		}
		b.Skip()
		return
	}
	copy(slope, b.Slope)
	d := z - t.z
	if t.z = z; d != 0 {
		s.moved = true
	}
	if t.corner > 0 {
		// Both are said when the second one's turn comes.
		t.moved = d
		if c := &s.corners[t.corner-1]; c.sites[1] == r.site {
			s.sayCorner(b, c)
		}
		b.Skip()
		return
	}
	t.linear -= t.precision * d
	t.old.linear -= t.old.precision * d
	if !b.AddSite(t.linear, t.precision) {
		s.refused = true
	}
}

// learn notes a row, and the site that it belongs to.
func (s *Sites) learn(b *mcmc.NormalBlock, z float64, r row) {
	slot, width := b.Slot(), b.Width()
	group := b.Group()
	h := uint64(group)*0x9e3779b97f4a7c15 + 1
	for _, x := range b.Slope[:width] {
		h = (h ^ math.Float64bits(x)) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	r.site = -1
	if s.learned == nil {
		s.learned, s.rows, s.list = make(map[uint64]int32, s.most), make([]row, 0, s.most), make([]site, 0, s.most)
	}
	last, found := s.learned[h]
	if !found {
		last = -1
	}
	for c := last; c >= 0; c = s.list[c].before {
		t := &s.list[c]
		same := b.GroupOf(t.slot) == group
		for j, x := range s.slope[t.slope : t.slope+t.width] {
			same = same && x == b.Slope[j]
		}
		if same {
			r.site, r.shift = c, z-t.z
			break
		}
	}
	if r.site < 0 {
		r.site = int32(len(s.list))
		s.learned[h] = r.site
		s.list = append(s.list, site{before: last, first: int32(len(s.rows)), slot: slot, slope: int32(len(s.slope)), width: int32(width), z: z})
		s.slope = append(s.slope, b.Slope[:width]...)
	}
	s.rows = append(s.rows, r)
}

// start begins to learn which rows there are: not more than so many.
func (s *Sites) start(most int) {
	*s = Sites{learning: true, most: most}
}

// settle ends it: rows are listed by site, equal ones one after the other.
func (s *Sites) settle(b *mcmc.NormalBlock) {
	s.learning, s.learned = false, nil
	count := make([]int32, len(s.list)+1)
	for _, r := range s.rows {
		count[r.site+1]++
	}
	for i := range s.list {
		count[i+1] += count[i]
		s.list[i].from, s.list[i].to = count[i], count[i]
	}
	s.order = make([]int32, len(s.rows))
	for i, r := range s.rows {
		t := &s.list[r.site]
		s.order[t.to] = int32(i)
		t.to++
	}
	for i := range s.list {
		if t := &s.list[i]; t.to-t.from > 2 {
			slices.SortStableFunc(s.order[t.from:t.to], func(a, b int32) int { return s.rows[a].compare(&s.rows[b]) })
		}
	}
	s.findCorners(b)
	s.settleSingles()
}

// begin is called before Say.
func (s *Sites) begin() { s.next, s.asked, s.changed, s.moved, s.refused = 0, 0, false, false, false }

// Len is the number of sites: of combinations that rows read.
func (s *Sites) Len() int { return len(s.list) }

// Rows is the number of rows.
func (s *Sites) Rows() int { return len(s.rows) }

// bounds tells whether there are rows that set bounds.
func (s *Sites) bounds() bool {
	return slices.ContainsFunc(s.rows, func(r row) bool { return r.kind == interval })
}

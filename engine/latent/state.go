package latent

// A state is where a fit has ended, for another to start from.
type state struct {
	sites   []siteState
	crosses []float64 // of corners
	normals []float64
	singles []singleState
}

type siteState struct{ precision, linear, z float64 }

// keep notes where the fit is, or, ahead, where its last sweep leads: what the sites say then is nearer to what they say
// in the end.
func (f *Fit) keep(ahead bool) *state {
	s := &state{normals: append([]float64(nil), f.Normals...), sites: make([]siteState, len(f.Sites.list))}
	for i := range f.Sites.list {
		t := &f.Sites.list[i]
		s.sites[i] = siteState{t.precision, t.linear, t.z}
		if ahead && t.corner == 0 && t.width > 0 {
			s.sites[i].precision, s.sites[i].linear = t.tilted.Precision, t.tilted.Linear
		}
	}
	for i := range f.Sites.corners {
		s.crosses = append(s.crosses, f.Sites.corners[i].cross)
	}
	for _, x := range f.Sites.singles {
		s.singles = append(s.singles, x.singleState)
	}
	return s
}

// restore goes to where another fit has ended, and, where there is one before it, as far again.
func (f *Fit) restore(s, before *state) {
	copy(f.Normals, s.normals)
	f.learned, f.damping, f.byRows = true, 1, false
	if before != nil {
		for i, x := range before.normals {
			f.Normals[i] += s.normals[i] - x
		}
	}
	for i := range f.Sites.list {
		t, k := &f.Sites.list[i], s.sites[i]
		if before != nil && t.corner == 0 {
			b := before.sites[i]
			precision := 2*k.precision - b.precision
			if precision > 0 || f.pattern.Signed {
				k.linear = 2*k.linear - (b.linear - b.precision*(k.z-b.z))
				k.precision = precision
			}
		}
		t.precision, t.linear, t.z = k.precision, k.linear, k.z
		t.old.precision, t.old.linear = k.precision, k.linear
	}
	for i, x := range f.Sites.singles { // none where the model has failed
		x.singleState, x.stamp = s.singles[i], -1
	}
	for i, cross := range s.crosses {
		c := &f.Sites.corners[i]
		c.cross, c.oldCross = cross, cross
	}
}

package latent

// near is the log density of the hyperparameters near to where At was last but for what the sites add,
// and tells whether a row says something else than at the last call. The fit stays where it is.
//
// The energy of EP is stationary in the sites (Minka 2001), so that slopes are those with the sites as
// they are: where rows say the same, what they add to their sites is a constant.
func (f *Fit) near(theta []float64) (log float64, moved bool, err error) {
	f.place(theta)
	if err := f.say(); err != nil || f.Sites.changed {
		f.byRows = false
		return 0, false, ErrImproper
	}
	return f.model.LogDensity() + f.Block.LogIntegral(), f.probe(), nil
}

// added is what the sites add to near.
func (f *Fit) added() float64 {
	f.Total++
	f.Block.Invert()
	f.update()
	return f.normalizers()
}

// probe tells whether rows say something else than at its last call: those of a density that the model
// knows are seen at one place.
func (f *Fit) probe() bool {
	s := &f.Sites
	var out, work [1]float64
	for i := range s.rows {
		r := &s.rows[i]
		if r.kind != other && r.kind != ofSingle && !(r.kind == beside && r.single != nil) {
			continue
		}
		t := &s.list[r.site]
		z := [1]float64{t.z + t.mean + r.shift}
		out[0] = 0
		if r.addLogDensity(f.model, z[:], out[:], work[:]); out[0] != r.log {
			r.log, s.moved = out[0], true
		}
	}
	return s.moved
}

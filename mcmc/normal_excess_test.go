package mcmc

import "testing"

// TestOrderForMoments: thousands of normals that one density ties are too many, found before anything is made of them; a
// chain of as many is not, nor is a dense block of hundreds.
func TestOrderForMoments(t *testing.T) {
	all := func(n int) (list []int) {
		for i := range n {
			list = append(list, i)
		}
		return list
	}
	wide := NewNormalPattern(5001)
	for i := range 5001 {
		wide.Say(i)
	}
	wide.SayRow(all(5000))
	wide.OrderForMoments()
	if e := wide.Excess; e == nil || e.Tied != 5000 || e.Size != 5001 || e.Numbers != 5000*5001/2 {
		t.Errorf("5,000 normals in one density: %v", e)
	}
	dense := NewNormalPattern(300)
	dense.SayRow(all(300))
	dense.OrderForMoments()
	chain := NewNormalPattern(20000)
	for i := range 19999 {
		chain.Say(i, i+1)
	}
	chain.OrderForMoments()
	for name, p := range map[string]*NormalPattern{"300 normals in one density": dense, "a chain": chain} {
		if p.Excess != nil {
			t.Errorf("%s: %v", name, p.Excess)
		}
	}
}

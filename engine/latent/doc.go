// Package latent computes posteriors of latent Gaussian models, deterministically: many normals
// that are one joint normal given a few hyperparameters, rows that read linear combinations of
// them by likelihoods of any kind, and hyperparameters that are integrated numerically.
//
// A generated package, or the interpreter, says what its model is by the methods of a Model,
// which are of whole plates: plain loops that call a mcmc.NormalBlock for each normal density and
// Sites for each other one.
//
//	func (m *model) Say(b *mcmc.NormalBlock, s *latent.Sites) {
//		b.Add1(-m.t*(m.mu-0), m.t)                      // mu ~ normal(0, precision = t)
//		for i := range m.n {
//			b.Slope[0], b.Slope[1] = 1, m.x[i]          // pattern.SayRow([]int{mu, slope})
//			s.Logit(b, m.mu+m.x[i]*m.slope, m.y[i])     // y[i] ~ bernoulli(logit = mu + x[i] * slope)
//		}
//	}
//
// A Fit is the posterior given hyperparameters: exact where all is normal, and otherwise by
// expectation propagation (EP) with parallel sweeps, one site for all rows that read the same
// combination. Integrate finds the mode of the density of the hyperparameters and sums over a
// lattice around it; a Posterior is the mixture over the lattice's nodes.
package latent

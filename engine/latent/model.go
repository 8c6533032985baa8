package latent

import "mpc/mcmc"

// A Model says what a latent Gaussian model is. Its coordinates are those of a NormalPattern:
// each normal that is not observed, numbered from 0. Each worker has a Model of its own.
type Model interface {
	// Place sets the hyperparameters, each on its own scale, and where the normals stand, by
	// coordinate. It may move the normals, to where sums of data are known from. Where these are nil
	// they are of no matter: functions of hyperparameters and combinations are asked for.
	Place(theta, normals []float64)
	// Say says all densities, in the order in which the pattern was told of them: a normal one
	// by a method of the block, of the step from where the normals stand; any other by a
	// method of the sites, for which the pattern was told by SayRow or SayTied, be it of one
	// coordinate. It is called again for each sweep, and says the same but for Place.
	// Where block.ByRows it uses no NormalSums.
	Say(block *mcmc.NormalBlock, sites *Sites)
	// LogDensity is the log density, at Place, of all but the sites: of the normal densities,
	// with their constants and those of the data, and of the hyperparameters' priors, each
	// on its own scale.
	LogDensity() float64
	// AddLogDensity adds to each of out the log density of a row that Say gives to Sites.Other
	// by this number, were its combination z, or the value of the function that it asks for by Sites.Ask:
	// of a pair of combinations z has both of each of out, one after the other.
	AddLogDensity(row int, z, out []float64)
}

// Powered is what a Model is that asks for power EP.
type Powered interface {
	// Power is the share of each site's density that an update takes: above 0, and at most 1.
	Power() float64
}

package mcmc

// Distributions lists the rows. Rows of new files come last: go test ./mcmc -run DistributionList -update-list
func Distributions() []*Distribution {
	return []*Distribution{
		&gammaRow,
		&inverseGammaRow,
		&betaRow,
		&poissonRow,
		&binomialRow,
		&studentTRow,
		&cauchyRow,
		&halfCauchyRow,
		&laplaceRow,
		&logisticRow,
		&lognormalRow,
		&weibullRow,
		&paretoRow,
		&generalizedParetoRow,
		&extremeValueRow,
		&generalizedGammaRow,
		&fRow,
		&inverseGaussianRow,
		&geometricRow,
		&negativeBinomialRow,
		&betaBinomialRow,
		&hypergeometricRow,
		&roundedNormalRow,
		&gumbelRow,
	}
}

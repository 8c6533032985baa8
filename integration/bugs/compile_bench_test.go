package bugs_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mpc"
)

// growth is Rats of the BUGS book.
const growth = `model {
  for (i in 1:N) {
    for (j in 1:T) {
      Y[i, j] ~ dnorm(mu[i, j], tau.c)
      mu[i, j] <- alpha[i] + beta[i] * (x[j] - xbar)
    }
    alpha[i] ~ dnorm(alpha.c, alpha.tau)
    beta[i] ~ dnorm(beta.c, beta.tau)
  }
  tau.c ~ dgamma(0.001, 0.001)
  alpha.c ~ dnorm(0, 1.0E-6)
  alpha.tau ~ dgamma(0.001, 0.001)
  beta.c ~ dnorm(0, 1.0E-6)
  beta.tau ~ dgamma(0.001, 0.001)
}
`

// BenchmarkCompile is the time from the program and its data to the package, data of 150 to 1,000,000 numbers.
func BenchmarkCompile(b *testing.B) {
	for _, n := range []int{30, 2_000, 20_000, 200_000} {
		dir := b.TempDir()
		program, values := filepath.Join(dir, "rats.bug"), filepath.Join(dir, "rats.R")
		y := make([]string, 5*n)
		random := rand.New(rand.NewPCG(1, 2))
		for i := range y {
			y[i] = fmt.Sprint(150 + random.IntN(200))
		}
		text := fmt.Sprintf("N <- %d\nT <- 5\nx <- c(8, 15, 22, 29, 36)\nxbar <- 22\nY <- structure(c(%s), .Dim = c(%d, 5))\n", n, strings.Join(y, ", "), n)
		for path, text := range map[string]string{program: growth, values: text} {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				b.Fatal(err)
			}
		}
		b.Run(fmt.Sprintf("rats=%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := mpc.CompileBUGS(program, mpc.BUGSOptions{Data: []string{values}}, mpc.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

# Effective samples per second of processor time beside JAGS, one chain each, one core
# each, in turn. From the root of the repository, with Debian's jags, r-cran-rjags and
# r-cran-jsonlite:
#
#   go build -o mpc ./cmd/mpc && Rscript bench/jags/compare.R ./mpc [models]
#
# JAGS has its glm module for seeds, salm and surgical, where it samples coefficients
# jointly. Models and data are those of testdata/sampled; JAGS gets them as below, with the same
# priors. Both are measured after burn-in; effective sizes are coda's, of both.
suppressMessages({ library(rjags); library(coda); library(jsonlite) })
args <- commandArgs(TRUE)
mpc <- args[1]
Sys.setenv(GOMAXPROCS = 1)

models <- list(
  rats = list(case = "gibbs_rats", watch = c("alphaC", "betaC", "tauC", "alphaTau", "betaTau"), text = "model {
    for (i in 1:rat) {
      for (j in 1:week) { y[i, j] ~ dnorm(alpha[i] + beta[i] * x[j], tauC) }
      alpha[i] ~ dnorm(alphaC, alphaTau); beta[i] ~ dnorm(betaC, betaTau)
    }
    tauC ~ dgamma(0.02, 0.02); alphaTau ~ dgamma(0.02, 0.02); betaTau ~ dgamma(0.02, 0.02)
    alphaC ~ dnorm(0, 1e-6); betaC ~ dnorm(0, 1e-6) }"),
  pumps = list(case = "gibbs_bugs_pumps", watch = c("alpha", "beta", "theta"), text = "model {
    for (i in 1:pump) { theta[i] ~ dgamma(alpha, beta); x[i] ~ dpois(theta[i] * t[i]) }
    alpha ~ dexp(1); beta ~ dgamma(0.1, 1) }"),
  dyes = list(case = "gibbs_dyes", watch = c("theta", "tauWithin", "m"), text = "model {
    for (i in 1:batch) { m[i] ~ dnorm(theta, tauBetween); for (j in 1:sample) { y[i, j] ~ dnorm(m[i], tauWithin) } }
    theta ~ dnorm(0, 1e-10); tauWithin ~ dgamma(0.001, 0.001); tauBetween ~ dgamma(0.001, 0.001) }"),
  equiv = list(case = "gibbs_bugs_equiv", watch = c("mu", "phi", "pi", "sigma1", "sigma2"), text = "model {
    for (i in 1:subject) {
      for (k in 1:period) { y[i, k] ~ dnorm(mu + sign[treatment[i, k] + 1] * phi / 2 + sign[k] * pi / 2 + delta[i], tau1) }
      delta[i] ~ dnorm(0, tau2)
    }
    tau1 ~ dgamma(0.001, 0.001); tau2 ~ dgamma(0.001, 0.001)
    mu ~ dnorm(0, 1e-6); phi ~ dnorm(0, 1e-6); pi ~ dnorm(0, 1e-6)
    sigma1 <- 1 / sqrt(tau1); sigma2 <- 1 / sqrt(tau2) }"),
  stacks = list(case = "gibbs_bugs_stacks", watch = c("b", "b0", "sigma"), text = "model {
    for (j in 1:p) {
      b[j] <- beta[j] / xsd[j]; beta[j] ~ dnorm(0, 0.00001)
      for (i in 1:day) { z[i, j] <- (x[i, j] - xbar[j]) / xsd[j] }
    }
    b0 <- beta0 - inprod(b[], xbar[])
    for (i in 1:day) { y[i] ~ dnorm(beta0 + inprod(beta[], z[i, ]), tau) }
    beta0 ~ dnorm(0, 0.00001); tau ~ dgamma(0.001, 0.001); sigma <- sqrt(1 / tau) }"),
  seeds = list(case = "gibbs_bugs_seeds", glm = TRUE, watch = c("alpha0", "alpha1", "alpha2", "alpha12", "sigma"),
    start = list(alpha0 = 0, alpha1 = 0, alpha2 = 0, alpha12 = 0, tau = 10), text = "model {
    for (i in 1:plate) {
      r[i] ~ dbin(p[i], n[i]); b[i] ~ dnorm(0, tau)
      logit(p[i]) <- alpha0 + alpha1 * x1[i] + alpha2 * x2[i] + alpha12 * x1[i] * x2[i] + b[i]
    }
    alpha0 ~ dnorm(0, 1e-6); alpha1 ~ dnorm(0, 1e-6); alpha2 ~ dnorm(0, 1e-6); alpha12 ~ dnorm(0, 1e-6)
    tau ~ dgamma(0.001, 0.001); sigma <- 1 / sqrt(tau) }"),
  salm = list(case = "gibbs_bugs_salm", glm = TRUE, watch = c("alpha", "beta", "gamma", "sigma"), start = list(alpha = 0, beta = 0, gamma = 0, tau = 0.1), text = "model {
    for (i in 1:dose) { for (j in 1:plate) {
      y[i, j] ~ dpois(mu[i, j]); lambda[i, j] ~ dnorm(0, tau)
      log(mu[i, j]) <- alpha + beta * log(x[i] + 10) + gamma * x[i] + lambda[i, j]
    } }
    alpha ~ dnorm(0, 1e-6); beta ~ dnorm(0, 1e-6); gamma ~ dnorm(0, 1e-6)
    tau ~ dgamma(0.001, 0.001); sigma <- 1 / sqrt(tau) }"),
  surgical = list(case = "gibbs_bugs_surgical", glm = TRUE, watch = c("p", "mu", "sigma"), start = list(b = rep(0.1, 12), mu = 0, tau = 1), text = "model {
    for (i in 1:hospital) { b[i] ~ dnorm(mu, tau); r[i] ~ dbin(p[i], n[i]); logit(p[i]) <- b[i] }
    mu ~ dnorm(0, 1e-6); tau ~ dgamma(0.001, 0.001); sigma <- 1 / sqrt(tau) }"))

# least is the least effective size of what is watched, for a draw.
least <- function(draws) min(effectiveSize(as.mcmc(draws))) / nrow(draws)
processor <- function(e) { t <- system.time(e); sum(t[-3]) } # all but the time that passes

n <- 20000
for (name in if (length(args) > 1) args[-1] else names(models)) {
  m <- models[[name]]
  case <- fromJSON(file.path("testdata", "sampled", paste0(m$case, ".json")))
  if (isTRUE(m$glm)) load.module("glm", quiet = TRUE) else suppressWarnings(try(unload.module("glm", quiet = TRUE), silent = TRUE))
  j <- jags.model(textConnection(m$text), data = case$data, inits = m$start, quiet = TRUE)
  update(j, 3000, progress.bar = "none")
  tj <- min(replicate(3, processor(s <<- coda.samples(j, m$watch, n, progress.bar = "none")))) / n
  ej <- least(as.matrix(s))

  dir <- tempfile(); dir.create(dir)
  model <- file.path(dir, "model.yaml"); data <- file.path(dir, "data.json"); csv <- file.path(dir, "draws.csv")
  # Both keep the draws of what is watched alone.
  writeLines(sub("\ninfer: \\[[^\n]*", paste0("\ninfer: [", paste(m$watch, collapse = ", "), "]"), case$model), model)
  write(toJSON(case$data, auto_unbox = TRUE, digits = NA), data)
  run <- function(samples, ...) system2(mpc, c("run", model, "--data", data, "--chains", "1", "--burnin", "3000", "--samples", format(samples, scientific = FALSE), ...), stdout = FALSE, stderr = FALSE)
  run(n, "--draws", csv)
  long <- 20 * n
  tm <- (min(replicate(2, processor(run(long)))) - min(replicate(2, processor(run(n))))) / (long - n)
  draws <- read.csv(csv, check.names = FALSE)
  keep <- sub("\\[.*", "", names(draws)) %in% m$watch
  em <- least(as.matrix(draws[, keep]))
  cat(sprintf("| %s | %.2f | %.3f | %.0f | %.2f | %.3f | %.0f | %.1f |\n", name, tm * 1e6, em, em / tm, tj * 1e6, ej, ej / tj, (em / tm) / (ej / tj)))
}

# The models that compare.R measures. Of each: where mpc's model and data are (a case of
# testdata/sampled, or a file and its data), the JAGS text with the same priors, what is
# watched, whether JAGS has its glm module, and
#
#   n      draws that are kept, where 20000 take too long
#   data   what JAGS wants otherwise: JAGS counts from 1
#   take   what both get of the data, where all are too many for JAGS
#   start  where JAGS starts

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

# standard makes of a regression's data what its model makes of them.
standard <- function(d) {
  x <- apply(d$x, 2, function(c) (c - mean(c)) / sqrt(mean((c - mean(c))^2)))
  list(item = nrow(x), feature = ncol(x), x = x, label = as.integer(d$label))
}
regression <- function(link, precision) sprintf("model {
    for (i in 1:item) { label[i] ~ dbern(p[i]); %s(p[i]) <- bias + inprod(x[i, ], w[]) }
    for (f in 1:feature) { w[f] ~ dnorm(0, %s) }
    bias ~ dnorm(0, 0.1) }", link, precision)

models <- c(models, list(
  blockers = list(case = "gibbs_bugs_blockers", glm = TRUE, watch = c("d", "sigma", "deltaNew"), start = list(d = 0, tau = 1, mu = rep(0, 22), delta = rep(0, 22)), text = "model {
    for (i in 1:trial) {
      rc[i] ~ dbin(pc[i], nc[i]); logit(pc[i]) <- mu[i]
      rt[i] ~ dbin(pt[i], nt[i]); logit(pt[i]) <- mu[i] + delta[i]
      mu[i] ~ dnorm(0, 1e-5); delta[i] ~ dnorm(d, tau)
    }
    d ~ dnorm(0, 1e-6); tau ~ dgamma(0.001, 0.001); deltaNew ~ dnorm(d, tau); sigma <- 1 / sqrt(tau) }"),
  oxford = list(case = "gibbs_bugs_oxford", glm = TRUE, n = 5000, watch = c("alpha", "beta1", "beta2", "sigma"), start = list(alpha = 0, beta1 = 0, beta2 = 0, tau = 1, mu = rep(0, 120), b = rep(0, 120)), text = "model {
    for (i in 1:stratum) {
      r0[i] ~ dbin(p0[i], n0[i]); logit(p0[i]) <- mu[i]
      r1[i] ~ dbin(p1[i], n1[i]); logit(p1[i]) <- mu[i] + alpha + beta1 * year[i] + beta2 * (year[i] * year[i] - 22) + b[i]
      b[i] ~ dnorm(0, tau); mu[i] ~ dnorm(0, 1e-6)
    }
    alpha ~ dnorm(0, 1e-6); beta1 ~ dnorm(0, 1e-6); beta2 ~ dnorm(0, 1e-6); tau ~ dgamma(0.001, 0.001); sigma <- 1 / sqrt(tau) }"),
  hearts = list(case = "gibbs_bugs_hearts", watch = c("alpha", "delta"), start = list(cured = rep(0, 12)), text = "model {
    for (i in 1:patient) { cured[i] ~ dbern(theta); y[i] ~ dbin(p * (1 - cured[i]), total[i]) }
    alpha ~ dnorm(0, 1e-4); delta ~ dnorm(0, 1e-4); logit(p) <- alpha; logit(theta) <- delta }"),
  birats = list(case = "gibbs_bugs_birats", watch = c("muBeta", "R", "sigma"), text = "model {
    for (i in 1:rat) { beta[i, 1:2] ~ dmnorm(muBeta[], R[,]); for (j in 1:week) { y[i, j] ~ dnorm(inprod(beta[i, ], design[j, ]), tauC) } }
    muBeta[1:2] ~ dmnorm(zero[], prec[,]); R[1:2, 1:2] ~ dwish(inverse[,], 2)
    tauC ~ dgamma(0.001, 0.001); sigma <- 1 / sqrt(tauC) }",
    data = function(d) { d$inverse <- solve(d$scale); d$scale <- NULL; d }),
  schools = list(file = "eight_schools/model.yaml", input = "eight_schools/data.json", watch = c("mu", "tau", "theta"), text = "model {
    for (j in 1:school) { theta[j] ~ dnorm(mu, 1 / (tau * tau)); effect[j] ~ dnorm(theta[j], 1 / (error[j] * error[j])) }
    mu ~ dnorm(0, 0.04); tau ~ dnorm(0, 0.04) T(0, 1000) }"),
  lsat = list(file = "bugs_lsat/model.yaml", input = "bugs_lsat/data.json", n = 300, watch = c("a", "beta"), text = "model {
    for (j in 1:student) { theta[j] ~ dnorm(0, 1); for (k in 1:question) { right[j, k] ~ dbern(p[j, k]); logit(p[j, k]) <- beta * theta[j] - alpha[k] } }
    for (k in 1:question) { alpha[k] ~ dnorm(0, 0.0001); a[k] <- alpha[k] - mean(alpha[]) }
    beta ~ dunif(0, 1000) }", data = function(d) { d$right <- d$right + 0; d }),
  mixture = list(file = "gaussian_mixture/gibbs.yaml", input = "gaussian_mixture/faithful.json", n = 5000, watch = c("w", "mu", "tau"), start = list(mu = c(50, 80)), text = "model {
    for (k in 1:component) { shares[k] <- share; mu[k] ~ dnorm(center, 1 / (spread * spread)); tau[k] ~ dgamma(2, 2 * noise * noise) }
    w[1:component] ~ ddirch(shares[])
    for (i in 1:n) { z[i] ~ dcat(w[]); x[i] ~ dnorm(mu[z[i]], tau[z[i]]) } }", data = function(d) { d$n <- length(d$x); d$start <- NULL; d }),
  crowd = list(file = "crowdsourcing/gibbs.yaml", input = "crowdsourcing/weather.json.gz", n = 1000, take = function(d) {
      mine <- d$about < 100
      list(worker = d$worker, item = 100, label = d$label, answer = sum(mine), by = d$by[mine], about = d$about[mine], said = d$said[mine], pot = 0, known = list(), gold = list(), prior = d$prior)
    }, watch = c("share"), text = "model {
    share[1:label] ~ ddirch(one[])
    for (w in 1:worker) { for (k in 1:label) { confusion[w, k, 1:label] ~ ddirch(prior[k, ]) } }
    for (i in 1:item) { truth[i] ~ dcat(share[]) }
    for (a in 1:answer) { said[a] ~ dcat(confusion[by[a], truth[about[a]], ]) } }",
    data = function(d) list(worker = d$worker, item = d$item, label = d$label, answer = d$answer, by = d$by + 1, about = d$about + 1, said = d$said + 1, prior = d$prior, one = rep(1, d$label))),
  change = list(file = "change_point/gibbs.yaml", input = "change_point/data.json", n = 1000, watch = c("before", "after"), text = "model {
    before ~ dgamma(1, 1); after ~ dgamma(1, 1); change ~ dcat(p[])
    for (t in 1:year) { disasters[t] ~ dpois(ifelse(t < change, before, after)) } }",
    data = function(d) list(year = length(d$disasters), disasters = d$disasters, p = rep(1, length(d$disasters) + 1))),
  hidden = list(file = "hidden_markov/known_gibbs.yaml", input = "hidden_markov/known.json", watch = c("z"), text = "model {
    z[1] ~ dcat(first[])
    for (t in 2:n) { z[t] ~ dcat(follow[z[t - 1], ]) }
    for (t in 1:n) { x[t] ~ dnorm(mean[z[t]], 1 / (sd[z[t]] * sd[z[t]])) } }",
    data = function(d) list(first = d$first, follow = d[["next"]], mean = d$mean, sd = d$sd, x = d$x, n = length(d$x))),
  logistic = list(file = "logistic_regression/gibbs.yaml", input = "logistic_regression/pima.json", glm = TRUE, n = 5000, watch = c("w", "bias"), data = standard, text = regression("logit", "1 / 3")),
  probit = list(file = "probit_regression/gibbs.yaml", input = "probit_regression/pima.json", glm = TRUE, n = 5000, watch = c("w", "bias"), data = standard, text = regression("probit", "1"))))

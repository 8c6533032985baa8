# Writes reference.json: for each data set the fit by maximum likelihood, and
# posteriors, held-out predictions and log evidence without the approximations of EP and VMP:
# by JAGS 4.3 and by importance sampling around its draws.
# Run in this folder: Rscript reference.R
# Needs R with rjags and jsonlite.
library(rjags)
library(jsonlite)
load.module("glm")

link <- "logit"
inverse <- plogis
variance <- 3 # prior of a weight; that of the bias is 10

bugs <- sprintf("model {
  for (i in 1:n) { y[i] ~ dbern(p[i]); %s(p[i]) <- b + inprod(z[i,], w) }
  for (f in 1:k) { w[f] ~ dnorm(0, %g) }
  b ~ dnorm(0, 0.1)
}", link, 1 / variance)

loss <- function(p, label) -mean(log(ifelse(label == 1, p, 1 - p)))
wrong <- function(p, label) sum((p > 0.5) != (label == 1))

# Importance sampling from a t distribution with the draws' moments.
evidence <- function(draws, z, y, n = 40000, df = 8) {
  k <- ncol(draws)
  root <- chol(1.3 * cov(draws))
  t <- matrix(rnorm(n * k), n) * sqrt(df / rchisq(n, df))
  w <- sweep(t %*% root, 2, colMeans(draws), "+")
  proposal <- lgamma((df + k) / 2) - lgamma(df / 2) - k / 2 * log(df * pi) -
    sum(log(diag(root))) - (df + k) / 2 * log1p(rowSums(t^2) / df)
  score <- sweep(w %*% t(cbind(1, z)), 2, ifelse(y, 1, -1), "*")
  density <- rowSums(inverse(score, log.p = TRUE)) + dnorm(w[, 1], 0, sqrt(10), log = TRUE) +
    rowSums(dnorm(w[, -1], 0, sqrt(variance), log = TRUE))
  ratio <- density - proposal
  max(ratio) + log(mean(exp(ratio - max(ratio))))
}

fit <- function(name) {
  d <- fromJSON(paste0(name, ".json"))
  label <- fromJSON("held_out.json")[[name]]
  m <- colMeans(d$x)
  s <- apply(d$x, 2, function(v) sqrt(mean((v - mean(v))^2)))
  z <- sweep(sweep(d$x, 2, m), 2, s, "/")
  test <- cbind(1, sweep(sweep(d$xTest, 2, m), 2, s, "/"))
  ml <- glm(d$label ~ z, family = binomial(link))
  mlp <- inverse(test %*% coef(ml))
  set.seed(1)
  chain <- jags.model(textConnection(bugs), data = list(n = nrow(z), k = ncol(z), y = as.integer(d$label), z = z),
    n.adapt = 1000, quiet = TRUE, inits = list(.RNG.name = "base::Mersenne-Twister", .RNG.seed = 1))
  update(chain, 2000)
  draws <- as.matrix(coda.samples(chain, c("b", "w"), n.iter = 40000, progress.bar = "none")[[1]])
  p <- colMeans(inverse(draws %*% t(test)))
  list(
    glm = list(wrong = wrong(mlp, label), logLoss = loss(mlp, label)),
    chain = list(
      wrong = wrong(p, label), logLoss = loss(p, label),
      # the bias, then the weights
      mean = round(colMeans(draws), 4), sd = round(apply(draws, 2, sd), 4),
      smallestESS = round(min(effectiveSize(as.mcmc(draws)))),
      evidence = round(evidence(draws, z, d$label), 3),
      predicted = signif(p, 4)))
}

out <- list(biopsy = fit("biopsy"), pima = fit("pima"))
write(toJSON(out, digits = 8, auto_unbox = TRUE, pretty = 1), "reference.json")

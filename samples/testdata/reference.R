# Writes draws.txt and reference.txt beside it, with R's package posterior 1.4.0:
#   Rscript reference.R
# draws.txt has a line per chain: the name of a set, the chain, its draws.
# reference.txt has a line per set: its name and what posterior says of it.
# mu and tau are of the eight schools (Rubin 1981), draws that come with posterior.
suppressMessages(library(posterior))
options(digits = 17)
set.seed(20210601)
ar <- function(n, phi) { x <- as.numeric(arima.sim(list(ar = phi), n)); x * sqrt(1 - phi^2) }
chains <- function(c, f) sapply(1:c, function(i) f())
eight <- example_draws("eight_schools")
sets <- list(
  mu = extract_variable_matrix(eight, "mu"),
  tau = extract_variable_matrix(eight, "tau"),
  independent = chains(4, function() rnorm(150)),
  slow = chains(4, function() ar(200, 0.9)),
  antithetic = chains(4, function() ar(150, -0.7)),
  cauchy = chains(3, function() rcauchy(120)),
  shifted = chains(4, function() ar(100, 0.5)) + rep(c(0, 0, 0, 1), each = 100),
  scaled = chains(4, function() ar(100, 0.5)) * rep(c(1, 1, 1, 4), each = 100),
  drift = chains(2, function() rnorm(100) + (1:100) / 50),
  count = chains(4, function() qpois(pnorm(ar(100, 0.6)), 2)),
  odd = chains(3, function() ar(101, 0.4)),
  single = chains(1, function() ar(300, 0.5)),
  short = chains(4, function() rnorm(12)),
  brief = chains(2, function() rnorm(7)),
  far = 1e6 + 1e-3 * chains(4, function() ar(100, 0.5)),
  tiny = 1e-12 * chains(2, function() ar(100, 0.5)),
  truth = chains(4, function() as.numeric(ar(151, 0.7) > 0.6)))
d <- file("draws.txt", "w")
r <- file("reference.txt", "w")
n <- function(x) formatC(x, digits = 17, format = "g")
writeLines("# set rhat ess_bulk ess_tail ess_mean mcse_mean q05 q50 q95 mean sd", r)
for (name in names(sets)) {
  x <- matrix(as.numeric(sets[[name]]), ncol = ncol(sets[[name]]))
  for (i in seq_len(ncol(x))) writeLines(paste(c(name, i, n(x[, i])), collapse = " "), d)
  q <- quantile(x, c(0.05, 0.5, 0.95), names = FALSE)
  writeLines(paste(c(name, n(c(rhat(x), ess_bulk(x), ess_tail(x), ess_mean(x), mcse_mean(x), q, mean(x), sd(x)))), collapse = " "), r)
}
close(d)
close(r)

# Makes data.json of the table of matches of ../football and reference.json: the
# fit of maximum likelihood and that of a JAGS chain, with the log loss of both on the
# matches that are held out.
#
#   Rscript reference.R
#
# Columns: 1, a home match, the difference of the teams' Elo ratings before the match
# (K = 30, 100 for the home side, in 400), its absolute value, a friendly. Outcomes:
# 0 draw, 1 the first team wins, 2 the second.
options(digits = 15)
d <- read.csv(gzfile("../football/results.csv.gz"), stringsAsFactors = FALSE)
d <- d[!is.na(d$home_score), ]
home <- d$neutral == "FALSE" | d$neutral == FALSE
teams <- unique(c(d$home_team, d$away_team))
rating <- setNames(rep(0, length(teams)), teams)
diff <- numeric(nrow(d))
for (i in seq_len(nrow(d))) {
  h <- d$home_team[i]; a <- d$away_team[i]
  diff[i] <- (rating[[h]] - rating[[a]]) / 400
  result <- (sign(d$home_score[i] - d$away_score[i]) + 1) / 2
  step <- 30 * (result - 1 / (1 + 10^(-diff[i] - 0.25 * home[i])))
  rating[[h]] <- rating[[h]] + step
  rating[[a]] <- rating[[a]] - step
}
x <- cbind(1, as.numeric(home), round(diff, 3), round(abs(diff), 3), as.numeric(d$tournament == "Friendly"))
goals <- d$home_score - d$away_score
outcome <- ifelse(goals == 0, 0, ifelse(goals > 0, 1, 2))
train <- which(d$date >= "2025-06-01" & d$date < "2025-06-10")
test <- which(d$date >= "2025-06-10" & d$date < "2026-01-01")
X <- x[train, ]; y <- outcome[train]; XT <- x[test, ]; yT <- outcome[test]
row <- function(v) paste0("[", paste(format(v, digits = 8, trim = TRUE, drop0trailing = TRUE), collapse = ", "), "]")
rows <- function(m) paste0("[\n", paste("  ", apply(m, 1, row), collapse = ",\n"), "]")
cat(sprintf('{"other": 2, "feature": 5, "x": %s,\n"outcome": %s,\n"xTest": %s}\n', rows(X), row(y), rows(XT)), file = "data.json")

probabilities <- function(w, x) {
  s <- cbind(0, x %*% t(matrix(w, 2, 5, byrow = TRUE)))
  e <- exp(s - apply(s, 1, max))
  e / rowSums(e)
}
loss <- function(p, y) -mean(log(p[cbind(seq_along(y), y + 1)]))
likelihood <- function(w) -length(y) * loss(probabilities(w, X), y)
fit <- optim(rep(0, 10), function(w) -likelihood(w), method = "BFGS", control = list(reltol = 1e-15, maxit = 2000))$par

suppressMessages(library(rjags))
set.seed(1)
m <- jags.model(textConnection("model {
  for (c in 1:2) { for (f in 1:F) { w[c, f] ~ dnorm(0, 0.25) } }
  for (i in 1:N) {
    e[i, 1] <- 1
    for (c in 1:2) { e[i, c + 1] <- exp(inprod(w[c, ], x[i, ])) }
    y[i] ~ dcat(e[i, ])
  }
}"), list(F = 5, N = length(y), x = X, y = y + 1), n.chains = 4, quiet = TRUE,
  inits = lapply(1:4, function(k) list(.RNG.name = "base::Mersenne-Twister", .RNG.seed = k)))
update(m, 2000, progress.bar = "none")
draws <- as.matrix(coda.samples(m, "w", n.iter = 20000, thin = 2, progress.bar = "none"))
draws <- draws[, c(sprintf("w[1,%d]", 1:5), sprintf("w[2,%d]", 1:5))]
average <- 0
few <- draws[seq(1, nrow(draws), by = 20), ]
for (i in seq_len(nrow(few))) average <- average + probabilities(few[i, ], XT) / nrow(few)

# Log evidence by importance sampling from a t distribution at the chain's moments.
mu <- colMeans(draws); L <- t(chol(cov(draws) * 1.2)); df <- 8; n <- 40000
logs <- replicate(n, {
  z <- rnorm(10); u <- rchisq(1, df) / df
  w <- mu + as.vector(L %*% z) / sqrt(u)
  q <- sum((z^2)) / u
  log_t <- lgamma((df + 10) / 2) - lgamma(df / 2) - 5 * log(df * pi) - sum(log(diag(L))) - (df + 10) / 2 * log1p(q / df)
  likelihood(w) + sum(dnorm(w, 0, 2, log = TRUE)) - log_t
})
evidence <- max(logs) + log(mean(exp(logs - max(logs))))
frequencies <- matrix((tabulate(y + 1, 3)) / length(y), length(yT), 3, byrow = TRUE)
cat(sprintf('{"outcome": %s,\n"fit": %s,\n"mean": %s,\n"sd": %s,\n"evidence": %.4f,\n"loss": {"frequencies": %.5f, "fit": %.5f, "chain": %.5f}}\n',
  row(yT), row(fit), row(mu), row(apply(draws, 2, sd)), evidence, loss(frequencies, yT), loss(probabilities(fit, XT), yT), loss(average, yT)), file = "reference.json")
cat(length(y), length(yT), "matches\n"); print(tabulate(y + 1)); print(tabulate(yT + 1))

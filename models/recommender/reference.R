# Simulates data.json, and writes into reference.json the true affinities of the
# pairs to predict and their posterior by a long JAGS 4.3 run.
# Run in this folder: Rscript reference.R. Needs R with rjags and jsonlite.
library(rjags)
library(jsonlite)
load.module("glm")
set.seed(5)
users <- 40; items <- 30; traits <- 2; each <- 250
generous <- rnorm(users, sd = 0.7); good <- rnorm(items, sd = 0.7)
taste <- matrix(rnorm(users * traits), users); style <- matrix(rnorm(items * traits), items)
threshold <- c(-2, -0.7, 0.6, 2.2)
pairs <- as.matrix(expand.grid(user = 1:users, item = 1:items))[sample(users * items), ]
affinity <- generous[pairs[, 1]] + good[pairs[, 2]] + rowSums(taste[pairs[, 1], ] * style[pairs[, 2], ])
pairs <- pairs[1:(3 * each + 200), ]; affinity <- affinity[1:nrow(pairs)]
rating <- affinity + rnorm(nrow(pairs), sd = 0.5)
part <- list(score = 1:each, like = each + 1:each, star = 2 * each + 1:each, test = 3 * each + 1:200)
scored <- round(rating[part$score], 2)
liked <- rating[part$like] > 0
stars <- findInterval(rating[part$star], threshold)
start <- lapply(1:items, function(i) lapply(round(rnorm(traits), 2), function(m)
  list(dist = unbox("normal"), mean = unbox(m), variance = unbox(0.1))))
out <- list(user = unbox(users), item = unbox(items), trait = unbox(traits), start = start)
for (n in names(part)) {
  out[[paste0(n, "User")]] <- pairs[part[[n]], 1] - 1
  out[[paste0(n, "Item")]] <- pairs[part[[n]], 2] - 1
}
out$scored <- scored; out$liked <- liked; out$stars <- stars
write(gsub("],", "],\n", toJSON(out, digits = 2)), "data.json")

bugs <- "model {
  for (u in 1:U) { generous[u] ~ dnorm(0, 1); for (k in 1:K) { taste[u, k] ~ dnorm(0, 1) } }
  for (i in 1:I) { good[i] ~ dnorm(0, 1); for (k in 1:K) { style[i, k] ~ dnorm(0, 1) } }
  for (c in 1:4) { threshold[c] ~ dnorm(c - 2.5, 1) }
  for (n in 1:N) { affinity[n] <- generous[user[n]] + good[item[n]] + inprod(taste[user[n], ], style[item[n], ]) }
  for (n in 1:each) {
    scored[n] ~ dnorm(affinity[n], 4)
    liked[n] ~ dbern(phi(affinity[each + n] / 0.5))
    for (c in 1:4) { above[n, c] <- phi((affinity[2 * each + n] - threshold[c]) / 0.5) }
    p[n, 1] <- 1 - above[n, 1]
    for (c in 2:4) { p[n, c] <- max(above[n, c - 1] - above[n, c], 1e-12) }
    p[n, 5] <- above[n, 4]
    stars[n] ~ dcat(p[n, ])
  }
}"
chain <- jags.model(textConnection(bugs), data = list(U = users, I = items, K = traits, N = nrow(pairs), each = each,
  user = pairs[, 1], item = pairs[, 2], scored = scored, liked = 1 * liked, stars = stars + 1), n.adapt = 1000, quiet = TRUE,
  inits = list(.RNG.name = "base::Mersenne-Twister", .RNG.seed = 1, threshold = c(-1.5, -0.5, 0.5, 1.5)))
update(chain, 2000)
names <- c(paste0("affinity[", part$test[1], ":", nrow(pairs), "]"), "threshold")
draws <- as.matrix(coda.samples(chain, names, n.iter = 10000, thin = 2, progress.bar = "none")[[1]])
moments <- function(d) list(mean = round(as.vector(colMeans(d)), 4), sd = round(as.vector(apply(d, 2, sd)), 4),
  smallestESS = unbox(round(min(effectiveSize(as.mcmc(d))))))
is <- startsWith(colnames(draws), "affinity")
# A baseline: users and items without traits, by ridge regression of the scores.
x <- cbind(1, outer(pairs[, 1], 1:users, "==") * 1, outer(pairs[, 2], 1:items, "==") * 1)
a <- x[part$score, ]
ridge <- solve(crossprod(a) + diag(c(0, rep(1, users + items))), crossprod(a, scored))
write(toJSON(list(truth = round(affinity[part$test], 4), affinity = moments(draws[, is]),
  trueThreshold = threshold, threshold = moments(draws[, !is]), baseline = round(as.vector(x[part$test, ] %*% ridge), 4)),
  digits = 5, pretty = 0), "reference.json")

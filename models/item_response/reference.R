# Simulates data.json, and writes posteriors of a long JAGS 4.3 run into
# reference.json, with the values that the data were drawn from.
# Run in this folder: Rscript reference.R. Needs R with rjags and jsonlite.
library(rjags)
library(jsonlite)
load.module("glm")
set.seed(3)
persons <- 100; items <- 15
ability <- rnorm(persons)
discrimination <- pmax(0.3, rnorm(items, 1.2, 0.4))
difficulty <- rnorm(items)
p <- plogis(outer(ability, discrimination) - rep(difficulty, each = persons))
response <- matrix(runif(persons * items) < p, persons)
write(gsub("],", "],\n", toJSON(list(response = response))), "data.json")
bugs <- "model {
  for (p in 1:P) {
    ability[p] ~ dnorm(0, 1)
    for (k in 1:K) {
      logit(right[p, k]) <- discrimination[k] * ability[p] - difficulty[k]
      response[p, k] ~ dbern(right[p, k])
    }
  }
  for (k in 1:K) {
    difficulty[k] ~ dnorm(0, 0.25)
    discrimination[k] ~ dnorm(1, 4)
  }
}"
names <- c("discrimination", "difficulty", "ability")
chain <- jags.model(textConnection(bugs), data = list(response = 1 * response, P = persons, K = items), n.adapt = 1000,
  quiet = TRUE, inits = list(.RNG.name = "base::Mersenne-Twister", .RNG.seed = 1, ability = rep(0, persons)))
update(chain, 2000)
draws <- coda.samples(chain, names, n.iter = 20000, progress.bar = "none")[[1]]
truth <- list(discrimination = discrimination, difficulty = difficulty, ability = ability)
out <- lapply(setNames(names, names), function(n) {
  d <- draws[, paste0(n, "[", seq_along(truth[[n]]), "]")]
  list(truth = round(truth[[n]], 4), mean = round(as.vector(colMeans(d)), 4), sd = round(as.vector(apply(d, 2, sd)), 4),
    smallestESS = unbox(round(min(effectiveSize(d)))))
})
write(toJSON(out, digits = 5, pretty = 1), "reference.json")

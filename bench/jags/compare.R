# Effective samples per second of processor time beside JAGS, one chain each, one core
# each, in turn. From the root of the repository, with Debian's jags, r-cran-rjags and
# r-cran-jsonlite:
#
#   go build -o mpc ./cmd/mpc && Rscript bench/jags/compare.R ./mpc [models]
#
# Models and data are those of testdata/sampled and models/; JAGS gets them as in models.R,
# with the same priors, and with its glm module, which samples coefficients jointly, where
# that says so. Both are measured after burn-in; effective sizes are coda's, of both.
suppressMessages({ library(rjags); library(coda); library(jsonlite) })
args <- commandArgs(TRUE)
mpc <- args[1]
Sys.setenv(GOMAXPROCS = 1)
source(file.path("bench", "jags", "models.R"))

# least is the least effective size of what is watched, for a draw. What has hardly ever
# more than one value has none that could be told.
least <- function(draws) {
  rare <- apply(draws, 2, function(x) all(x == round(x)) && sd(x) < 0.2)
  min(effectiveSize(as.mcmc(draws[, !rare, drop = FALSE]))) / nrow(draws)
}
processor <- function(e) { t <- system.time(e); sum(t[-3]) } # all but the time that passes

read <- function(m) {
  if (!is.null(m$case)) return(fromJSON(file.path("testdata", "sampled", paste0(m$case, ".json")))[c("model", "data")])
  list(model = paste(readLines(file.path("models", m$file)), collapse = "\n"), data = fromJSON(file.path("models", m$input)))
}

for (name in if (length(args) > 1) args[-1] else names(models)) {
  m <- models[[name]]
  n <- if (is.null(m$n)) 20000 else m$n
  case <- read(m)
  if (!is.null(m$take)) case$data <- m$take(case$data)
  if (isTRUE(m$glm)) load.module("glm", quiet = TRUE) else suppressWarnings(try(unload.module("glm", quiet = TRUE), silent = TRUE))
  data <- if (is.null(m$data)) case$data else m$data(case$data)
  j <- suppressWarnings(jags.model(textConnection(m$text), data = data, inits = m$start, quiet = TRUE))
  update(j, burnin <- min(3000, n), progress.bar = "none")
  tj <- min(replicate(3, processor(s <<- coda.samples(j, m$watch, n, progress.bar = "none")))) / n
  ej <- least(as.matrix(s))

  dir <- tempfile(); dir.create(dir)
  model <- file.path(dir, "model.yaml"); input <- file.path(dir, "data.json"); csv <- file.path(dir, "draws.csv")
  # Both keep the draws of what is watched alone.
  writeLines(sub("\ninfer: \\[[^\n]*", paste0("\ninfer: [", paste(m$watch, collapse = ", "), "]"), case$model), model)
  write(toJSON(case$data, auto_unbox = TRUE, digits = NA), input)
  run <- function(samples, ...) {
    command <- c("run", model, "--data", input, "--chains", "1", "--burnin", burnin, "--samples", format(samples, scientific = FALSE), ...)
    if (system2(mpc, command, stdout = FALSE, stderr = FALSE) != 0) stop(name, ": mpc ", paste(command, collapse = " "))
  }
  run(n, "--draws", csv)
  long <- 20 * n
  tm <- (min(replicate(2, processor(run(long)))) - min(replicate(2, processor(run(n))))) / (long - n)
  draws <- read.csv(csv, check.names = FALSE)
  keep <- sub("\\[.*", "", names(draws)) %in% m$watch
  em <- least(as.matrix(draws[, keep]))
  cat(sprintf("| %s | %.2f | %.3f | %.0f | %.2f | %.3f | %.0f | %.1f |\n", name, tm * 1e6, em, em / tm, tj * 1e6, ej, ej / tj, (em / tm) / (ej / tj)))
}

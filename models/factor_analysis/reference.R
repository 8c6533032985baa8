# Simulates data.json and fits it by maximum likelihood into reference.json.
# Run in this folder: Rscript reference.R. Needs R with jsonlite.
library(jsonlite)
set.seed(7)
loading <- rbind(c(0.9, 0), c(0.2, 0.8), c(0.8, 0), c(0.7, 0.3), c(0.6, -0.2), c(0, 0.7), c(0.1, 0.6), c(-0.4, 0.5))
noise <- c(0.3, 0.4, 0.4, 0.4, 0.6, 0.4, 0.6, 0.6)
rows <- 300
z <- matrix(rnorm(rows * 2), rows)
x <- z %*% t(loading) + matrix(rnorm(rows * 8), rows) %*% diag(sqrt(noise))
x <- round(x, 2)
traits <- c(1, rep(2, 7)) # the first column stands for the first trait
start <- lapply(traits, function(k) lapply(c(0.5, 0.3)[1:k], function(m)
  list(dist = unbox("normal"), mean = unbox(m), variance = unbox(0.01))))
text <- toJSON(list(column = paste0("c", 1:8), trait = unbox(2), traits = traits, x = x, start = start), digits = 2)
text <- gsub("([]}]),([[])", "\\1,\n\\2", text)
write(text, "data.json")
ml <- factanal(x, 2, rotation = "none")
truth <- loading %*% t(loading) + diag(noise)
write(toJSON(list(truth = cov2cor(truth), sample = cor(x),
  maximum = tcrossprod(ml$loadings) + diag(ml$uniquenesses), uniqueness = as.vector(ml$uniquenesses)),
  digits = 5), "reference.json")

# Simulates data.json, and writes into reference.json what maximum likelihood
# (Tipping and Bishop 1999, closed form) finds with the true number of components.
# Run in this folder: Rscript reference.R. Needs R with jsonlite.
library(jsonlite)
set.seed(4)
rows <- 200; columns <- 8; components <- 6
sd <- c(5, 4, 3, rep(1, 5)) # three directions stand out of the noise
rotation <- qr.Q(qr(matrix(rnorm(columns^2), columns)))
x <- round(sweep(matrix(rnorm(rows * columns), rows), 2, sd, "*") %*% t(rotation), 2)
start <- lapply(1:columns, function(d) lapply(round(rnorm(components), 2), function(m)
  list(dist = unbox("normal"), mean = unbox(m), variance = unbox(0.1))))
text <- toJSON(list(component = unbox(components), x = x, start = start), digits = 2)
text <- gsub("([]}]),([[])", "\\1,\n\\2", text)
write(text, "data.json")
cov <- crossprod(scale(x, scale = FALSE)) / rows
e <- eigen(cov)
noise <- mean(e$values[4:columns])
write(toJSON(list(eigenvalues = e$values, noise = unbox(noise), mean = colMeans(x),
  maximum = e$vectors[, 1:3] %*% diag(e$values[1:3] - noise) %*% t(e$vectors[, 1:3]) + noise * diag(columns)),
  digits = 6), "reference.json")

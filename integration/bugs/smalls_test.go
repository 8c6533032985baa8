package bugs_test

var smalls = map[string]*small{
	"an index of two truths": {
		program: `model { for (i in 1:5) { a[i] ~ dbern(p)
  b[i] ~ dbern(q)
  cell[i] <- 2*a[i] + b[i] + 1
  x[i] ~ dnorm(m[cell[i]], 1) }
 p ~ dbeta(1,1)
 q ~ dbeta(1,1)
 for (k in 1:4) { m[k] ~ dnorm(k,1) } }
`,
		data: `a <- c(1,0,NA,1,NA)
b <- c(NA,0,1,1,NA)
x <- c(1,2,0,1,1)
`,
		answers: `a[3] 0.4711 0.4992
a[5] 0.5183 0.4997
b[1] 0.7415 0.4378
b[5] 0.6882 0.4632
m[1] 1.467 0.6908
m[2] 1.418 0.9359
m[3] 2.659 1.039
m[4] 1.796 0.6572
p 0.5706 0.2051
q 0.6338 0.1953
`,
	},
	"an index that is a multiple": {
		program: `model { for (i in 1:5) { y[i] ~ dbern(p)
  g[i] <- y[i]*2 + 1
  x[i] ~ dnorm(m[g[i]], 1) }
 p ~ dbeta(1,1)
 m[1] ~ dnorm(0,1)
 m[3] ~ dnorm(2,1)
 m[2] <- 0 }
`,
		data: `y <- c(1,0,1,1,NA)
`,
		answers: `m[1] 0.001274 1.005
m[3] 1.994 1.003
p 0.667 0.1779
x[1] 1.991 1.413
x[2] 0.001355 1.416
x[3] 1.992 1.417
x[4] 1.988 1.418
x[5] 1.326 1.698
y[5] 0.6651 0.4719
`,
	},
	"an index that is rounded": {
		program: `model { k <- round(u)
  u ~ dunif(0.5, 5.5)
  kk <- trunc(v)
  v ~ dunif(1, 4)
 for (i in 1:5) { 
  x[i] ~ dnorm(m[1 + step(i - k)] + e[kk], 1) }
 for (k2 in 1:2) { m[k2] ~ dnorm(k2,1) }
 for (k3 in 1:3) { e[k3] ~ dnorm(k3,1) } }
`,
		data: `x <- c(1,2,0,1,1)
`,
		answers: `k 2.91 1.506
kk 1.319 0.5609
m[1] 0.9048 0.833
m[2] 1.048 0.7761
e[1] 0.3719 0.8699
e[2] 1.688 1.103
e[3] 2.904 1.071
`,
	},
	"a truncated count as index": {
		program: `model { for (i in 1:5) { n[i] ~ dpois(1.4) T(0,3)
  x[i] ~ dnorm(m[n[i]+1], 1) }
 for (k in 1:4) { m[k] ~ dnorm(k,1) } }
`,
		data: `x <- c(1,2,0,1,1)
`,
		answers: `m[1] 0.9175 0.7208
m[2] 1.379 0.6897
m[3] 2.38 1.006
m[4] 3.859 1.061
n[1] 0.8793 0.7642
n[2] 1.177 0.8554
n[3] 0.6674 0.7025
n[4] 0.8721 0.7612
n[5] 0.8641 0.7587
`,
	},
	"a row of subscripts": {
		program: `model { for (i in 1:4) { y[i] ~ dnorm(mean(b[idx[1:i]]), 1) }
 for (j in 1:3) { b[j] ~ dnorm(0, 1) } }
`,
		data: `y <- c(1.2,0.8,1.5,2.2)
idx <- c(3,1,2,3)
`,
		answers: `b[1] 0.5827 0.8731
b[2] 0.5907 0.9391
b[3] 1.066 0.6427
`,
	},
	"a sum of three counts": {
		program: `model { for (i in 1:2) { y[i] ~ dsum(a[i], b[i], c[i])
  a[i] ~ dpois(p)
  b[i] ~ dpois(q)
  c[i] ~ dpois(1) }
 p ~ dgamma(2,1)
 q ~ dgamma(1,2) }
`,
		data: `y <- c(10,8)
`,
		inits: `a <- c(4,4)
b <- c(4,2)
c <- c(2,2)
`,
		answers: `a[1] 7.2766 1.812
a[2] 5.8213 1.541
b[1] 1.1831 1.4615
b[2] 0.9465 1.222
p 5.0326 1.601
q 0.7824 0.740
`,
	},
	"the length of what is drawn": {
		program: `model { for (i in 1:2) { y[i] ~ dnorm(b[i], 1)
  b[i] ~ dnorm(0,1) }
 K <- length(b)
 d <- sum(b)/K }
`,
		data: `y <- c(10,8)
`,
		answers: `b[1] 4.998 0.7088
b[2] 3.998 0.7082
d 4.498 0.5015
`,
	},
	"extremes of several numbers": {
		program: `model { y ~ dmnorm(mu, Om)
 mu <- X %*% b
 for (k in 1:2) { b[k] ~ dnorm(0, 1) }
 for (i in 1:3) { for (j in 1:3) { Om[i,j] <- ifelse(i==j, 2, 0.3) } }
 e <- exp(b)
 s <- sum(b * c(1,2))
 q <- t(b) %*% b
 mx <- max(b[1], b[2], 0)
 yy <- (y - mu)^2
 l <- ifelse(b[1] > 0, b[1], -b[2]) }
`,
		data: `y <- c(1.2,0.8,1.5)
X <- structure(c(1,1,1,2,-1,0),.Dim=c(3,2))
`,
		answers: `b[1] 0.998 0.3515
b[2] 0.1188 0.3335
e[1] 2.886 1.05
e[2] 1.19 0.4071
s 1.236 0.6618
q 1.245 0.729
mx 1.01 0.3349
l 0.9974 0.3538
`,
	},
	"counts as trials": {
		program: `model { x[1:3] ~ dmulti(p[], 20)
 p[1:3] ~ ddirch(a[])
 for (k in 1:3) { a[k] <- 2 }
 z[1] ~ dbin(0.5, x[1])
 z[2] ~ dbin(0.5, x[2]) }
`,
		data: `z <- c(8, 3)
`,
		inits: `x <- c(16,4,0)
`,
		answers: `x[1] 12.27 1.841
x[2] 5.126 1.513
x[3] 2.603 1.801
p[1] 0.5487 0.1187
p[2] 0.2741 0.1033
p[3] 0.1772 0.1005
`,
	},
	"even elements computed": {
		program: `model { for (i in 1:3) { x[2*i-1] ~ dnorm(w[i], 1)
   x[2*i] <- x[2*i-1] + 1
   y[i] ~ dnorm(x[2*i], 2)
   w[i+1] ~ dnorm(x[2*i], 10) }
 w[1] <- 0 }
`,
		data: `y <- c(1,2,3)
`,
		answers: `x[1] -0.0007092 0.5215
x[2] 0.9993 0.5215
x[3] 0.9917 0.5516
x[4] 1.992 0.5516
x[5] 1.999 0.6124
x[6] 2.999 0.6124
w[2] 1.002 0.5739
w[3] 1.991 0.6015
w[4] 2.999 0.6883
`,
	},
	"lists of constants": {
		program: `model { for (i in 1:3) { y[i] ~ dnorm(mu + mean(c(1,2,3)), 1) }
 mu ~ dnorm(inprod(c(1,2), c(1,1)), 1)
 p[1:2] ~ ddirch(rep(1,2))
 z ~ dcat(c(0.2,0.8))
 b[1:2] ~ dmnorm(c(0,mu), R)
 R[1,1] <- 1
 R[2,2] <- 1
 R[1,2] <- 0
 R[2,1] <- 0 }
`,
		data: `y <- c(1,2,3)
`,
		answers: `b[1] 0.002339 0.9996
b[2] 0.7407 1.117
mu 0.7508 0.5015
z 1.8 0.3998
`,
	},
	"a list beside an array": {
		program: `model { s <- sum(b[1:2] * w)
 w <- c(1,2)
 for (i in 1:2) { y[i] ~ dnorm(b[i], 1)
  b[i] ~ dnorm(0,1) }
 r <- sum(b * c(1,2))
 m2 <- min(b[1], b[2]) }
`,
		data: `y <- c(1.2,0.8)
`,
		answers: `b[1] 0.5991 0.7089
b[2] 0.4046 0.706
r 1.408 1.579
s 1.408 1.579
m2 0.09524 0.5854
`,
	},
	"rows of subscripts in all places": {
		program: `model { for (k in 1:3) { b[k] ~ dnorm(k, 1) 
   for (j in 1:2) { B[k,j] ~ dnorm(k*j, 1) } }
 m[1:2] <- b[idx[2:3]]
 q <- inprod(b[idx[]], x[1:4])
 s <- sum(b[idx] * x)
 ss <- sum(B[idx[1:2], 1:2])
 sq <- sum(B[idx[1:2], 2])
 w <- mean(x[idx[1:2]])
 z1 <- max(b[idx[1:2]])
 sd1 <- sum(pow(b[idx[1:3]] - x[idx[1:3]], 2))
 y ~ dnorm(s + w + ss, 1)
 h[1:2] <- x[idx[1:2]]
 y2 ~ dnorm(b[1] * h[1], 1) }
`,
		data: `idx <- c(3,1,2,3)
x <- c(1,2,0.5,-1)
y <- 9
y2 <- 1
`,
		answers: `m[1] -0.1572 0.7058
m[2] 1.576 0.9831
q 0.4735 1.431
s 0.4735 1.431
ss 8.618 1.452
sq 6.311 1.234
z1 3.007 1
sd1 10.27 5.731
b[1] -0.1572 0.7058
b[2] 1.576 0.9831
b[3] 3.006 1.004
`,
	},
	"extremes of arrays and numbers": {
		program: `model { for (k in 1:3) { b[k] ~ dnorm(k, 1) }
 a <- max(b[1], b[2], 0, b[3])
 c1 <- min(b[], 1)
 c2 <- max(b[1:2], -1, b[3])
 s <- sum(max(b[], 0))
 y ~ dnorm(max(b[1], b[2], 1.5), 1) 
 z ~ dnorm(max(b, 2), 1) }
`,
		data: `y <- 3
z <- 4
`,
		answers: `a 3.513 0.6475
b[1] 1.119 1.055
b[2] 2.359 0.9358
b[3] 3.251 0.905
c1 0.5923 0.5739
c2 3.513 0.6475
s 3.513 0.6475
`,
	},
	"computed at any places": {
		program: `model { for (i in 1:2) { for (j in 1:2) { z[2*(i-1)+j] <- mu + i }}
 z[5] ~ dnorm(mu, 1)
  for (i in 1:5) { y[i] ~ dnorm(z[i], 1) }
 mu ~ dnorm(0,1) }
`,
		data: `y<-c(1,2,3,2,1)
`,
		answers: `mu 0.4548 0.4271
z[1] 1.455 0.4271
z[2] 1.455 0.4271
z[3] 2.455 0.4271
z[4] 2.455 0.4271
z[5] 0.732 0.7378
`,
	},
	"computed at subscripts of data": {
		program: `model { for (i in 1:3) { z[id[i]] <- mu + i
  y[i] ~ dnorm(z[i], 1) }
 mu ~ dnorm(0,1) }
`,
		data: `y<-c(1,2,3)
id<-c(3,1,2)
`,
		answers: `mu 0.001298 0.5014
z[1] 2.001 0.5014
z[2] 3.001 0.5014
z[3] 1.001 0.5014
`,
	},
	"counts of truths that the data give in part": { // animals seen, and those that data augmentation adds
		program: `model { psi ~ dunif(0,1)
  p ~ dunif(0,1)
  for (i in 1:M) { z[i] ~ dbern(psi)
   mu[i] <- z[i]*p
   y[i] ~ dbin(mu[i], 3)
   later[i] <- sum(z[i:M]) * y[i]
   c[i] ~ dpois(2)
   lot[i] <- c[i] + 1 }
 N <- sum(z[])
 unseen <- sum(z[1:M]) - 7
 lost <- M - sum(z[])
 seven <- equals(sum(z[]), 7)
 most <- max(sum(z[]), 9)
 even <- sum(z[1:6]) - sum(z[7:M])
 w <- N * psi
 new ~ dbin(p, N)
 litters <- sum(c[])
 pick <- a[z[9] + 1]
 a[1] <- 3
 a[2] <- p }
`,
		data: `M <- 12
y <- c(2,1,1,2,1,1,1,0,0,0,0,0)
z <- c(1,1,1,1,1,1,1,NA,NA,NA,NA,NA)
c <- c(3,2,NA,1,NA,0,1,4,2,3,NA,2)
`,
		answers: `N 9.599 1.591
unseen 2.599 1.591
lost 2.401 1.591
seven 0.113 0.3166
most 9.998 1.127
even 2.401 1.591
w 7.442 2.491
new 3.115 1.622
litters 24 2.464
pick 1.594 1.35
later[1] 19.2 3.182
later[3] 7.599 1.591
lot[3] 2.998 1.411
p 0.3329 0.09994
psi 0.7567 0.1558
`,
	},
	"a Weibull of small shape": { // the chains begin where its scale, 0.1^(-1000), is no number
		program: `model { for (i in 1:8) { t[i] ~ dweib(r, mu) T(0, ) }
  r ~ dunif(0.0005, 3)
  mu ~ dgamma(1, 1) }
`,
		data: `t <- c(0.5, 1.2, NA, 0.1, 0.8, NA, 1.9, 0.01)
`,
		inits: `r <- 0.001
mu <- 0.1
`,
		answers: `r 0.9109 0.3024
mu 1.258 0.4751
`,
	},
	"a start of a missing value": { // which says in which of two places it is
		program: `model { for (i in 1:3) { y[i] ~ dnorm(0, 0.01) }
  x ~ dnorm(y[2] * y[2], 100) }
`,
		data: `y <- c(1, NA, 2)
x <- 100
`,
		inits: `y <- c(NA, -9, NA)
`,
		answers: `y[2] -10 0.005
`,
	},
	"truncated counts from 1 on as indices": {
		program: `model { for (i in 1:5) { n[i] ~ dbin(0.5, 6) T(1, 4)
  x[i] ~ dnorm(m[n[i]], 1)
  k[i] ~ dpois(l) T(1, 3)
  z[i] ~ dnorm(m[k[i]], 1) }
 l ~ dgamma(2, 1)
 for (k2 in 1:4) { m[k2] ~ dnorm(k2,1) } }
`,
		data: `x <- c(1,2,0,4,1)
z <- c(1,3,2,4,2)
`,
		answers: `m[1] 1.4595 0.8323
m[2] 1.8255 0.8038
m[3] 2.4994 0.8823
m[4] 3.6805 1.0246
n[1] 2.2703 0.8511
n[4] 3.2785 0.8312
k[1] 1.7424 0.7504
k[4] 2.2322 0.8126
l 2.4124 1.5583
`,
	},
	"interpolation": {
		program: `for (i in 1:n) { y[i] ~ dnorm(m[i], tau)
     m[i] <- a + b * interp.lin(x[i] + d, gx[], gy[]) }
   a ~ dnorm(0, .01)
   b ~ dnorm(0, .01)
   d ~ dunif(-.5,.5)
   tau ~ dgamma(1,1)
`,
		data: `n <- 30
x <- c(0.5, 0.64, 0.78, 0.91, 1.05, 1.19, 1.33, 1.47, 1.6, 1.74, 1.88, 2.02, 2.16, 2.29, 2.43, 2.57, 2.71, 2.84, 2.98, 3.12, 3.26, 3.4, 3.53, 3.67, 3.81, 3.95, 4.09, 4.22, 4.36, 4.5)
y <- c(2.38, 3.04, 2.45, 3.1, 3.3, 3.58, 4.95, 6.25, 6.27, 7.41, 8.23, 8.54, 8.79, 8.38, 8.32, 7.88, 7.17, 7.36, 7.23, 7.41, 8.21, 8.75, 8.49, 9.88, 9.63, 10.41, 10.44, 9.36, 8.58, 8.33)
gx <- c(0, 1, 2, 3, 4, 5)
gy <- c(0, 1, 4, 3, 5, 2)
`,
		answers: `a 1.4025 0.2158
b 1.8671 0.06231
d -0.02132 0.02154
tau 6.6175 1.74
`,
	},
	"distribution functions of arrays": {
		program: `model { for (i in 1:3) { y[i] ~ dexp(r)
  x[i] ~ dnorm(b, 1)
  e[i] <- pexp(y[i], r)
  u[i] <- punif(x[i], 0, b) }
 s <- sum(pexp(y[1:3], r)) - sum(e[])
 k <- mean(punif(x[1:3], 0, b)) - mean(u[])
 b ~ dunif(0.5, 2)
 r ~ dgamma(2, 1) }
`,
		data: "y <- c(1, 2, 3)\nx <- c(-0.5, 0.7, 1.4)\n",
		// r is a gamma of the shape 5 and the rate 7
		answers: "s 0 0\nk 0 0\nr 0.71429 0.3194\n",
	},
}

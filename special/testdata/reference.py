"""Writes testdata/reference.csv: function, up to four arguments, result.

Values that the other tables lack, by mpmath with 40 to 120 digits: closed
forms where they exist, quadrature in pieces otherwise. Needs mpmath; run
inside special/testdata.
"""
import random
from mpmath import *
mp.dps = 50
random.seed(7)
rows = []
def put(name, args, value):
    value = mpf(value)
    if value != 0 and not isinf(value) and (abs(value) < mpf('1e-290') or abs(value) > mpf('1e290')): return
    rows.append((name, [repr(float(a)) for a in args], nstr(value, 20)))
import sys, time
began = time.time()
def done(what): print(what, len(rows), round(time.time()-began, 1), file=sys.stderr, flush=True)
def F(x): return mpf(float(x))

# --- normal
def lnphi(t):
    if t > -15: return log(erfc(-t/sqrt(mpf(2)))/2)
    term, total, k = mpf(1), mpf(1), 1    # DLMF 7.12.1
    while True:
        term *= -(2*k-1)/(t*t); k += 1
        if abs(term) < mpf(10)**-45: break
        total += term
    return -t*t/2-log(2*pi)/2-log(-t)+log(total)
for _ in range(40):
    t = F(random.uniform(-9, 9)*random.choice([1, 1, 4]))
    put('NormalCdfLogit', [t], lnphi(t)-lnphi(-t))
    if abs(t) < 18: put('Erfcx', [t], exp(t*t)*erfc(t))
for e in range(-20, 0, 3): put('NormalCdfLogit', [mpf(10)**e], lnphi(F(mpf(10)**e))-lnphi(-F(mpf(10)**e)))
for p in [1e-320, 1e-300, 1e-100, 1e-20, 1e-10, 1e-5, .001, .01, .05, .0999, .1, .2, .3, .45, .5000001, .55, .7, .89, .9001, .95, .99, .999, 1-1e-10]:
    p = F(p)
    t = findroot(lambda t: lnphi(t)-log(p), mpf(-sqrt(-2*log(p))) if p < .1 else mpf(0) if p < .9 else mpf(2), tol=1e-60) if p < .9999 else -findroot(lambda t: lnphi(t)-log(1-p), mpf(-6.3))
    put('NormalQuantile', [p], t)
for lp in [-1e12, -1e6, -5000, -100, -10, -5, -4, -3, -2, -1, -.5, -.36, -.35, -.2, -.1, -1e-3, -1e-12, -1e-200]:
    lp = F(lp)
    if lp > -.05:
        t = -findroot(lambda t: lnphi(t)-log(-expm1(lp)), -sqrt(-2*log(-lp)))
    else: t = findroot(lambda t: lnphi(t)-lp, -sqrt(-2*lp))
    put('NormalQuantileLn', [lp], t)
for _ in range(60):
    a = F(random.choice([random.gauss(0, 1), random.gauss(0, 10), random.gauss(0, 3), random.gauss(0, 300)])); w = F(10**random.uniform(-8, 1.3)); b = F(a+w)
    mp.dps = 120
    if abs(a) > 40: # exp(-a u - u^2/2) from the end near the centre
        c = min(abs(a), abs(b)); L = b-a
        v = quad(lambda u: exp(-c*u-u*u/2), [0, min(L, 5/c), min(L, 50/c), min(L, 400/c)]) if L > 5/c else quad(lambda u: exp(-c*u-u*u/2), [0, L])
        lv = -c*c/2-log(2*pi)/2+log(v)
    else:
        v = (erfc(-b/sqrt(mpf(2)))-erfc(-a/sqrt(mpf(2))))/2 if a < 0 else (erfc(a/sqrt(mpf(2)))-erfc(b/sqrt(mpf(2))))/2; lv = log(v)
        put('NormalCdfInterval', [a, b], v)
    put('NormalCdfIntervalLn', [a, b], lv)
    mp.dps = 50

done('normal')
# --- bivariate normal
def biv(x, y, r, power=0):
    """ln of int_0^inf u^power phi(x-u) Phi((y - r(x-u))/s) du"""
    s = sqrt((1-r)*(1+r))
    L = lambda u: -(x-u)**2/2-log(2*pi)/2+lnphi((y-r*(x-u))/s)
    # peak by golden section on a log concave function
    hi = mpf(1)
    while L(hi) > L(hi/2): hi *= 2
    lo = mpf(0)
    for _ in range(120):
        m1, m2 = lo+(hi-lo)*mpf('0.382'), lo+(hi-lo)*mpf('0.618')
        if L(m1) < L(m2): lo = m1
        else: hi = m2
    m = (lo+hi)/2
    if L(mpf(0)) > L(m): m = mpf(0)
    top = L(m)
    def edge(sign):
        d = mpf('1e-12')*(1+m)
        while True:
            if sign < 0 and d >= m: return m
            if top-L(m+sign*d) > 80: return d
            d *= 1.5
    a, b = m-edge(-1) if m > 0 else mpf(0), m+edge(1)
    f = lambda u: u**power*exp(L(u)-top)
    pts = sorted(set([a, m, b]+[a+(b-a)*k/24 for k in range(25)]+[q for q in [(c*s-y)/r+x for c in (-8, -3, 0, 3, 8)] if a < q < b]))
    mp.dps = 40
    v = quad(f, pts)
    mp.dps = 50
    return top+log(v)
rs = [.3, -.3, .9, -.9, .999, -.999, .9999999, -.9999999, -.99999999999, .99999999999, .01, -.01]
for i in range(36):
    scale = [1, 3, 10, 100][i % 4]
    x, y, r = F(random.gauss(0, scale)), F(random.gauss(0, scale)), F(rs[i % 12])
    ln = biv(x, y, r)
    if ln < -1e-15: put('NormalCdfLn2', [x, y, r], ln)    # closer to zero the quadrature has no digits
    if abs(ln) < 600: put('NormalCdf2', [x, y, r], exp(ln))
    if i % 2 == 0 or scale > 1: put('NormalCdfIntegralRatio', [x, y, r], exp(biv(x, y, r, 1)-ln))
done('bivariate')
for n in (1, 3, 7, 30):
    for x in (-200, -30, -2, -.7, -.3, -.1, -1e-3, .1, 1, 5):
        x = F(x)
        L = lambda t: n*log(t)+x*t-t*t/2-loggamma(n+1) if t > 0 else mpf('-inf')
        m = 2*n/(sqrt(x*x+4*n)-x)
        # quad stops on an absolute error: scale the integrand to one
        put('NormalCdfMomentRatio', [n, x], exp(L(m))*quad(lambda t: exp(L(t)-L(m)), [0]+[m*k/4 for k in range(1, 60)]+[m*k for k in range(15, 120, 5)]))
done('moments')
# --- logistic of a Gaussian
for i in range(45):
    order = i % 3
    v = F([1e-10, 1e-3, .3, 2, 9, 40, 400, 1e4, 1e8][i//5]); m = F(-abs(random.gauss(0, 1))*sqrt(v)*[.01, 1, 3, 8, .3][i % 5]-[0, 0, 5, 0, 30][i % 5])
    s = sqrt(v)
    sg = [lambda x: 1/(1+exp(-x)), lambda x: 1/(2+exp(x)+exp(-x)), lambda x: -tanh(x/2)/(2+exp(x)+exp(-x))][order]
    f = lambda x: exp(-(x-m)**2/(2*v))/sqrt(2*pi*v)*sg(x)
    pts = set(m+k*s for k in range(-24, 25, 2)) | set(m+v+k*s for k in range(-14, 15, 2)) | set(max(m-24*s, min(m+v+14*s, mpf(k))) for k in (-100, -50, -20, -8, -3, 0, 3, 8, 20, 50, 100))
    top = max(f(q) for q in pts)    # quad stops on an absolute error
    mp.dps = 40; val = top*quad(lambda x: f(x)/top, sorted(pts)); mp.dps = 50
    put(['LogisticGaussian', 'LogisticGaussianDeriv', 'LogisticGaussianDeriv2'][order], [m, v], val)

done('logistic')
# --- gamma family
for _ in range(30):
    x = F(10**random.uniform(-3, 5)); put('Digamma', [x], psi(0, x)); put('Trigamma', [x], psi(1, x)); put('Tetragamma', [x], psi(2, x))
    put('GammaLnSeries', [x], loggamma(x)-(x-.5)*log(x)+x-log(2*pi)/2); put('LogMinusDigamma', [x], log(x)-psi(0, x))
    x = F(random.uniform(1, 9)); put('Digamma', [x], psi(0, x)); put('Trigamma', [x], psi(1, x)); put('Tetragamma', [x], psi(2, x)); put('LogMinusDigamma', [x], log(x)-psi(0, x))
for x in (1.4616321449683622, 1.4616321449683625, 1.46, 1.463, 7.999999, 8, 8.000001, 1e300, 1e-300): put('Digamma', [x], psi(0, F(x)))
for a in (1e-300, 1e-10, 1e-3, .02, .1, .5, 1, 3, 7.9, 8, 8.1, 50, 1e4, 1e8, 1e12):
    a = F(a); s = F(log(a)-psi(0, a))

    put('LogMinusDigammaInverse', [s], exp(findroot(lambda l: log((l-psi(0, exp(l)))/s), log(a)+mpf('1e-9'), tol=1e-60)))
done('polygamma')
for _ in range(60):
    a = F(10**random.uniform(-8, 14)); k = F(10**random.uniform(-8, 14))
    mp.dps = 80
    put('LogRisingFactorial', [a, k], loggamma(a+k)-loggamma(a)); put('LogBeta', [a, k], loggamma(a)+loggamma(k)-loggamma(a+k))
    mp.dps = 50
done('beta function')
for _ in range(80):
    a = F(10**random.uniform(-4, 5)); x = F(abs(a+random.gauss(0, 3)*sqrt(a))+1e-3) if random.random() < .7 else F(10**random.uniform(-3, 3))
    mp.dps = 60
    if a < 3e4:
        q = gammainc(a, x, regularized=True); p = gammainc(a, 0, x, regularized=True)
        put('GammaUpperRegularized', [a, x], q); put('GammaLower', [a, x], p)
    mp.dps = 50
done('incomplete gamma')
for _ in range(40):
    a = F(random.uniform(-6, 8)); x = F(10**random.uniform(-3, 1.5)); put('GammaUpper', [a, x], gammainc(a, x))
done('upper gamma')
for _ in range(40):
    a = F(10**random.uniform(-2, 5)); b = F(10**random.uniform(-2, 5)); m = a/(a+b); sd = sqrt(m*(1-m)/(a+b+1))
    x = F(min(max(m+random.gauss(0, 2)*sd, mpf('1e-6')), 1-mpf('1e-6')))
    mp.dps = 60
    try: put('BetaCdf', [x, a, b], betainc(a, b, 0, x, regularized=True))
    except Exception as e: print('skip', a, b, x, e)
    mp.dps = 50
done('incomplete beta')
for _ in range(40):
    v = F(random.uniform(0, 60)*random.choice([.1, 1])); x = F(10**random.uniform(-2, 2.7)); put('BesselI', [v, x], besseli(v, x))
# --- exp and log forms
for _ in range(30):
    x = F(random.uniform(-5, 5)); put('ExpMinus1RatioMinus1RatioMinusHalf', [x], ((exp(x)-1)/x-1)/x-.5)
    x = F(random.uniform(-.99, 3)); put('XMinusLog1Plus', [x], x-log(1+x))
    x = F(-10**random.uniform(-12, 2)); put('Log1MinusExp', [x], log(-expm1(x))); put('LogExpMinus1', [-x], log(expm1(-x)))
    p = F(random.random()); put('Logit', [p], log(p/(1-p)))
    a, b = F(random.gauss(0, 3)), F(random.gauss(0, 3)); put('LogSumExp', [a, b], log(exp(a)+exp(b)))
    x = F(random.uniform(-50, 50)); put('LogisticLn', [x], -log(1+exp(-x))); put('Logistic', [x], 1/(1+exp(-x)))
put('LogFull', [5e-324], log(F(5e-324))); put('LogFull', [1e-310], log(F(1e-310)))
with open('reference.csv', 'w') as o:
    o.write('function,arg0,arg1,arg2,arg3,expectedresult\n')
    for n, a, v in rows: o.write(','.join([n]+(a+['']*4)[:4]+[v])+'\n')
print(len(rows))

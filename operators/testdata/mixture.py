"""Writes mixture.csv: messages of a mixture of two branches to a variable outside a
gate, outer taken away from the projection of outer times the branches, in 120 digits.
Columns: family and projection; log odds of the second branch; outer; both branches;
the message."""
import csv
import random

from mpmath import mp, mpf, exp, log, digamma, psi

mp.dps = 120
random.seed(20081208)


def weights(odds):
    w = 1 / (1 + exp(-mpf(odds)))
    return [1 - w, w]


def normal(odds, outer, branches):
    w = weights(odds)
    means, variances = [], []
    for h, p in branches:
        t = mpf(p) + mpf(outer[1])
        means.append((mpf(h) + mpf(outer[0])) / t)
        variances.append(1 / t)
    m = sum(q * x for q, x in zip(w, means))
    v = sum(q * (y + (x - m) ** 2) for q, x, y in zip(w, means, variances))
    return m / v - mpf(outer[0]), 1 / v - mpf(outer[1])


def shape_of_gap(gap):
    # log a - digamma(a) = gap, by Newton's method on the logarithm of a.
    a = (3 - gap + mp.sqrt((gap - 3) ** 2 + 24 * gap)) / (12 * gap)
    for _ in range(100):
        f = log(a) - digamma(a) - gap
        step = f / (1 / a - psi(1, a))
        if step >= a:
            step = a / 2
        a -= step
        if abs(step) < a * mpf(10) ** -80:
            return a
    raise ValueError(gap)


def gamma(odds, outer, branches, logs):
    w = weights(odds)
    parts = [(mpf(outer[0]) + mpf(a) - 1, mpf(outer[1]) + mpf(b)) for a, b in branches]
    m = sum(q * a / b for q, (a, b) in zip(w, parts))
    if logs:
        gap = log(m) - sum(q * (digamma(a) - log(b)) for q, (a, b) in zip(w, parts))
        shape = shape_of_gap(gap)
    else:
        v = sum(q * (a / b**2 + (a / b - m) ** 2) for q, (a, b) in zip(w, parts))
        shape = m**2 / v
    return shape - mpf(outer[0]) + 1, shape / m - mpf(outer[1])


def beta(odds, outer, branches, logs):
    w = weights(odds)
    parts = [(mpf(outer[0]) + mpf(a) - 1, mpf(outer[1]) + mpf(b) - 1) for a, b in branches]
    m = sum(q * a / (a + b) for q, (a, b) in zip(w, parts))
    u = sum(q * (a * b / (a + b) / (a + b + 1) / (a + b) + (a / (a + b) - m) ** 2) for q, (a, b) in zip(w, parts))
    n = m * (1 - m) / u - 1
    a, b = m * n, (1 - m) * n
    if logs:
        x = sum(q * (digamma(s) - digamma(s + t)) for q, (s, t) in zip(w, parts))
        y = sum(q * (digamma(t) - digamma(s + t)) for q, (s, t) in zip(w, parts))
        for _ in range(200):
            f = digamma(a) - digamma(a + b) - x
            g = digamma(b) - digamma(a + b) - y
            p, q, r = psi(1, a), psi(1, b), psi(1, a + b)
            d = (p - r) * (q - r) - r * r
            da, db = -((q - r) * f + r * g) / d, -((p - r) * g + r * f) / d
            while a + da <= 0 or b + db <= 0:
                da, db = da / 2, db / 2
            a, b = a + da, b + db
            if abs(da) < a * mpf(10) ** -70 and abs(db) < b * mpf(10) ** -70:
                break
        else:
            raise ValueError(parts)
    return a - mpf(outer[0]) + 1, b - mpf(outer[1]) + 1


def ten(low, high):
    return 10 ** random.uniform(low, high)


def show(x):
    return mp.nstr(x, 20, min_fixed=1, max_fixed=0)


rows = []


def add(family, f, odds, outer, a, b):
    out = f(odds, outer, [a, b])
    rows.append([family, repr(odds)] + [repr(float(x)) for x in (*outer, *a, *b)] + [show(x) for x in out])


for i in range(60):
    precision = random.choice([0.0, ten(-12, 12), ten(-1, 1)])
    mean = random.choice([0, random.gauss(0, 1), random.gauss(0, 1e6)])
    width = ten(-3, 3) / max(precision, 1e-6) ** 0.5
    branches = []
    for _ in range(2):
        p = random.choice([1, ten(-8, 8)]) * max(precision, 1e-3)
        branches.append((p * (mean + random.choice([1, 40]) * random.gauss(0, width)), p))
    add("normal", normal, random.choice([0.0, random.gauss(0, 3), random.gauss(0, 30)]), (mean * precision, precision), *branches)
for i in range(60):
    shape = random.choice([1.0, ten(-2, 1), ten(1, 12)])
    mean = ten(-3, 3)
    outer = (shape, 0.0) if shape == 1.0 else (shape, shape / mean)
    branches = []
    for _ in range(2):
        a = random.choice([ten(-1, 1), ten(0, 6)])
        branches.append((a + 1, a / (mean * ten(-0.5, 0.5))))
    odds = random.choice([0.0, random.gauss(0, 3), random.gauss(0, 30)])
    add("gamma variance", lambda *x: gamma(*x, False), odds, outer, *branches)
    add("gamma log", lambda *x: gamma(*x, True), odds, outer, *branches)
for i in range(60):
    n = random.choice([1.0, ten(-2, 1), ten(1, 12)])
    mean = random.choice([random.random(), ten(-8, -1)])
    outer = (1.0, 1.0) if n == 1.0 else (n * mean, n * (1 - mean))
    branches = []
    for _ in range(2):
        a = random.choice([ten(-1, 1), ten(0, 6)])
        m = mean * ten(-0.5, 0)
        branches.append((1 + a * m, 1 + a * (1 - m)))
    odds = random.choice([0.0, random.gauss(0, 3), random.gauss(0, 30)])
    add("beta variance", lambda *x: beta(*x, False), odds, outer, *branches)
    add("beta log", lambda *x: beta(*x, True), odds, outer, *branches)

with open("mixture.csv", "w", newline="") as f:
    writer = csv.writer(f, lineterminator="\n")
    writer.writerow(["id", "family", "odds", "outer_1", "outer_2", "a_1", "a_2", "b_1", "b_2", "out_1", "out_2"])
    for i, r in enumerate(rows):
        writer.writerow([i + 1] + r)

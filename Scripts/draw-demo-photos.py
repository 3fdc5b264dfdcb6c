#!/usr/bin/env python3
"""Draws the pictures of the demo feed.

Every picture in Demo/ is drawn by this script from nothing but arithmetic:
noise, gradients, a small terrain renderer, reflecting water, a few spheres.
All seeds are fixed, so that the same versions of the libraries give the same
pictures. The pictures are committed; run this only to change them.

Needs:  Python 3.10 or later with Pillow (with WebP) and numpy:
            pip install pillow numpy
Run:    python3 Scripts/draw-demo-photos.py Demo
        python3 Scripts/draw-demo-photos.py Demo aurora dunes   (only names
            that contain one of the words)

The texts of the feed (Demo/feed.json) are written by hand and are not touched.
"""

import math
import multiprocessing
import os
import sys
import zlib

import numpy as np
from PIL import Image, ImageDraw

SS = 2  # every picture is drawn this many times larger, then reduced
SCENES = {}
F = np.float32


# ---------------------------------------------------------------- tools

def scene(path, w, h, **options):
    def register(fn):
        SCENES[path] = (fn, w, h, options)
        return fn
    return register


class C:
    """What a scene draws on: size, coordinates (in heights) and a generator."""

    def __init__(self, path, w, h):
        self.W, self.H = w * SS, h * SS
        self.a = self.W / self.H
        self.seed = zlib.crc32(path.encode())
        self.rng = np.random.default_rng(self.seed)
        self.xs = ((np.arange(self.W) + 0.5) / self.H).astype(F)
        self.ys = ((np.arange(self.H) + 0.5) / self.H).astype(F)
        self.x, self.y = np.meshgrid(self.xs, self.ys)


def col(s):
    s = s.lstrip("#")
    return np.array([int(s[i:i + 2], 16) / 255 for i in (0, 2, 4)], F)


def lerp(a, b, t):
    return a + (b - a) * t


def sstep(a, b, v):
    t = np.clip((v - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)


def mix(img, colour, mask):
    """Blends a colour (or picture) into the picture where the mask is 1."""
    if isinstance(colour, str):
        colour = col(colour)
    m = np.asarray(mask, F)[..., None]
    img += (colour - img) * m
    return img


def screen(img, light):
    np.clip(img, 0, None, out=img)
    img[...] = 1 - (1 - np.clip(img, 0, 1)) * (1 - np.clip(light, 0, 1))
    return img


def ramp(t, stops):
    """Colours along stops [(position, colour)]."""
    p = [s[0] for s in stops]
    cs = np.array([col(s[1]) for s in stops])
    return np.stack([np.interp(t, p, cs[:, i]) for i in range(3)], -1).astype(F)


def vsky(c, stops):
    g = ramp(c.ys, stops)
    return np.repeat(g[:, None, :], c.W, 1).astype(F)


def up(grid, w, h):
    return np.asarray(Image.fromarray(grid.astype(F)).resize((w, h), Image.BICUBIC))


def fbm(c, cell, seed, octaves=6, gain=0.5, stretch=1.0, ridged=False, shape=None):
    """Fractal value noise, about 0...1; cell in heights, stretch widens it."""
    H, W = shape or (c.H, c.W)
    rng = np.random.default_rng(c.seed + seed)
    out = np.zeros((H, W), F)
    amp, total = 1.0, 0.0
    for _ in range(octaves):
        cy, cx = cell * H, cell * H * stretch
        if cy < 1.5:
            break
        gh, gw = int(H / cy) + 4, int(W / cx) + 4
        g = rng.random((gh, gw))
        bw, bh = W / cx, H / cy
        n = np.asarray(Image.fromarray(g.astype(F)).resize(
            (W, H), Image.BICUBIC, box=(1, 1, 1 + bw, 1 + bh)))
        if ridged:
            n = 1 - np.abs(2 * n - 1)
        out += n * amp
        total += amp
        amp *= gain
        cell /= 2
    out /= total
    return np.clip((out - 0.5) * 1.7 + 0.5, 0, 1)


def line_noise(c, seed, cell, octaves=7, gain=0.5, n=None):
    rng = np.random.default_rng(c.seed + seed)
    n = n or c.W
    out = np.zeros(n, F)
    amp, tot = 1.0, 0.0
    for _ in range(octaves):
        k = int(c.a / cell) + 5
        out += up(rng.random((1, k)).repeat(3, 0), n, 3)[1] * amp
        tot += amp
        amp *= gain
        cell /= 2
    return (out / tot - 0.5) * 2


def below(c, line):
    return np.clip((c.y - line[None, :]) * c.H + 0.5, 0, 1)


def blur(a, r):
    """About a Gaussian blur of radius r pixels, for floats."""
    if r < 1:
        return a
    f = max(1, int(r / 3))
    planes = a[..., None] if a.ndim == 2 else a
    H, W = planes.shape[:2]
    res = []
    for i in range(planes.shape[2]):
        p = Image.fromarray(np.ascontiguousarray(planes[..., i], dtype=F))
        q = np.asarray(p.resize((max(2, W // f), max(2, H // f)), Image.BOX)).copy()
        k = max(1, int(round(r / f * 0.75)))
        for _ in range(3):
            for ax in (0, 1):
                pad = [(0, 0), (0, 0)]
                pad[ax] = (k + 1, k)
                s = np.cumsum(np.pad(q, pad, mode="edge"), axis=ax, dtype=np.float64)
                n = q.shape[ax]
                q = ((np.take(s, range(2 * k + 1, 2 * k + 1 + n), ax)
                      - np.take(s, range(0, n), ax)) / (2 * k + 1)).astype(F)
        res.append(np.asarray(Image.fromarray(q).resize((W, H), Image.BICUBIC)))
    out = np.stack(res, -1)
    return out[..., 0] if a.ndim == 2 else out


def disc(c, x, y, r, soft=0.0):
    d = np.hypot(c.x - x, c.y - y)
    return np.clip((r - d) / (soft or 1 / c.H) + 0.5, 0, 1)


def glow(img, c, x, y, r, colour, k=1.0, p=1.0, flat=1.0):
    d = np.hypot(c.x - x, (c.y - y) * flat) / r
    return screen(img, np.exp(-d ** p)[..., None] * col(colour) * k)


def mask(c, fn):
    """A mask drawn by fn(draw, pixels-per-height)."""
    im = Image.new("L", (c.W, c.H), 0)
    fn(ImageDraw.Draw(im), c.H)
    return np.asarray(im, F) / 255


def layer(img, c, fn, opacity=1.0):
    """Draws with colours over the picture: fn(draw, pixels-per-height)."""
    im = Image.new("RGBA", (c.W, c.H), (0, 0, 0, 0))
    fn(ImageDraw.Draw(im), c.H)
    a = np.asarray(im, F) / 255
    return mix(img, a[..., :3], a[..., 3] * opacity)


def rgb(s, k=1.0):
    v = np.clip((col(s) if isinstance(s, str) else s) * k, 0, 1)
    return tuple(int(round(t * 255)) for t in v) + (255,)


def sample(tex, u, v):
    """Bilinear, wrapping; u and v in texels."""
    n, m = tex.shape[:2]
    u0, v0 = np.floor(u), np.floor(v)
    fu, fv = (u - u0).astype(F), (v - v0).astype(F)
    if tex.ndim == 3:
        fu, fv = fu[..., None], fv[..., None]
    i, j = u0.astype(np.int64) % m, v0.astype(np.int64) % n
    i1, j1 = (i + 1) % m, (j + 1) % n
    a = tex[j, i] * (1 - fu) + tex[j, i1] * fu
    b = tex[j1, i] * (1 - fu) + tex[j1, i1] * fu
    return a * (1 - fv) + b * fv


def tile(seed, n=1024, power=2.0, low=2, ax=1.0):
    """Tileable noise with a power spectrum, mean 0, deviation 1."""
    rng = np.random.default_rng(seed)
    fy = np.fft.fftfreq(n)[:, None] * n
    fx = np.fft.rfftfreq(n)[None, :] * n
    k = np.hypot(fx * ax, fy)
    amp = np.where(k >= low, 1 / np.maximum(k, 1) ** power, 0)
    t = np.fft.irfft2(amp * np.exp(2j * np.pi * rng.random(amp.shape)), (n, n))
    return (t / t.std()).astype(F)


def clouds(img, c, hy, seed, cover=0.5, lit="#ffffff", dark="#8090a8", sun=(0.5, 0.3),
           scale=140, power=1.75, soft=1.3, opacity=0.95, stretch=1.0, fade=0.1):
    t = tile(c.seed + seed, 1024, power, 3)
    d = np.maximum(hy - c.y, 0) + 0.06
    u = (c.x - c.a / 2) / d * scale / stretch
    v = scale * 1.4 / d
    n = sample(t, u, v)
    sh = sample(t, u + (sun[0] - c.x) * 22, v - 14)
    th = 1.2 - cover * 2.4
    m = sstep(th, th + soft, n) * sstep(0.0, fade, hy - c.y) * opacity
    light = np.clip(0.62 + (n - sh) * 0.35 - np.maximum(n - th, 0) * 0.16, 0, 1)
    return mix(img, lerp(col(dark), col(lit), light[..., None]), m)


def water(img, c, hy, seed, rough=0.05, scale=26, deep="#0a2a3a", depth=0.55, chop=0.5, n=4,
          power=1.45, far=1.0):
    """Fills all below hy with water that mirrors what is above."""
    j0 = int(hy * c.H)
    ty, tx = tile(c.seed + seed, 1024, power, 4, 0.45), tile(c.seed + seed + 1, 1024, power, 4)
    y, x = c.y[j0:], c.x[j0:]
    above = img[:j0].copy()
    out = np.zeros_like(img[j0:])
    rng = np.random.default_rng(c.seed + seed)
    for _ in range(n):
        d = y - hy + (rng.random(y.shape, dtype=F) - 0.5) / c.H
        dd = np.maximum(d, 0.5 / c.H) + 0.012
        u, v = (x - c.a / 2) / dd * scale, scale * 2.2 / dd
        s = sample(ty, u, v) + chop * sample(ty, u * 3.1, v * 3.1)
        q = sample(tx, u, v)
        near = sstep(-0.02, 0.3, d)
        r = rough * lerp(0.35 * far, 1.0, near)
        yy = hy - np.abs(d + s * r) - rough * 0.3 * np.abs(s) * (1 - near)
        xx = x + q * r * 0.35
        jj = np.clip((yy * c.H).astype(np.int64), 0, j0 - 1)
        ii = np.clip((xx * c.H).astype(np.int64), 0, c.W - 1)
        px = above[jj, ii]
        f = np.clip(depth * (0.25 + d * 1.1 + 0.16 * s), 0, 0.96)[..., None]
        out += px * (1 - f) + col(deep) * f
    img[j0:] = out / n
    return img


def stars(img, c, n, seed=5, ymax=1.0, bright=1.0, mask_=None):
    rng = np.random.default_rng(c.seed + seed)
    sx, sy = rng.random(n) * c.W, rng.random(n) * c.H * ymax
    mag = rng.pareto(1.6, n) * 0.16 + 0.06
    lay = np.zeros((c.H, c.W, 3), F)
    for x, y, m in zip(sx, sy, mag):
        m = min(m, 3.0) * bright
        r = 1.1 + 1.2 * min(m, 1.6)
        k = int(r * 3) + 1
        i, j = int(x), int(y)
        if i < k or j < k or i >= c.W - k or j >= c.H - k:
            continue
        yy, xx = np.mgrid[-k:k + 1, -k:k + 1]
        g = np.exp(-(xx ** 2 + yy ** 2) / (r * r)) * min(1.0, m + 0.12)
        tint = lerp(np.array([1, .86, .72]), np.array([.75, .86, 1]), rng.random())
        lay[j - k:j + k + 1, i - k:i + k + 1] += g[..., None] * tint
    if mask_ is not None:
        lay *= mask_[..., None]
    return screen(img, lay)


def finish(img, c, grain=0.008, vig=0.25, bloom=0.0, contrast=0.0, sat=1.0):
    img = np.clip(img, 0, 1)
    if bloom:
        b = blur(np.clip(img - 0.55, 0, 1) * 1.6, c.H * 0.02)
        img = screen(img, b * bloom)
    if contrast:
        img = lerp(img, img * img * (3 - 2 * img), contrast)
    if sat != 1:
        g = img.mean(-1, keepdims=True)
        img = g + (img - g) * sat
    if vig:
        d = np.hypot((c.x - c.a / 2) / (c.a / 2), (c.y - 0.5) / 0.5) / 1.42
        img = img * (1 - vig * d ** 2.2)[..., None]
    im = Image.fromarray((np.clip(img, 0, 1) * 255 + 0.5).astype(np.uint8))
    im = im.resize((c.W // SS, c.H // SS), Image.LANCZOS)
    if grain:
        a = np.asarray(im, F)
        g = np.random.default_rng(c.seed).normal(0, 1, a.shape[:2]).astype(F)
        g = 0.6 * g + 0.4 * (np.roll(g, 1, 0) + np.roll(g, 1, 1)) / 1.4
        im = Image.fromarray(np.clip(a + g[..., None] * grain * 255 + 0.5, 0, 255).astype(np.uint8))
    return im


# ---------------------------------------------------------------- terrain

def heights(seed, n=1024, base=5, octaves=8, ridged=1.0, gain=0.5):
    """Tileable mountains, 0...1."""
    rng = np.random.default_rng(seed)
    out = np.zeros((n, n), F)
    weight = np.ones((n, n), F)
    amp, total = 1.0, 0.0
    k = base
    for _ in range(octaves):
        g = rng.random((k, k))
        p = 4
        gp = np.pad(g, p, mode="wrap")
        s = n / k
        v = np.asarray(Image.fromarray(gp.astype(F)).resize(
            (n, n), Image.BICUBIC, box=(p, p, p + k, p + k)))
        r = (1 - np.abs(2 * v - 1)) ** 2
        v = lerp(v, r, ridged)
        out += v * weight * amp
        weight = np.clip(lerp(1.0, v * 1.7, ridged), 0, 1) * lerp(1.0, weight, 0.5)
        total += amp
        amp *= gain
        k = int(k * 2.03)
        if k > n // 2:
            break
    out -= out.min()
    return out / out.max()


def shadow(h, sx, sz, tan, steps=160, soft=5.0):
    """1 where the sun (towards sx, sz with slope tan) is seen."""
    occ = np.full_like(h, -1e9)
    ln = math.hypot(sx, sz)
    for k in range(1, steps):
        i, j = int(round(sx / ln * k)), int(round(sz / ln * k))
        np.maximum(occ, np.roll(h, (-j, -i), (0, 1)) - tan * k, out=occ)
    return 1 - np.clip((occ - h) / soft, 0, 1)


class Terrain:
    def __init__(self, c, h, cam, horizon, fov=1.0, near=8, far=1500, steps=1700):
        """h in world units (one texel is one unit); cam = (x, z, height)."""
        self.c, self.h = c, h
        f = c.H * fov
        z = near * (far / near) ** np.linspace(0, 1, steps)
        z = z.astype(F)
        sx = (np.arange(c.W) + 0.5 - c.W / 2) / f
        wx = cam[0] + z[:, None] * sx[None, :]
        wz = cam[1] + np.repeat(z[:, None], c.W, 1)
        hh = sample(h, wx, wz)
        ys = horizon * c.H - f * (hh - cam[2]) / z[:, None]
        run = np.minimum.accumulate(ys, 0)
        rows = np.arange(c.H) + 0.5
        idx = np.empty((c.H, c.W), np.int32)
        for i in range(c.W):
            idx[:, i] = np.searchsorted(-run[:, i], -rows)
        self.sky = idx >= steps
        i1 = np.minimum(idx, steps - 1)
        i0 = np.maximum(i1 - 1, 0)
        cols = np.arange(c.W)[None, :]
        ya, yb = ys[i0, cols], ys[i1, cols]
        t = np.clip((ya - rows[:, None]) / np.where(np.abs(ya - yb) < 1e-6, 1, ya - yb), 0, 1)
        self.z = lerp(z[i0], z[i1], t).astype(F)
        self.wx = cam[0] + self.z * sx[None, :]
        self.wz = cam[1] + self.z
        self.height = sample(h, self.wx, self.wz)
        gx = (np.roll(h, -1, 1) - np.roll(h, 1, 1)) / 2
        gz = (np.roll(h, -1, 0) - np.roll(h, 1, 0)) / 2
        self.gx, self.gz = sample(gx, self.wx, self.wz), sample(gz, self.wx, self.wz)

    def detail(self, amount, seed, scale=7.0):
        """Roughens the slopes with finer noise, less when far."""
        t = tile(seed, 512, 1.2, 8)
        k = amount / (1 + self.z / 260)
        self.gx = self.gx + sample(t, self.wx * scale, self.wz * scale) * k
        self.gz = self.gz + sample(t, self.wz * scale + 99, self.wx * scale) * k

    def light(self, sun):
        s = np.array(sun, F) / np.linalg.norm(sun)
        n = 1 / np.sqrt(self.gx ** 2 + self.gz ** 2 + 1)
        self.slope = n
        return np.clip((-self.gx * s[0] + s[1] - self.gz * s[2]) * n, 0, 1)

    def put(self, img, colour, haze, k, haze_low=0.0):
        """haze is a colour or a picture; k is the distance of 63 % haze."""
        a = 1 - np.exp(-self.z / k)
        if haze_low:
            a = np.clip(a + haze_low, 0, 1)
        hz = col(haze) if isinstance(haze, str) else haze
        out = lerp(colour, hz, np.clip(a, 0, 1)[..., None])
        m = blur((~self.sky).astype(F), 1)
        img[...] = np.where(self.sky[..., None], img, out)
        return img


# ---------------------------------------------------------------- shapes

def fir(d, rng, x, y, h, w=0.34, fill=255):
    """A fir silhouette with its foot at x, y (pixels)."""
    n = int(11 + rng.random() * 5)
    left, right = [], []
    lean = rng.normal(0, 0.012) * h
    for i in range(n):
        t = (i + 0.4) / n
        r = w * h * 0.5 * t ** 0.85 * (0.8 + 0.4 * rng.random())
        r2 = w * h * 0.5 * t ** 0.85 * (0.8 + 0.4 * rng.random())
        yy = y - h * (1 - t)
        cx = x + lean * (1 - t)
        left += [(cx - r, yy + h * 0.035), (cx - r * 0.42, yy + h * 0.018)]
        right += [(cx + r2, yy + h * 0.035), (cx + r2 * 0.42, yy + h * 0.018)]
    d.polygon([(x + lean, y - h)] + right + [(x, y)] + left[::-1], fill=fill)
    d.rectangle([x - h * 0.012, y - h * 0.1, x + h * 0.012, y + h * 0.02], fill=fill)


def firs(c, line, seed, n, hmin, hmax, w=0.34):
    """A mask of firs along a line of heights."""
    rng = np.random.default_rng(c.seed + seed)

    def draw(d, H):
        for x in np.sort(rng.random(n) * c.W):
            i = int(np.clip(x, 0, c.W - 1))
            fir(d, rng, x, line[i] * H + 0.004 * H, H * (hmin + (hmax - hmin) * rng.random() ** 1.6), w)
    return np.maximum(mask(c, draw), below(c, line))


def tree(d, rng, x, y, length, angle, width, leaves, fill=255, spread=0.45, depth=9):
    if depth == 0 or width < 0.6:
        leaves.append((x, y))
        return
    x2, y2 = x + math.cos(angle) * length, y + math.sin(angle) * length
    d.line([x, y, x2, y2], fill=fill, width=max(1, int(width)))
    d.ellipse([x2 - width / 2, y2 - width / 2, x2 + width / 2, y2 + width / 2], fill=fill)
    if depth < 6:
        leaves.append((x2, y2))
    for s in (-1, 1):
        tree(d, rng, x2, y2, length * (0.7 + 0.17 * rng.random()),
             angle + s * spread * (0.45 + 0.8 * rng.random()) + (-math.pi / 2 - angle) * 0.06,
             width * 0.69, leaves, fill, spread, depth - 1)


def bird(d, x, y, s, fill, lift=0.5):
    p = []
    for t in np.linspace(-1, 1, 21):
        p.append((x + t * s, y - s * lift * (math.sin(abs(t) * 2.4) * 0.62) + s * 0.12 * abs(t)))
    q = [(a, b + s * 0.13 * (1 - abs((a - x) / s)) ** 0.7 + 0.5) for a, b in reversed(p)]
    d.polygon(p + q, fill=fill)


def birds(img, c, places, colour, opacity=0.85):
    def draw(d, H):
        for x, y, s, l in places:
            bird(d, x * H, y * H, s * H, rgb(colour), l)
    return layer(img, c, draw, opacity)

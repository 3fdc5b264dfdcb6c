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

The texts of the feed (Demo/feed.yaml) are written by hand and are not touched.
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
    q = [(a, b + s * 0.13 * max(0.0, 1 - abs((a - x) / s)) ** 0.7 + 0.5) for a, b in reversed(p)]
    d.polygon(p + q, fill=fill)


def birds(img, c, places, colour, opacity=0.85):
    def draw(d, H):
        for x, y, s, l in places:
            bird(d, x * H, y * H, s * H, rgb(colour), l)
    return layer(img, c, draw, opacity)


# ---------------------------------------------------------------- mountains

def viewpoint(h, seed, above):
    """A low place with high mountains ahead of it."""
    rng = np.random.default_rng(seed)
    best = None
    for x, z in rng.integers(0, 1024, (400, 2)):
        ground = np.take(np.take(h, range(z - 15, z + 90), 0, mode="wrap"),
                         range(x - 50, x + 50), 1, mode="wrap").max() + above
        rise = []
        for a in np.linspace(-0.5, 0.5, 15):
            t = np.arange(140, 620, 6)
            hh = h[(z + t) % 1024, (x + (a * t).astype(int)) % 1024]
            rise.append(((hh - ground) / t).max())
        v = np.mean(rise)
        if best is None or v > best[0]:
            best = (v, int(x), int(z))
    return best[1], best[2], above


def rocky(c, seed, horizon, cam, sun, size=230, fov=1.0, base=5, snowline=0.5, power=1.15,
          far=1100, grass=None, snow_soft=0.2, near=8, sunshine="#fff2dc", amb="#6f8fc0",
          rock="#6d6660", snow="#f6f9ff", haze="#c4d4e6", k=700, bg=None, tweak=None, ridged=1.0,
          det=0.4, haze_fn=None, octaves=8):
    h = heights(seed, 1024, base, octaves, ridged) ** power * size
    if tweak:
        h = tweak(h)
    if cam[0] is None:
        cam = viewpoint(h, seed, cam[2])
    # the camera stands this far above all that is close
    near_by = np.take(np.take(h, range(cam[1] - 15, cam[1] + 70), 0, mode="wrap"),
                      range(cam[0] - 40, cam[0] + 40), 1, mode="wrap")
    cam = (cam[0], cam[1], float(near_by.max()) + cam[2])
    t = Terrain(c, h, cam, horizon, fov, near, far)
    sh = sample(shadow(h, sun[0], sun[2], sun[1] / math.hypot(sun[0], sun[2])), t.wx, t.wz)
    t.detail(det, seed + 5)
    li = t.light(sun) * sh
    n1 = sample(tile(seed + 9, 512, 1.5, 4), t.wx * 1.2, t.wz * 1.2)
    line = t.height / size + 0.05 * n1
    m = sstep(snowline - snow_soft, snowline + snow_soft, line) * sstep(0.42, 0.72, t.slope + 0.04 * n1)
    base_c = np.repeat(col(rock)[None, None], c.H, 0) * (0.9 + 0.16 * n1[..., None])
    if grass:
        g = sstep(0.62, 0.86, t.slope) * (1 - sstep(snowline - 0.35, snowline - 0.02, line))
        gc = lerp(col(grass[0]), col(grass[1]), sstep(-1.5, 1.5, n1)[..., None])
        base_c = lerp(base_c, gc, g[..., None])
    base_c = lerp(base_c, col(snow), m[..., None])
    sky_amb = 0.45 + 0.55 * t.slope
    out = base_c * (li[..., None] * col(sunshine) * 1.05 + sky_amb[..., None] * col(amb) * 0.62)
    hz = haze if haze_fn is None else haze_fn(t)
    t.put(bg, out, hz, k)
    return t


@scene("mountains/first-snow.jpg", 1280, 853)
def _(c):
    img = vsky(c, [(0, "#2f62a8"), (0.3, "#7fa9d6"), (0.55, "#d6e4f0")])
    clouds(img, c, 0.55, 3, 0.3, "#ffffff", "#a9bcd4", (0.1, 0.1), power=1.9)
    rocky(c, 41, 0.38, (300, 100, 14), (-0.8, 0.55, -0.35), size=135, fov=1.2, snowline=0.36,
          bg=img, haze="#bcd0e8", k=900)
    return finish(img, c, contrast=0.25, sat=1.05)


@scene("mountains/alpenglow.jpg", 864, 1080)
def _(c):
    img = vsky(c, [(0, "#3c4a86"), (0.25, "#8a78b0"), (0.45, "#e6a4a8"), (0.6, "#f9cfa8")])
    rocky(c, 77, 0.5, (520, 380, 8), (-0.9, 0.32, -0.45), size=165, fov=1.35, base=4, snowline=0.34,
          sunshine="#ff9a66", amb="#5866a8", rock="#665660", haze="#b58fb0", k=1000, bg=img, power=1.25)
    f = fbm(c, 0.12, 8, 5, stretch=4)
    mix(img, "#8f86b8", sstep(0.7, 1.02, c.y) * 0.75 * (0.55 + 0.5 * f))
    fl = 0.93 + 0.05 * line_noise(c, 4, 0.3, 4)
    mix(img, "#1c2038", firs(c, fl, 9, 110, 0.03, 0.13))
    return finish(img, c, contrast=0.25, sat=1.08)


@scene("mountains/lake-below-the-pass.jpg", 1280, 853)
def _(c):
    img = vsky(c, [(0, "#3a74b8"), (0.35, "#9cc3e2"), (0.6, "#e4eef2")])
    clouds(img, c, 0.6, 3, 0.42, "#ffffff", "#9db2c8", (0.9, 0.1), power=1.9)
    rocky(c, 19, 0.58, (None, None, 6), (0.8, 0.55, -0.4), size=165, fov=1.1, snowline=0.55, base=4,
          grass=("#5d7a3c", "#7f8f4a"), bg=img, haze="#b9d0e2", k=800,
          tweak=lambda h: np.where(h < 26, 26 + (h - 26) * 0.1, h))
    hy = 0.615
    sh = hy - 0.018 + 0.012 * line_noise(c, 2, 0.25, 5) - 0.02 * np.abs(c.xs - c.a / 2)
    mix(img, "#22351f", firs(c, sh, 4, 340, 0.012, 0.062, 0.4))
    water(img, c, hy, 5, rough=0.012, scale=40, deep="#0d3c48", depth=0.5, n=3)
    edge = 0.93 + 0.05 * line_noise(c, 12, 0.5, 6) + 0.1 * (c.xs / c.a - 0.4)
    st = fbm(c, 0.02, 30, 4)
    m = below(c, edge)
    mix(img, lerp(col("#3c3a34"), col("#7d786c"), st[..., None]), m)
    return finish(img, c, contrast=0.25, sat=1.08)


@scene("mountains/green-valley.jpg", 1280, 853)
def _(c):
    img = vsky(c, [(0, "#4383c8"), (0.4, "#a9cfea"), (0.6, "#eef3ee")])
    clouds(img, c, 0.5, 3, 0.48, "#ffffff", "#a3b4c6", (0.8, 0.1), power=1.9)
    rocky(c, 8, 0.34, (200, 640, 22), (0.75, 0.6, -0.2), size=95, fov=1.1, base=6, snowline=1.4,
          ridged=0.55, grass=("#4a7a2e", "#8da848"), rock="#75705f", bg=img, haze="#bcd3e0", k=650,
          amb="#6d8ca0", octaves=7, det=0.25)
    return finish(img, c, contrast=0.2, sat=1.1)


@scene("mountains/above-the-clouds.jpg", 1280, 853)
def _(c):
    img = vsky(c, [(0, "#41508e"), (0.22, "#a884a8"), (0.38, "#f7b98a"), (0.46, "#ffe2b0")])
    glow(img, c, 0.95, 0.4, 0.3, "#ffd890", 0.8)
    t = rocky(c, 63, 0.4, (100, 60, 22), (0.15, 0.25, 0.9), size=120, fov=1.1, snowline=0.75, base=6,
              sunshine="#ffb070", amb="#6a6fa8", rock="#4c4658", haze="#f2b79a", k=900, bg=img)
    n = fbm(c, 0.16, 5, 6, stretch=3.0)
    level = 52 + 20 * (n - 0.5)
    m = (1 - sstep(level - 8, level + 8, t.height)) * (~t.sky)
    n2 = fbm(c, 0.1, 6, 6, stretch=3.5)
    lit = lerp(col("#8f86b4"), col("#ffd9b8"), np.clip(n2 * 1.25 - (c.y - 0.5) * 0.9, 0, 1)[..., None])
    mix(img, lit, blur(m, 5) * 0.97)
    glow(img, c, 0.95, 0.4, 0.5, "#ffb060", 0.45)
    return finish(img, c, contrast=0.15, bloom=0.25)


@scene("mountains/blue-ridges.jpg", 1080, 1350)
def _(c):
    img = vsky(c, [(0, "#f3c9a5"), (0.22, "#f7dcc0"), (0.4, "#f8ead8")])
    glow(img, c, 0.52, 0.24, 0.35, "#ffe6b0", 0.8)
    mix(img, "#fffaf0", disc(c, 0.52, 0.235, 0.034, 0.004))
    n = 9
    for i in range(n):
        t = i / (n - 1)
        line = 0.3 + 0.62 * t ** 1.15 + (0.03 + 0.055 * t) * line_noise(c, 20 + i, 0.34 + 0.1 * t, 8, 0.48)
        top, low = lerp(col("#c5bfd0"), col("#101f38"), t ** 0.8), lerp(col("#f1dccb"), col("#2a4664"), t ** 0.9)
        g = np.clip((c.y - line[None]) / (0.16 + 0.05 * t), 0, 1)[..., None]
        m = below(c, line)
        if i >= n - 2:
            m = firs(c, line, 60 + i, 150, 0.012 + 0.02 * (i == n - 1), 0.03 + 0.065 * (i == n - 1), 0.32)
        mix(img, lerp(top, low, g), m)
    birds(img, c, [(0.33, 0.17, 0.013, 0.6), (0.37, 0.155, 0.01, 0.4), (0.3, 0.15, 0.008, 0.7)], "#554a5c")
    return finish(img, c)


@scene("mountains/dunes-at-five.jpg", 1280, 853)
def _(c):
    img = vsky(c, [(0, "#5a86b8"), (0.3, "#b9c9d2"), (0.48, "#f6d9b4")])
    rng = np.random.default_rng(c.seed)
    n = 1024
    yy, xx = np.mgrid[0:n, 0:n].astype(F)
    t1, t2 = tile(3, n, 2.6, 1), tile(4, n, 2.6, 1)
    ph = (xx / n * 5 + t1 * 0.42 + 0.25 * yy / n * 4) % 1
    crest = np.where(ph < 0.68, (ph / 0.68) ** 1.35, ((1 - ph) / 0.32) ** 1.0)
    h = blur(crest, 2) * (42 + 16 * t2) + 10 * t1 + 30
    h = h.astype(F)
    t = Terrain(c, h, (440, 150, 116), 0.36, 1.0, 8, 1100)
    sun = (-0.85, 0.33, 0.35)
    sh = sample(shadow(h, sun[0], sun[2], sun[1] / math.hypot(sun[0], sun[2]), soft=3), t.wx, t.wz)
    rip = np.sin((t.wx * 1.9 + t.wz * 0.8 + 3 * sample(tile(8, 512, 2), t.wx, t.wz)) * 1.6)
    t.gx = t.gx + 0.1 * rip * np.exp(-t.z / 130)
    li = t.light(sun) * sh
    out = col("#e2a264") * (li[..., None] * col("#ffe2b8") * 1.25 + col("#7a6f96") * 0.55)
    t.put(img, out, "#f3cfa6", 900)
    return finish(img, c, contrast=0.25, sat=1.05)


@scene("mountains/balloons-over-the-plateau.jpg", 1080, 1080)
def _(c):
    img = vsky(c, [(0, "#6f9fd0"), (0.35, "#c9d6dc"), (0.6, "#fbe3c4")])
    rocky(c, 27, 0.6, (300, 400, 24), (-0.8, 0.35, -0.3), size=70, fov=1.1, base=7, snowline=1.5,
          ridged=0.8, grass=("#8a7a4c", "#a58a58"), rock="#b08262", bg=img, haze="#f4d9bd", k=520,
          sunshine="#ffd9a0", amb="#7d80a0", power=0.9)
    rng = np.random.default_rng(4)
    pal = [("#c8433a", "#f2e6d0"), ("#e2a33a", "#35567c"), ("#3f7f86", "#f3d9a0"), ("#7a4a7c", "#eab64f"),
           ("#d9653b", "#f4ead8"), ("#35567c", "#d8d0c0")]
    spots = [(0.28, 0.27, 0.125), (0.7, 0.4, 0.075), (0.52, 0.14, 0.05), (0.86, 0.2, 0.038),
             (0.45, 0.5, 0.032), (0.12, 0.47, 0.042)]
    for (x, y, r), (a, b) in sorted(zip(spots, pal), key=lambda s: s[0][2]):
        dx, dy = (c.x - x) / r, (c.y - y) / r
        wide = np.where(dy < 0.15, np.sqrt(np.clip(1 - (np.clip(dy, -1, 0.15) / 1.0) ** 2, 0, 1)),
                        np.sqrt(1 - 0.15 ** 2) * np.clip(1 - ((np.clip(dy, .15, 1.25) - 0.15) / 1.1) ** 1.6 * 0.8, 0, 1))
        inside = np.clip((wide - np.abs(dx)) * r * c.H, 0, 1) * (dy > -1) * (dy < 1.25)
        u = np.clip(dx / np.maximum(wide, 1e-3), -1, 1)
        ang = np.arcsin(u)
        stripe = sstep(-0.15, 0.15, np.sin(ang * 8 + 0.6))
        base = lerp(col(a), col(b), stripe[..., None])
        li = np.clip(0.62 - 0.5 * u - 0.12 * dy, 0.2, 1.15) * (0.94 + 0.06 * np.abs(np.cos(ang * 16)))
        hz = 0.32 * (1 - r / 0.125)
        colr = lerp(base * li[..., None] * col("#fff0dc"), col("#e6d9cf"), hz)
        mix(img, colr, inside)

        def basket(d, H, x=x, y=y, r=r, hz=hz):
            k = rgb(lerp(col("#4a3424"), col("#e6d9cf"), hz))
            for s in (-1, 1):
                d.line([(x + s * r * 0.2) * H, (y + r * 1.24) * H, (x + s * r * 0.11) * H, (y + r * 1.52) * H], fill=k, width=max(1, int(r * 14)))
            d.rounded_rectangle([(x - r * 0.13) * H, (y + r * 1.5) * H, (x + r * 0.13) * H, (y + r * 1.7) * H], r * 0.03 * H, fill=k)
        layer(img, c, basket)
    return finish(img, c, contrast=0.12)


# ---------------------------------------------------------------- coast

def boat(d, H, x, y, s, hull, cabin, mast, trim="#f2ece0"):
    """A small fishing boat; x, y the middle of its waterline, s its length."""
    p = lambda *q: [((x + a * s) * H, (y + b * s) * H) for a, b in q]
    d.polygon(p((-0.5, -0.17), (-0.3, -0.115), (0.1, -0.1), (0.42, -0.13), (0.46, -0.12), (0.38, 0.005), (-0.36, 0.005), (-0.43, -0.06)), fill=rgb(hull))
    d.line(p((-0.5, -0.17), (-0.3, -0.115), (0.1, -0.1), (0.46, -0.13)), fill=rgb(trim), width=max(1, int(0.018 * s * H)))
    d.polygon(p((-0.36, 0.005), (0.38, 0.005), (0.39, -0.02), (-0.38, -0.02)), fill=rgb("#5c2a24"))
    d.polygon(p((0.05, -0.1), (0.05, -0.25), (0.3, -0.25), (0.31, -0.1)), fill=rgb(cabin))
    d.polygon(p((0.02, -0.25), (0.33, -0.25), (0.33, -0.28), (0.02, -0.28)), fill=rgb(cabin, 0.7))
    for a in (0.08, 0.19):
        d.rectangle(p((a, -0.22), (a + 0.08, -0.16)), fill=rgb("#3a4a58"))
    d.line(p((-0.12, -0.1), (-0.12, -0.1 - mast)), fill=rgb("#4a3a30"), width=max(1, int(0.022 * s * H)))
    d.line(p((-0.12, -0.1 - mast), (-0.48, -0.16)), fill=rgb("#5a4a40"), width=1)
    d.line(p((-0.12, -0.1 - mast), (0.42, -0.13)), fill=rgb("#5a4a40"), width=1)
    d.line(p((-0.12, -0.16), (0.04, -0.34)), fill=rgb("#4a3a30"), width=max(1, int(0.014 * s * H)))


@scene("coast/harbour-at-dawn.jpg", 1280, 853)
def _(c):
    img = vsky(c, [(0, "#5d7fae"), (0.25, "#b7a9bd"), (0.45, "#f4b999"), (0.58, "#fbdcae")])
    clouds(img, c, 0.58, 3, 0.4, "#ffd9bf", "#8a86a8", (1.1, 0.5), power=1.9, stretch=1.6)
    glow(img, c, 1.06, 0.5, 0.26, "#ffd48a", 0.75)
    mix(img, "#fff4d6", disc(c, 1.06, 0.487, 0.022, 0.004))
    hy = 0.6
    for i, (a, b, k) in enumerate([(0.5, 0.04, "#c79a9c"), (0.535, 0.035, "#9a7d90"), (0.565, 0.03, "#6b6280")]):
        mix(img, k, below(c, a + b * line_noise(c, 30 + i, 0.4, 7) + 0.03 * (c.xs / c.a - 0.5)))

    def town(d, H):
        rng = np.random.default_rng(8)
        x = 0.0
        while x < 0.62:
            w, h = 0.018 + 0.02 * rng.random(), (0.025 + 0.05 * rng.random()) * (1 - x * 1.1)
            k = lerp(col("#a78a8c"), col("#e0c0a8"), rng.random()) * 0.8
            d.rectangle([x * H, (hy - h) * H, (x + w) * H, hy * H], fill=rgb(k))
            d.polygon([(x * H, (hy - h) * H), ((x + w / 2) * H, (hy - h - 0.012) * H), ((x + w) * H, (hy - h) * H)], fill=rgb("#8a5548"))
            for j in range(int(h / 0.016)):
                for q in (0.3, 0.7):
                    lit = rng.random() < 0.3
                    d.rectangle([(x + w * q - 0.0022) * H, (hy - h + 0.006 + j * 0.016) * H, (x + w * q + 0.0022) * H, (hy - h + 0.013 + j * 0.016) * H], fill=rgb("#ffdf9a" if lit else "#5a5060"))
            x += w
    layer(img, c, town)

    def back(d, H):
        rng = np.random.default_rng(5)
        for x in np.linspace(0.5, 1.42, 13):
            s = 0.05 + 0.03 * rng.random()
            d.line([x * H, hy * H, x * H, (hy - s * 2.2) * H], fill=rgb("#5a4c5c"), width=3)
            d.polygon([((x - s / 2) * H, (hy - 0.011) * H), ((x + s / 2) * H, (hy - 0.012) * H), ((x + s * 0.42) * H, hy * H), ((x - s * 0.4) * H, hy * H)], fill=rgb(lerp(col("#8a7480"), col("#d8c4bc"), rng.random())))
    layer(img, c, back)
    water(img, c, hy, 5, rough=0.022, scale=36, deep="#27405c", depth=0.42)
    for x, y, s, k in [(0.98, 0.69, 0.2, ("#2f6f86", "#f0e6d4", 0.5)), (0.5, 0.735, 0.29, ("#b8473c", "#f2e8d8", 0.52)), (1.2, 0.84, 0.37, ("#2d4a78", "#f4ead6", 0.5))]:
        j = int(y * c.H)
        sub = np.zeros((c.H, c.W, 4), F)
        im = Image.new("RGBA", (c.W, c.H), (0, 0, 0, 0))
        boat(ImageDraw.Draw(im), c.H, x, y, s, *k)
        sub = np.asarray(im, F) / 255
        sub[..., :3] *= (0.62 + 0.38 * sstep(x - s, x + s * 0.6, c.x))[..., None] * col("#ffe9d8")
        # the mirrored boat, wavy
        ty = tile(c.seed + 77, 512, 1.4, 3, 0.4)
        d = np.maximum(c.y - y, 0)
        wob = sample(ty, c.x * 260, np.log(d + 0.02) * 45) * (0.002 + 0.04 * d)
        jj = np.clip(((y - d * 1.0 + wob * 1.3) * c.H).astype(int), 0, c.H - 1)
        ii = np.clip(((c.x + wob) * c.H).astype(int), 0, c.W - 1)
        r = sub[jj, ii]
        mix(img, r[..., :3] * 0.62 + col("#27405c") * 0.12, r[..., 3] * 0.85 * (c.y > y) * (jj < j))
        mix(img, sub[..., :3], sub[..., 3])
    birds(img, c, [(0.72, 0.25, 0.02, 0.7), (0.78, 0.22, 0.014, 0.4), (0.63, 0.3, 0.012, 0.6)], "#4c4a60")
    return finish(img, c, contrast=0.18, bloom=0.12)


@scene("coast/long-wave-at-dusk.jpg", 1280, 853)
def _(c):
    img = vsky(c, [(0, "#2c3566"), (0.2, "#7a5a8c"), (0.38, "#e0786a"), (0.5, "#ffc070")])
    clouds(img, c, 0.52, 3, 0.5, "#ff9a72", "#4a3a68", (0.55, 0.48), power=1.85, stretch=2.2)
    glow(img, c, 0.55, 0.46, 0.32, "#ffb050", 0.8)
    mix(img, "#fff2c8", disc(c, 0.55, 0.462, 0.038, 0.004))
    water(img, c, 0.52, 5, rough=0.11, scale=34, deep="#1a2350", depth=0.5, chop=0.35, power=1.7)
    return finish(img, c, contrast=0.2, bloom=0.3)


@scene("coast/lighthouse-blue-hour.jpg", 864, 1080)
def _(c):
    img = vsky(c, [(0, "#122244"), (0.35, "#2f4f80"), (0.58, "#8a8fae"), (0.68, "#e3b49c")])
    clouds(img, c, 0.7, 3, 0.42, "#b59cb0", "#2c3c64", (0.2, 0.65), power=1.9, stretch=1.8)
    stars(img, c, 160, ymax=0.35, bright=0.7)
    water(img, c, 0.7, 5, rough=0.07, scale=24, deep="#0b1c38", depth=0.5, power=1.6)
    lx, ly = 0.53, 0.385
    for s in (-1, 1):
        ang = np.arctan2(c.y - ly, (c.x - lx) * s)
        d = np.hypot(c.x - lx, c.y - ly)
        beam = np.exp(-((ang + 0.1 * s) / 0.055) ** 2) * np.exp(-d * (1.6 if s < 0 else 2.6)) * 0.75
        screen(img, beam[..., None] * col("#ffe9b0"))
    rock = 0.73 - 0.09 * np.exp(-((c.xs - 0.56) / 0.16) ** 2) - 0.06 * sstep(0.55, 0.85, c.xs) + 0.012 * line_noise(c, 4, 0.09, 7)
    n = fbm(c, 0.05, 9, 6, ridged=True)
    m = below(c, rock) * (1 - below(c, 0.79 - 0.05 * np.abs(c.xs - 0.6) - (c.xs < 0.25) * 0.2 + 0.02 * line_noise(c, 7, 0.12, 6)))
    m *= sstep(0.2, 0.32, c.x)
    mix(img, lerp(col("#0d1424"), col("#3c4258"), (n * sstep(0.1, -0.02, c.y - rock[None]))[..., None]), m)
    tw = lambda y: 0.026 + 0.017 * (y - 0.41) / 0.24
    body = np.clip((tw(c.y) - np.abs(c.x - lx)) * c.H, 0, 1) * (c.y > 0.41) * (c.y < 0.652)
    u = (c.x - lx) / tw(c.y)
    red = sstep(-0.2, 0.2, np.sin((c.y - 0.41) * 2 * math.pi / 0.1 + 1.2))
    base = lerp(col("#e4e2e4"), col("#a83a38"), red[..., None])
    mix(img, base * (0.48 - 0.2 * u + 0.08 * (1 - u * u))[..., None] * col("#c8d4f4"), body)

    def top(d, H):
        p = lambda a, b, e, f: [(lx + a) * H, (ly + b) * H, (lx + e) * H, (ly + f) * H]
        d.rectangle(p(-0.034, 0.02, 0.034, 0.027), fill=rgb("#181c2a"))
        for a in np.linspace(-0.033, 0.033, 9):
            d.line(p(a, 0.005, a, 0.02), fill=rgb("#181c2a"), width=2)
        d.line(p(-0.033, 0.005, 0.033, 0.005), fill=rgb("#181c2a"), width=2)
        d.rectangle(p(-0.017, -0.018, 0.017, 0.02), fill=rgb("#fff0c0"))
        for a in (-0.017, -0.006, 0.006, 0.017):
            d.line(p(a, -0.018, a, 0.02), fill=rgb("#30303a"), width=2)
        d.polygon([((lx - 0.022) * H, (ly - 0.018) * H), ((lx + 0.022) * H, (ly - 0.018) * H), (lx * H, (ly - 0.045) * H)], fill=rgb("#702a2c"))
        for a in (0.09, 0.17):
            d.rectangle(p(-0.004, a, 0.005, a + 0.015), fill=rgb("#ffd890"))
        d.polygon([((lx + 0.06) * H, 0.655 * H), ((lx + 0.06) * H, 0.615 * H), ((lx + 0.1) * H, 0.59 * H), ((lx + 0.14) * H, 0.615 * H), ((lx + 0.14) * H, 0.66 * H)], fill=rgb("#4c5470"))
        d.polygon([((lx + 0.053) * H, 0.62 * H), ((lx + 0.1) * H, 0.587 * H), ((lx + 0.147) * H, 0.62 * H), ((lx + 0.1) * H, 0.597 * H)], fill=rgb("#3a2a34"))
        d.rectangle(p(0.078, 0.24, 0.09, 0.256), fill=rgb("#ffcf80"))
        d.rectangle(p(0.108, 0.24, 0.12, 0.256), fill=rgb("#ffcf80"))
    layer(img, c, top)
    glow(img, c, lx, ly, 0.035, "#ffe6a8", 1.0, 1.0)
    return finish(img, c, bloom=0.3, contrast=0.15)


@scene("coast/white-sail-at-noon.jpg", 1280, 853)
def _(c):
    img = vsky(c, [(0, "#2f78c4"), (0.3, "#7fb8e4"), (0.5, "#dcebf2")])
    clouds(img, c, 0.52, 3, 0.42, "#ffffff", "#b4c6d8", (0.2, 0.0), power=1.8)
    mix(img, "#93b3c8", below(c, 0.5 - 0.055 * np.exp(-((c.xs - 0.25) / 0.22) ** 2) + 0.012 * line_noise(c, 4, 0.2, 7)))
    mix(img, "#7fa3bc", below(c, 0.512 - 0.03 * np.exp(-((c.xs - 1.3) / 0.2) ** 2) + 0.008 * line_noise(c, 5, 0.2, 7)))
    hy = 0.52

    def sail(d, H):
        x, y, s = 0.93, hy + 0.012, 0.3
        p = lambda *q: [((x + a * s) * H, (y + b * s) * H) for a, b in q]
        main = [(0.0, -1.02)] + [(0.42 * t ** 0.85 + 0.05 * math.sin(t * 3.1), -1.02 + 0.92 * t) for t in np.linspace(0, 1, 20)] + [(0.0, -0.1)]
        d.polygon(p(*main), fill=rgb("#f7f5f0"))
        jib = [(-0.02, -0.92)] + [(-0.36 * t - 0.03 * math.sin(t * 3.1), -0.92 + 0.83 * t) for t in np.linspace(0, 1, 20)] + [(-0.04, -0.13)]
        d.polygon(p(*jib), fill=rgb("#e3e7ea"))
        for t in (0.3, 0.55, 0.78):
            d.line(p((0.0, -1.02 + 0.92 * t), (0.42 * t ** 0.85 + 0.04, -1.02 + 0.92 * t + 0.01)), fill=rgb("#d9d8d4"), width=2)
        d.line(p((-0.008, -1.05), (-0.008, -0.03)), fill=rgb("#6a5c50"), width=5)
        d.polygon(p((-0.42, -0.075), (0.4, -0.06), (0.36, 0.0), (-0.3, 0.0)), fill=rgb("#22405e"))
        d.line(p((-0.42, -0.075), (0.4, -0.06)), fill=rgb("#f0ece4"), width=4)
    layer(img, c, sail)
    water(img, c, hy + 0.012, 5, rough=0.13, scale=17, deep="#06506e", depth=0.85, chop=0.6, power=1.5)
    return finish(img, c, contrast=0.15, sat=1.08, vig=0.2)


@scene("coast/islands-in-the-mist.jpg", 1080, 1080)
def _(c):
    img = vsky(c, [(0, "#c9d6d8"), (0.4, "#e6e6de"), (0.62, "#f2ebdd")])
    hy = 0.6
    for i in range(6):
        t = i / 5
        rng = np.random.default_rng(50 + i)
        line = np.full(c.W, 2.0, F)
        for _ in range(2 if i < 4 else 1):
            x0, w, h = rng.random() * c.a, 0.16 + 0.2 * rng.random(), 0.08 + 0.12 * rng.random() * (1.1 - t * .4)
            line = np.minimum(line, hy + 0.004 - h * np.clip(1 - ((c.xs - x0) / w) ** 2, -0.2, 1) ** 1)
        line = line + (0.012 + 0.008 * t) * line_noise(c, 70 + i, 0.13, 7)
        k = lerp(col("#c3cfd0"), col("#3e5a5c"), t ** 1.2)
        g = np.clip((c.y - line[None]) / 0.16, 0, 1)[..., None]
        m = below(c, line) if i < 4 else firs(c, line, 90 + i, 260, 0.008, 0.026, 0.5)
        mix(img, lerp(k, lerp(k, col("#ece8dc"), 0.65), g), m * (c.y < hy))
        f = fbm(c, 0.1, 100 + i, 5, stretch=5)
        mix(img, "#eeeae0", sstep(hy - 0.09, hy, c.y) * 0.55 * f)
    water(img, c, hy, 5, rough=0.015, scale=30, deep="#7f9a9c", depth=0.35)

    def rower(d, H):
        k = rgb("#2c3a3c")
        d.polygon([(0.3 * H, 0.782 * H), (0.32 * H, 0.793 * H), (0.42 * H, 0.793 * H), (0.445 * H, 0.781 * H), (0.42 * H, 0.8 * H), (0.32 * H, 0.8 * H)], fill=k)
        d.ellipse([0.361 * H, 0.748 * H, 0.373 * H, 0.76 * H], fill=k)
        d.polygon([(0.358 * H, 0.762 * H), (0.374 * H, 0.762 * H), (0.379 * H, 0.793 * H), (0.353 * H, 0.793 * H)], fill=k)
        d.line([0.37 * H, 0.77 * H, 0.4 * H, 0.777 * H, 0.436 * H, 0.81 * H], fill=k, width=4)
    im = Image.new("RGBA", (c.W, c.H), (0, 0, 0, 0))
    rower(ImageDraw.Draw(im), c.H)
    s = np.asarray(im, F) / 255
    d = c.y - 0.799
    jj = np.clip(((0.799 - d + 0.004 * np.sin(c.y * 900)) * c.H).astype(int), 0, c.H - 1)
    ii = np.clip(((c.x + 0.002 * np.sin(c.y * 700)) * c.H).astype(int), 0, c.W - 1)
    mix(img, "#6f8486", s[jj, ii][..., 3] * 0.6 * (d > 0))
    mix(img, s[..., :3], s[..., 3])
    return finish(img, c, grain=0.01)


@scene("coast/full-moon-over-the-bay.jpg", 1080, 1350)
def _(c):
    img = vsky(c, [(0, "#070d22"), (0.35, "#14234a"), (0.6, "#3a4c78")])
    stars(img, c, 500, ymax=0.55, bright=0.8)
    mx, my, r = 0.44, 0.27, 0.055
    clouds(img, c, 0.64, 3, 0.42, "#7f8cb0", "#101a38", (mx, my), power=1.9, stretch=1.8, opacity=0.8)
    glow(img, c, mx, my, 0.2, "#8fa6d8", 0.55)
    n = fbm(c, 0.035, 6, 5)
    mix(img, lerp(col("#cfc9b8"), col("#fffbee"), sstep(0.3, 0.65, n)[..., None]), disc(c, mx, my, r, 0.003))
    hy = 0.62
    mix(img, "#131c38", below(c, hy - 0.03 - 0.05 * np.exp(-((c.xs - 0.75) / 0.14) ** 2) + 0.01 * line_noise(c, 4, 0.3, 6)))
    rng = np.random.default_rng(3)

    def lights(d, H):
        for _ in range(46):
            x = 0.5 + 0.3 * rng.random()
            y = hy - 0.003 - 0.02 * rng.random() ** 2
            d.ellipse([x * H - 2.5, y * H - 2.5, x * H + 2.5, y * H + 2.5], fill=rgb("#ffcf88"))
    layer(img, c, lights)
    water(img, c, hy, 5, rough=0.13, scale=60, deep="#050b1c", depth=0.4, power=1.35, far=1.5, chop=0.8)
    return finish(img, c, bloom=0.5, contrast=0.1)


@scene("coast/coloured-doors.jpg", 1280, 853)
def _(c):
    img = vsky(c, [(0, "#4c8cc8"), (0.3, "#9ccbe6"), (0.5, "#e8f0ea")])
    clouds(img, c, 0.5, 3, 0.42, "#ffffff", "#aebfce", (0.9, 0.1), power=1.85)
    hills = 0.3 + 0.09 * line_noise(c, 4, 0.5, 7)
    n = fbm(c, 0.03, 6, 5)
    mix(img, lerp(col("#3f6a4a"), col("#7fa070"), n[..., None]) * 0.75 + col("#a8c4d0") * 0.25, below(c, hills))
    hy = 0.66
    doors = ["#1f5fa0", "#d8a020", "#2c8a5c", "#b8382e", "#dd7a2c", "#2a8a96", "#7a3f80"]
    rng = np.random.default_rng(12)
    wall = fbm(c, 0.06, 14, 6)

    def row(d, H):
        x = -0.02
        i = 0
        R = lambda a, b, e, f, k: d.rectangle([a * H, b * H, e * H, f * H], fill=rgb(k))
        while x < c.a:
            w = 0.13 + 0.08 * rng.random()
            two = rng.random() < 0.6
            h = (0.225 if two else 0.145) + 0.02 * rng.random()
            top = hy - 0.02 - h
            k = doors[(i * 3 + 1) % 7]
            base = ["#f4efe4", "#f6f2ea", "#f0e2c4", "#e9eef0", "#f3e7da"][int(rng.integers(5))]
            R(x, top, x + w, hy - 0.02, base)
            for a in (x, x + w - 0.006):
                R(a, top, a + 0.006, hy - 0.02, k)
            e = 0.008
            d.polygon([((x - e) * H, top * H), ((x + 0.02) * H, (top - 0.045) * H), ((x + w - 0.02) * H, (top - 0.045) * H), ((x + w + e) * H, top * H)], fill=rgb("#b0623f"))
            for q in np.arange(x, x + w, 0.008):
                d.line([q * H, top * H, ((q - x) / w * (w - 0.04) + x + 0.02) * H, (top - 0.045) * H], fill=rgb("#8c4a30"), width=2)
            R(x - e, top - 0.002, x + w + e, top + 0.006, "#7c4630")
            R(x, top + 0.006, x + w, top + 0.013, lerp(col(base), col("#5a6a80"), 0.35))
            m = 3 if w > 0.17 else 2
            for j in range(m):
                cx = x + w * (j + 0.5) / m
                dw, dh = 0.017, 0.085
                if j == m // 2:
                    d.pieslice([(cx - dw - .005) * H, (hy - 0.02 - dh - 0.022) * H, (cx + dw + .005) * H, (hy - 0.02 - dh + 0.022) * H], 180, 360, fill=rgb(k))
                    R(cx - dw - .005, hy - 0.02 - dh, cx + dw + .005, hy - 0.02, k)
                    R(cx - dw, hy - 0.02 - dh, cx + dw, hy - 0.02, col(k) * 0.8)
                    R(cx - 0.001, hy - 0.02 - dh, cx + 0.001, hy - 0.02, col(k) * 0.5)
                    R(cx - dw + .003, hy - dh - 0.01, cx - 0.004, hy - 0.06, col(k) * 0.92)
                    R(cx + 0.004, hy - dh - 0.01, cx + dw - .003, hy - 0.06, col(k) * 0.92)
                else:
                    R(cx - dw - .004, hy - 0.107, cx + dw + .004, hy - 0.049, k)
                    R(cx - dw, hy - 0.102, cx + dw, hy - 0.053, "#2f3f4c")
                    R(cx - 0.0015, hy - 0.102, cx + 0.0015, hy - 0.053, "#f4f0e8")
                    R(cx - dw, hy - 0.079, cx + dw, hy - 0.076, "#f4f0e8")
                if two:
                    y1 = top + 0.035
                    R(cx - dw - .004, y1 - .004, cx + dw + .004, y1 + 0.065, k)
                    R(cx - dw, y1, cx - 0.001, y1 + 0.06, "#35464f")
                    R(cx + 0.001, y1, cx + dw, y1 + 0.06, "#40525c")
                    R(cx - dw - 0.008, y1 + 0.062, cx + dw + 0.008, y1 + 0.068, "#4a4a4a")
                    for q in np.linspace(cx - dw - 0.008, cx + dw + 0.008, 9):
                        d.line([q * H, (y1 + 0.04) * H, q * H, (y1 + 0.064) * H], fill=rgb("#3a3a3a"), width=2)
                    d.line([(cx - dw - 0.008) * H, (y1 + 0.04) * H, (cx + dw + 0.008) * H, (y1 + 0.04) * H], fill=rgb("#3a3a3a"), width=2)
            x += w
            i += 1
        R(0, hy - 0.022, c.a, hy, "#8f8678")
        for q in np.arange(0, c.a, 0.033):
            d.line([q * H, (hy - 0.022) * H, q * H, hy * H], fill=rgb("#776e62"), width=2)
    im = img.copy()
    layer(im, c, row)
    changed = np.abs(im - img).sum(-1) > 0.01
    shade = (0.9 + 0.16 * (wall - 0.5))[..., None]
    img = np.where(changed[..., None], im * shade, im).astype(F)

    def palms(d, H):
        r = np.random.default_rng(6)
        for x, y, s in [(0.42, hy - 0.02, 0.36), (1.18, hy - 0.02, 0.42), (1.26, hy - 0.02, 0.3)]:
            pts = [(x + 0.03 * t * t, y - s * t) for t in np.linspace(0, 1, 14)]
            for a, b in zip(pts, pts[1:]):
                d.line([a[0] * H, a[1] * H, b[0] * H, b[1] * H], fill=rgb("#6a5646"), width=int(0.011 * H))
            tx, ty = pts[-1]
            for k in range(15):
                an = -math.pi * (0.5 + (k - 7) / 7 * 0.72)
                L = s * (0.34 + 0.08 * r.random())
                prev = (tx, ty)
                g = rgb(lerp(col("#2c5a2e"), col("#6f9a48"), r.random()))
                for t in np.linspace(0.08, 1, 16):
                    px, py = tx + math.cos(an) * L * t, ty + math.sin(an) * L * t + 0.3 * L * t * t
                    d.line([prev[0] * H, prev[1] * H, px * H, py * H], fill=g, width=4)
                    q = 0.085 * s * math.sin(t * 2.9 + 0.15) + 0.004
                    for sgn in (-1, 1):
                        d.line([px * H, py * H, (px + math.cos(an) * 0.02 + sgn * 0.3 * q * math.sin(an)) * H, (py + q * (0.9 if sgn > 0 else 0.55)) * H], fill=g, width=4)
                    prev = (px, py)
    layer(img, c, palms)
    water(img, c, hy, 5, rough=0.022, scale=60, deep="#2a5c5a", depth=0.5)
    return finish(img, c, contrast=0.15, sat=1.06)


# ---------------------------------------------------------------- woods and fields

@scene("woods/firs-in-the-fog.jpg", 864, 1080)
def _(c):
    img = vsky(c, [(0, "#b9c6c6"), (0.5, "#dfe4de"), (1, "#c3cdc8")])
    glow(img, c, 0.56, 0.2, 0.4, "#fff6dc", 0.6)
    for i in range(7):
        t = i / 6
        line = 0.42 + 0.7 * t + 0.04 * line_noise(c, 10 + i, 0.5, 5) + 0.09 * (1 - t) * (c.xs - 0.4) * (-1) ** i
        h = 0.1 + 0.3 * t
        m = firs(c, line, 30 + i, int(64 - 44 * t), h * 0.5, h * 1.15, 0.3)
        k = lerp(col("#b5c2c0"), col("#142422"), t ** 1.1)
        g = np.clip((c.y - line[None] + h * 0.3) / (h * 0.9), 0, 1)[..., None]
        mix(img, lerp(k, lerp(k, col("#d8dfda"), 0.75 - 0.35 * t), g), m)
        f = fbm(c, 0.16, 60 + i, 5, stretch=2.5)
        mix(img, "#dfe4df", sstep(0.45, 0.95, f) * (0.5 - 0.4 * t) * sstep(0.2, 0.5, c.y))
    return finish(img, c, grain=0.012, contrast=0.12)


@scene("woods/birches-in-october.jpg", 864, 1080, q=78)
def _(c):
    img = vsky(c, [(0, "#f3d27a"), (0.45, "#eeb65a"), (0.75, "#b9772f"), (1, "#6d4a24")])
    glow(img, c, 0.5, 0.3, 0.45, "#fff0b8", 0.7)
    rng = np.random.default_rng(c.seed)
    leafc = ["#e8b23a", "#d98a28", "#f0c95a", "#c9652a", "#b8a03a", "#f5dc84"]
    for i in range(4):
        t = i / 3
        n = [26, 15, 9, 4][i]
        w = [0.008, 0.014, 0.026, 0.052][i]
        xs = np.sort((np.arange(n) + rng.random(n) * 0.9) / n * (c.a + 0.1) - 0.05)
        foot = 0.66 + 0.28 * t
        lit = lerp(col("#e8c98a"), col("#f6f1e6"), t ** 0.6)
        dark = lerp(col("#c79a58"), col("#55493e"), t ** 0.6)
        marks = fbm(c, 0.014 + 0.012 * t, 40 + i, 3, stretch=4)
        for x in xs:
            lean = rng.normal(0, 0.035)
            cx = x + lean * (foot - c.ys)[:, None] + 0.004 * np.sin(c.ys * 9 + x * 40)[:, None]
            ww = w * (0.45 + 0.55 * np.clip(c.ys / foot, 0, 1))[:, None] * (0.8 + 0.15)
            u = (c.x - cx) / ww
            j0, j1 = max(0, int((x - 0.18) * c.H)), min(c.W, int((x + 0.18) * c.H))
            if j1 - j0 < 4:
                continue
            uu = u[:, j0:j1]
            m = np.clip((1 - np.abs(uu)) * w * c.H, 0, 1) * (c.ys < foot + 0.006 * rng.random())[:, None]
            sh = np.clip(0.6 - 0.45 * uu, 0, 1)[..., None]
            base = lerp(dark, lit, sh)
            mk = sstep(0.62, 0.74, marks[:, j0:j1])[..., None] * (0.35 + 0.6 * t)
            base = lerp(base, col("#2c2520"), mk)
            sub = img[:, j0:j1]
            mix(sub, base, m)
        g = below(c, foot + 0.012 * line_noise(c, 80 + i, 0.2, 6))
        n1 = fbm(c, 0.02 + 0.01 * t, 90 + i, 5, stretch=2)
        gc = lerp(lerp(col("#d79a48"), col("#4c2f18"), t ** 0.7), lerp(col("#f0c872"), col("#c9782c"), t ** 0.7), n1[..., None])
        mix(img, gc, g)

        def leaves(d, H):
            for _ in range([900, 900, 800, 420][i]):
                x, y = rng.random() * c.a, rng.random() ** 1.7 * (0.5 + 0.1 * t)
                if rng.random() < 0.13:
                    y = foot + rng.random() * 0.12
                s = (0.003 + 0.0055 * t) * (0.6 + rng.random())
                k = lerp(col(leafc[int(rng.integers(6))]), col("#f0d080"), 0.5 * (1 - t))
                a = rng.random() * 3.14
                p = [((x + s * math.cos(q + a) * (1.5 if j % 2 == 0 else 0.8)) * H, (y + s * math.sin(q + a) * (1.5 if j % 2 == 0 else .8)) * H) for j, q in enumerate(np.linspace(0, 2 * math.pi, 5)[:-1])]
                d.polygon(p, fill=rgb(k, 0.8 + 0.3 * rng.random()))
        layer(img, c, leaves, 0.9)
    glow(img, c, 0.5, 0.28, 0.5, "#ffdf90", 0.32)
    return finish(img, c, bloom=0.15, contrast=0.15)


@scene("fields/lavender-rows.jpg", 1280, 853, q=80)
def _(c):
    img = vsky(c, [(0, "#6f86c0"), (0.22, "#d8a8b4"), (0.38, "#ffd9a4")])
    clouds(img, c, 0.42, 3, 0.42, "#ffd2b4", "#8f86b0", (1.0, 0.36), power=1.9, stretch=1.8)
    glow(img, c, 1.02, 0.35, 0.25, "#ffd890", 0.8)
    mix(img, "#fff3d0", disc(c, 1.02, 0.345, 0.026, 0.004))
    for i, k in enumerate(["#b79aac", "#8d7c98", "#5f5c74"]):
        mix(img, k, below(c, 0.345 + 0.022 * i + 0.022 * line_noise(c, 20 + i, 0.4, 7)))
    hy = 0.4
    d = np.maximum(c.y - hy, 1e-4)
    z = 0.16 / (d + 0.006)
    u = (c.x - 0.62) * z * 4.2
    wob = sample(tile(5, 512, 2), u * 6, z * 30)
    ph = u * 2 * math.pi * 0.62 + 0.08 * wob
    row = 0.5 + 0.5 * np.cos(ph)
    tex = sample(tile(7, 1024, 0.9, 10), u * 70, z * 240)
    tex2 = sample(tile(8, 1024, 1.4, 6), u * 22, z * 60)
    h = np.clip(row + 0.12 * tex2, 0, 1)
    side = np.sin(ph)
    near = np.exp(-z / 5)
    flower = lerp(col("#4b2f7c"), col("#b08ade"), np.clip(0.45 + 0.22 * tex * near + 0.35 * (row - 0.5) + 0.22 * side, 0, 1)[..., None])
    soil = lerp(col("#3c2a34"), col("#8a6a58"), np.clip(0.4 + 0.25 * tex, 0, 1)[..., None])
    ground = lerp(soil, flower, sstep(0.2, 0.42, h)[..., None])
    ground *= (1.0 + 0.15 * side)[..., None]
    ground = lerp(ground, col("#d8a4ae"), (1 - np.exp(-z / 9))[..., None] * 0.85)
    ground = lerp(ground, col("#ffce98"), (np.exp(-((c.x - 1.02) / 0.4) ** 2) * np.exp(-d / 0.14) * 0.45)[..., None])
    mix(img, ground, np.clip((c.y - hy) * c.H, 0, 1))

    def oak(dr, H):
        r = np.random.default_rng(5)
        L = []
        tree(dr, r, 0.42 * H, (hy + 0.012) * H, 0.032 * H, -math.pi / 2, 0.012 * H, L, rgb("#2e2a3c"), 0.5, 8)
        for x, y in L:
            for _ in range(3):
                s = (0.005 + 0.007 * r.random()) * H
                a, b = x + r.normal(0, 0.006) * H, y + r.normal(0, 0.005) * H
                dr.ellipse([a - s, b - s * .8, a + s, b + s * .8], fill=rgb(lerp(col("#2b2c3c"), col("#5c5460"), r.random())))
    layer(img, c, oak)
    return finish(img, c, bloom=0.2, contrast=0.18, sat=1.05)


@scene("fields/poppies.jpg", 1080, 1080, q=80)
def _(c):
    img = vsky(c, [(0, "#a9cfe2"), (0.3, "#e6efd8"), (0.45, "#b9cc7c"), (1, "#3f6a2c")])
    n = fbm(c, 0.2, 3, 4)
    mix(img, "#dfe8a0", n * 0.45)
    glow(img, c, 0.8, 0.1, 0.5, "#fff6d0", 0.7)
    rng = np.random.default_rng(c.seed)
    # behind the focus
    for i in range(150):
        y = 0.34 + 0.4 * rng.random() ** 1.3
        x, r = rng.random() * 1.1 - 0.05, 0.006 + 0.05 * (y - 0.3)
        k = ["#d8402c", "#e2583a", "#f0b83c", "#f4f0e0", "#6a8ad0"][int(rng.choice(5, p=[.45, .25, .1, .12, .08]))]
        j0, j1, i0, i1 = [int(v * c.H) for v in (max(0, y - 2 * r), min(1, y + 2 * r), max(0, x - 2 * r), min(1, x + 2 * r))]
        if j1 - j0 > 4 and i1 - i0 > 4:
            dd = np.hypot(c.x[j0:j1, i0:i1] - x, (c.y[j0:j1, i0:i1] - y) * 1.15)
            mix(img[j0:j1, i0:i1], k, np.clip((r - dd) / (r * 0.35) + 0.5, 0, 1) * 0.7)
    img = blur(img, 14)

    def grass(lo, hi, count, colours, w):
        def fn(d, H):
            for _ in range(count):
                x, y, L = rng.random() * 1.1 - 0.05, lo + (1.12 - lo) * rng.random(), hi * (0.5 + rng.random())
                b = rng.normal(0, 0.3)
                pts = [(x + b * L * t * t, y - L * t) for t in np.linspace(0, 1, 9)]
                left = [((px - w * (1 - t)) * H, py * H) for (px, py), t in zip(pts, np.linspace(0, 1, 9))]
                right = [((px + w * (1 - t)) * H, py * H) for (px, py), t in zip(pts, np.linspace(0, 1, 9))]
                d.polygon(left + right[::-1], fill=rgb(colours[int(rng.integers(len(colours)))], 0.7 + 0.5 * rng.random()))
        return fn
    g = img.copy()
    layer(g, c, grass(0.82, 0.26, 420, ["#6d9440", "#55803a", "#8fae58"], 0.0032))
    img = blur(g, 5)

    def poppy(x, y, r, tilt, hue):
        def stem(d, H):
            pts = [(x + 0.05 * tilt * t * t - 0.02 * t, y + (1.1 - y) * t) for t in np.linspace(0, 1, 30)]
            for a, b in zip(pts, pts[1:]):
                d.line([a[0] * H, a[1] * H, b[0] * H, b[1] * H], fill=rgb("#5b7f38"), width=int(0.0075 * H))
        layer(img, c, stem)
        ct, st = math.cos(tilt), math.sin(tilt)
        X, Y = (c.x - x), (c.y - y)
        X, Y = X * ct + Y * st, (-X * st + Y * ct) * 1.28
        for k, (pa, pr, off) in enumerate([(-1.57, 1.0, 0.34), (0.1, 0.92, 0.42), (3.0, 0.92, 0.42), (1.57, 0.95, 0.42)]):
            px, py = math.cos(pa) * r * off, math.sin(pa) * r * off
            a = np.arctan2(Y - py, X - px)
            d = np.hypot(X - px, Y - py)
            edge = r * pr * 0.78 * (1 + 0.045 * np.sin(a * 7 + k * 2 + hue * 30) + 0.03 * np.sin(a * 13 + k))
            m = np.clip((edge - d) * c.H, 0, 1)
            ca = np.arctan2(Y, X)
            fold = 0.5 + 0.5 * np.sin(ca * 38 + 3 * np.sin(ca * 5 + k) + k)
            rad = np.hypot(X, Y) / r
            L = 0.5 + 0.38 * np.clip(d / edge, 0, 1) ** 2 + 0.09 * fold * sstep(0.15, 0.6, rad) + (-0.14 if k in (0,) else 0.04 * k)
            k1 = lerp(col("#7c1210"), col("#ff5a34"), np.clip(L - 0.06 + hue, 0, 1)[..., None])
            k1 = lerp(k1, col("#ffb890"), (np.clip(L - 0.86, 0, 1) * 1.6)[..., None])
            sh = np.clip(1 - (d - edge) / (r * 0.12), 0, 1) * (d >= edge) * 0.25
            inside = np.hypot(X, Y) < r * 1.0
            mix(img, k1 * 0.35, sh * inside)
            mix(img, k1, m)
        rad = np.hypot(X, Y + 0.02 * r)
        mix(img, "#240c14", sstep(0.34, 0.2, rad / r) * 0.85)

        def middle(d, H):
            cx, cy = x, y
            for q in np.linspace(0, 6.283, 46):
                L = r * (0.24 + 0.08 * rng.random())
                ex, ey = cx + math.cos(q) * L, cy + math.sin(q) * L * 0.8
                d.line([cx * H, cy * H, ex * H, ey * H], fill=rgb("#1c0a12"), width=3)
                s = 0.0032 * H
                d.ellipse([ex * H - s, ey * H - s, ex * H + s, ey * H + s], fill=rgb("#3a2a3c"))
            s = r * 0.115
            d.ellipse([(cx - s) * H, (cy - s * .85) * H, (cx + s) * H, (cy + s * .85) * H], fill=rgb("#8fa05a"))
            for q in np.linspace(0, 6.283, 9):
                d.line([cx * H, cy * H, (cx + math.cos(q) * s) * H, (cy + math.sin(q) * s * .85) * H], fill=rgb("#4a5a30"), width=3)
        layer(img, c, middle)
    for a in [(0.2, 0.55, 0.085, 0.3, -0.08), (0.86, 0.5, 0.095, -0.35, -0.04), (0.66, 0.72, 0.11, 0.2, 0.0), (0.42, 0.4, 0.165, -0.12, 0.05)]:
        poppy(*a)
    layer(img, c, grass(0.98, 0.24, 130, ["#4d7a30", "#6d9a44", "#9ab85c"], 0.0042))
    return finish(img, c, contrast=0.1, bloom=0.1)


@scene("fields/the-old-oak.jpg", 1280, 853)
def _(c):
    img = vsky(c, [(0, "#35406e"), (0.3, "#a8688a"), (0.55, "#f29a66"), (0.72, "#ffd28a")])
    clouds(img, c, 0.8, 3, 0.48, "#ffb486", "#5c456e", (0.5, 0.7), power=1.9, stretch=1.8)
    glow(img, c, 0.62, 0.68, 0.34, "#ffc860", 0.85)
    mix(img, "#fff0c0", disc(c, 0.62, 0.69, 0.045, 0.004))
    mix(img, "#a4606c", below(c, 0.73 + 0.03 * line_noise(c, 5, 0.5, 7)))
    mix(img, "#6a3c54", below(c, 0.775 + 0.025 * line_noise(c, 6, 0.5, 7)))
    hill = 0.84 - 0.07 * np.exp(-((c.xs - 0.86) / 0.42) ** 2) + 0.003 * line_noise(c, 7, 0.03, 4)
    rng = np.random.default_rng(21)

    def oak(d, H):
        L = []
        tree(d, rng, 0.86 * H, 0.79 * H, 0.115 * H, -math.pi / 2 - 0.05, 0.042 * H, L, 255, 0.52, 11)
        d.polygon([(0.82 * H, 0.79 * H), (0.845 * H, 0.75 * H), (0.85 * H, 0.7 * H), (0.872 * H, 0.7 * H), (0.878 * H, 0.75 * H), (0.905 * H, 0.79 * H)], fill=255)
        for x, y in L:
            if rng.random() < 0.62:
                for _ in range(3):
                    s = (0.0018 + 0.0042 * rng.random()) * H
                    a, b = x + rng.normal(0, 0.009) * H, y + rng.normal(0, 0.008) * H
                    d.ellipse([a - s * 1.3, b - s, a + s * 1.3, b + s], fill=255)
        for _ in range(900):
            x = rng.random() * c.a
            i = min(c.W - 1, int(x * H))
            y, h = hill[i] * H + 3, (0.008 + 0.016 * rng.random()) * H
            d.line([x * H, y, x * H + rng.normal(0, 0.005) * H, y - h], fill=255, width=2)
        # a bench
        bx, by = 1.12, hill[int(1.12 * H)]
        d.rectangle([(bx - 0.03) * H, (by - 0.02) * H, (bx + 0.03) * H, (by - 0.016) * H], fill=255)
        d.rectangle([(bx - 0.03) * H, (by - 0.038) * H, (bx + 0.03) * H, (by - 0.03) * H], fill=255)
        for a in (-0.025, 0.025):
            d.line([(bx + a) * H, (by - 0.038) * H, (bx + a) * H, (by + 0.006) * H], fill=255, width=5)
    m = np.maximum(mask(c, oak), below(c, hill))
    k = lerp(col("#1c1428"), col("#3c2030"), np.exp(-((c.x - 0.62) / 0.2) ** 2)[..., None] * 0.8)
    mix(img, k, m)
    glow(img, c, 0.62, 0.69, 0.3, "#ff9a40", 0.35)
    birds(img, c, [(0.3, 0.3, 0.018, 0.6), (0.35, 0.27, 0.014, 0.4), (0.39, 0.31, 0.012, 0.7), (0.26, 0.25, 0.01, 0.5)], "#2a2038")
    return finish(img, c, bloom=0.25, contrast=0.12)


# ---------------------------------------------------------------- night

def milky(img, c, angle, cx, cy, width, k=1.0):
    ca, sa = math.cos(angle), math.sin(angle)
    u = (c.x - cx) * ca + (c.y - cy) * sa
    v = -(c.x - cx) * sa + (c.y - cy) * ca
    n = fbm(c, 0.3, 71, 8)
    n2 = fbm(c, 0.2, 72, 8, ridged=True)
    v = v + 0.1 * (n - 0.5)
    b = np.exp(-(v / width) ** 2)
    core = np.exp(-(v / (width * 0.45)) ** 2) * np.exp(-(u / 0.42) ** 2)
    dust = sstep(0.5, 0.9, n2 * (0.55 + 0.75 * np.exp(-((v - 0.02) / (width * 0.4)) ** 2)))
    light = b[..., None] * col("#7286c0") * (0.35 + 0.6 * n)[..., None] + core[..., None] * col("#ffcf9c") * (0.7 * n + 0.2)[..., None]
    light *= (1 - 0.78 * dust * b)[..., None]
    screen(img, light * k)
    return b * (1 - 0.7 * dust)


@scene("night/milky-way.jpg", 1080, 1350, q=80)
def _(c):
    img = vsky(c, [(0, "#060a1a"), (0.5, "#0e1a38"), (0.85, "#2c3c60"), (1, "#4a5070")])
    b = milky(img, c, 1.15, 0.46, 0.42, 0.12, 1.0)
    stars(img, c, 2600, ymax=0.93, bright=0.9)
    stars(img, c, 5200, 8, 0.93, 0.6, b)
    glow(img, c, 0.2, 0.93, 0.32, "#d88a58", 0.4, flat=1.8)
    mix(img, "#1a2338", below(c, 0.86 + 0.05 * line_noise(c, 3, 0.4, 7) - 0.05 * c.xs))
    line = 0.935 + 0.02 * line_noise(c, 4, 0.4, 6)
    mix(img, "#070a12", firs(c, line, 5, 60, 0.03, 0.12, 0.32))
    return finish(img, c, contrast=0.2, bloom=0.12)


@scene("night/aurora-over-the-fjord.jpg", 1280, 853)
def _(c):
    img = vsky(c, [(0, "#060b1e"), (0.4, "#0c1e38"), (0.62, "#1c3c50")])
    stars(img, c, 900, ymax=0.6, bright=0.75)
    lay = np.zeros_like(img)
    for i in range(3):
        base = 0.42 - 0.07 * i + 0.11 * line_noise(c, 20 + i, 0.75, 3, 0.4) + 0.07 * np.sin(c.xs * (2.2 + i) + 2 * i)
        inten = np.clip(0.5 + 0.75 * line_noise(c, 30 + i, 0.4, 4), 0, 1.2)
        rays = 0.62 + 0.5 * line_noise(c, 40 + i, 0.05, 5, 0.6)
        hgt = 0.17 + 0.1 * line_noise(c, 50 + i, 0.25, 4)
        d = base[None] - c.y
        prof = np.where(d > 0, np.exp(-d / hgt[None]), np.exp(d / 0.012)) * (inten * rays)[None]
        t = np.clip(d / 0.34, 0, 1)
        k = ramp(t.ravel(), [(0, "#7dffb0"), (0.3, "#3fe09a"), (0.65, "#4a8ad0"), (1, "#a050c8")]).reshape(c.H, c.W, 3)
        lay += prof[..., None] * k * (0.85, 0.6, 0.42)[i]
    lay = lay * 0.75 + blur(lay, 40) * 0.5
    screen(img, lay)
    for i, (b, k) in enumerate([(0.56, "#13293c"), (0.6, "#0b1a2a")]):
        line = b + (0.08 - 0.03 * i) * line_noise(c, 60 + i, 0.32, 8, 0.55) + (0.1 if i else -0.03) * (0.5 - np.abs(c.xs / c.a - 0.55) * 2) * 0.9
        n = fbm(c, 0.05, 66 + i, 6, ridged=True)
        snow = lerp(col(k), col("#54788a"), (sstep(0.45, 0.7, n) * (0.6 - 0.4 * i) * sstep(0.11, 0.0, c.y - line[None]))[..., None])
        mix(img, snow, below(c, line))
    hy = 0.64
    rng = np.random.default_rng(3)

    def houses(d, H):
        for _ in range(22):
            x, y = 0.85 + 0.5 * rng.random(), hy - 0.004 - 0.012 * rng.random()
            d.rectangle([x * H - 3, y * H - 3, x * H + 3, y * H + 2], fill=rgb("#ffc878"))
    layer(img, c, houses)
    water(img, c, hy, 5, rough=0.035, scale=40, deep="#04101c", depth=0.35)
    return finish(img, c, bloom=0.3)


@scene("night/star-trails.webp", 1080, 1080, q=74)
def _(c):
    img = vsky(c, [(0, "#0a1228"), (0.6, "#1a2c50"), (1, "#4a4a68")])
    rng = np.random.default_rng(c.seed)
    px, py = 0.5, 0.42

    def trails(d, H):
        for _ in range(720):
            r = 0.9 * rng.random() ** 0.6 * H
            a = rng.random() * 360
            L = 26 + 6 * rng.random()
            k = lerp(lerp(np.array([1, .82, .62]), np.array([.7, .84, 1]), rng.random()), np.array([.2, .28, .45]), rng.random() ** 0.7)
            w = 2 if rng.random() < 0.8 else 4
            d.arc([px * H - r, py * H - r, px * H + r, py * H + r], a, a + L, fill=rgb(k), width=w)
    im = Image.new("RGB", (c.W, c.H))
    trails(ImageDraw.Draw(im), c.H)
    screen(img, np.asarray(im, F) / 255)
    glow(img, c, 0.5, 1.0, 0.4, "#e09a60", 0.4, flat=1.6)
    line = 0.9 + 0.03 * line_noise(c, 4, 0.5, 6)

    def cabin(d, H):
        p = lambda *q: [((0.5 + a) * H, (0.9 + b) * H) for a, b in q]
        d.polygon(p((-0.09, 0.03), (-0.09, -0.06), (0, -0.14), (0.09, -0.06), (0.09, 0.03)), fill=255)
        d.polygon(p((-0.115, -0.045), (0, -0.15), (0.115, -0.045), (0.1, -0.04), (0, -0.13), (-0.1, -0.04)), fill=255)
        d.rectangle([(0.5 + 0.045) * H, 0.76 * H, (0.5 + 0.065) * H, 0.83 * H], fill=255)
    mix(img, "#0a0d18", np.maximum(firs(c, line, 5, 44, 0.05, 0.2, 0.3) * (np.abs(c.x - 0.5) > 0.13), np.maximum(mask(c, cabin), below(c, line))))

    def win(d, H):
        for a in (-0.05, 0.018):
            d.rectangle([(0.5 + a) * H, 0.85 * H, (0.5 + a + 0.032) * H, 0.885 * H], fill=rgb("#ffc870"))
            d.line([(0.5 + a + 0.016) * H, 0.85 * H, (0.5 + a + 0.016) * H, 0.885 * H], fill=rgb("#3a2818"), width=4)
            d.line([(0.5 + a) * H, 0.867 * H, (0.5 + a + 0.032) * H, 0.867 * H], fill=rgb("#3a2818"), width=4)
    layer(img, c, win)
    glow(img, c, 0.5, 0.868, 0.06, "#ffb050", 0.5)
    return finish(img, c, bloom=0.2)


@scene("night/half-moon.jpg", 1080, 1080)
def _(c):
    img = np.zeros((c.H, c.W, 3), F) + col("#05070d")
    R = 0.36
    X, Y = (c.x - 0.5) / R, (c.y - 0.5) / R
    rr = X * X + Y * Y
    Z = np.sqrt(np.clip(1 - rr, 0, 1))
    h = fbm(c, 0.12, 4, 8, 0.55) * 0.05
    rng = np.random.default_rng(11)
    tone = np.zeros_like(h)
    for _ in range(420):
        a, q = rng.random() * 6.283, math.sqrt(rng.random()) * 0.99
        cx, cy = q * math.cos(a), q * math.sin(a)
        cz = math.sqrt(1 - q * q)
        r = min(0.16, 0.011 * rng.pareto(1.5) + 0.011)
        j0, j1 = int((0.5 + (cy - 2.2 * r) * R) * c.H), int((0.5 + (cy + 2.2 * r) * R) * c.H)
        i0, i1 = int((0.5 + (cx - 2.2 * r) * R) * c.H), int((0.5 + (cx + 2.2 * r) * R) * c.H)
        j0, i0 = max(j0, 0), max(i0, 0)
        x, y, z = X[j0:j1, i0:i1], Y[j0:j1, i0:i1], Z[j0:j1, i0:i1]
        d = np.sqrt((x - cx) ** 2 + (y - cy) ** 2 + (z - cz) ** 2) / r
        prof = np.where(d < 1, (d * d - 1) * 0.55 + 0.25, 0.25 * np.exp(-((d - 1) / 0.28) ** 2)) * (d < 2)
        h[j0:j1, i0:i1] += prof * r * 0.3
        if rng.random() < 0.12 and r > 0.02:
            tone[j0:j1, i0:i1] += 0.18 * np.exp(-(d / 1.3) ** 2)
    maria = sstep(0.5, 0.68, fbm(c, 0.28, 9, 4)) * 0.4
    gx = (np.roll(h, -1, 1) - np.roll(h, 1, 1)) * c.H * R / 2
    gy = (np.roll(h, -1, 0) - np.roll(h, 1, 0)) * c.H * R / 2
    nx, ny, nz = X - gx * 0.9, Y - gy * 0.9, Z
    ln = np.sqrt(nx * nx + ny * ny + nz * nz) + 1e-6
    s = np.array([0.86, -0.22, 0.36])
    s /= np.linalg.norm(s)
    li = np.clip((nx * s[0] + ny * s[1] + nz * s[2]) / ln, 0, 1) ** 0.75
    alb = (0.95 - maria + tone)
    m = np.clip((1 - np.sqrt(rr)) * R * c.H, 0, 1)
    mix(img, (li * alb)[..., None] * col("#fbf3e4") + col("#0a0e18") * 0.7, m)
    return finish(img, c, vig=0.0, bloom=0.18, contrast=0.12)


@scene("night/tent-under-the-stars.jpg", 1280, 853, q=80)
def _(c):
    img = vsky(c, [(0, "#070c22"), (0.5, "#15264e"), (0.8, "#3c4a74")])
    b = milky(img, c, -0.75, 1.0, 0.3, 0.11, 0.6)
    stars(img, c, 1700, ymax=0.8, bright=0.85)
    stars(img, c, 2200, 9, 0.8, 0.6, b)
    for i, k in enumerate(["#24325a", "#172244"]):
        mix(img, k, below(c, 0.66 + 0.06 * i + 0.1 * line_noise(c, 30 + i, 0.4, 8, 0.52)))
    line = 0.8 + 0.015 * line_noise(c, 8, 0.4, 6)
    mix(img, "#0b1122", firs(c, line, 5, 120, 0.02, 0.13, 0.34))
    n = fbm(c, 0.015, 9, 4, stretch=2)
    ground = lerp(col("#0a0e16"), col("#20283a"), n[..., None])
    mix(img, ground, below(c, line + 0.02))
    tx, ty = 0.6, 0.9
    gl = np.exp(-np.hypot((c.x - tx) / 0.3, (c.y - ty) / 0.07) ** 1.3) * (c.y > line[None])
    screen(img, (gl * (0.4 + 0.6 * n))[..., None] * col("#e09040") * 0.75)
    X, Y = c.x - tx, c.y - ty
    body = mask(c, lambda d, H: d.polygon([((tx + a) * H, (ty + b) * H) for a, b in
                [(-0.19, 0.012)] + [(-0.19 + 0.19 * t, -0.155 * math.sin(t * 1.5708) ** 0.9 + 0.012 * (1 - t)) for t in np.linspace(0.05, 1, 16)] +
                [(0.0 + 0.21 * t, -0.155 * max(0.0, math.cos(t * 1.5708)) ** 0.9) for t in np.linspace(0.05, 1, 16)] + [(0.2, 0.012)]], fill=255))
    L = np.exp(-np.hypot(X / 0.14, (Y + 0.03) / 0.11) ** 2)
    mix(img, lerp(col("#a0401c"), col("#ffdc88"), L[..., None]), body)

    def seams(d, H):
        for e in (-0.07, 0.02, 0.1):
            d.line([((tx + e * t * 1.4) * H, (ty - 0.155 + 0.165 * t ** 1.4) * H) for t in np.linspace(0, 1, 14)], fill=rgb("#b0541f"), width=4)
        d.polygon([((tx - 0.03) * H, (ty + 0.012) * H), ((tx - 0.01) * H, (ty - 0.1) * H), ((tx + 0.045) * H, (ty + 0.012) * H)], fill=rgb("#ffe9b0"))
        k = rgb("#5a2a14")
        d.ellipse([(tx - 0.004) * H, (ty - 0.062) * H, (tx + 0.018) * H, (ty - 0.036) * H], fill=k)
        d.polygon([((tx - 0.012) * H, (ty + 0.012) * H), ((tx - 0.008) * H, (ty - 0.032) * H), ((tx + 0.022) * H, (ty - 0.032) * H), ((tx + 0.034) * H, (ty + 0.012) * H)], fill=k)
    layer(img, c, seams)
    glow(img, c, tx, ty - 0.05, 0.12, "#ffa040", 0.4)
    return finish(img, c, bloom=0.3)


@scene("night/fireworks-on-the-river.jpg", 864, 1080)
def _(c):
    img = vsky(c, [(0, "#080a1c"), (0.5, "#141838"), (0.75, "#3a2c50")])
    hy = 0.74
    rng = np.random.default_rng(c.seed)
    lay = np.zeros_like(img)
    for x, y, r, k1, k2 in [(0.4, 0.24, 0.26, "#ffd890", "#ff7a30"), (0.66, 0.42, 0.17, "#ff90b8", "#c83a8a"),
                            (0.17, 0.47, 0.14, "#b0e8ff", "#3a80e0"), (0.62, 0.13, 0.12, "#c8ffb8", "#30b070")]:
        im = Image.new("RGB", (c.W, c.H))
        d = ImageDraw.Draw(im)
        H = c.H
        for _ in range(int(150 + 500 * r)):
            a, z = rng.random() * 6.283, rng.random() * 2 - 1
            q = math.sqrt(1 - z * z) * r * (0.9 + 0.15 * rng.random())
            pts = [(x + math.cos(a) * q * s, y + math.sin(a) * q * s + 0.3 * r * s ** 2.2 * 0.5) for s in np.linspace(0.12, 1, 18)]
            for i, (p0, p1) in enumerate(zip(pts, pts[1:])):
                t = i / 17
                kk = lerp(col(k2) * 0.35, col(k1), t ** 1.4) * (1 if t < 0.9 else 0.8)
                d.line([p0[0] * H, p0[1] * H, p1[0] * H, p1[1] * H], fill=rgb(kk)[:3], width=2 if t < 0.6 else 3)
            if rng.random() < 0.5:
                e = pts[-1]
                d.ellipse([e[0] * H - 3, e[1] * H - 3, e[0] * H + 3, e[1] * H + 3], fill=rgb(lerp(col(k1), 1, 0.5))[:3])
        lay = np.maximum(lay, np.asarray(im, F) / 255)
        smoke = np.exp(-np.hypot(c.x - x, c.y - y) ** 2 / (r * 1.1) ** 2) * fbm(c, 0.14, int(x * 100), 5)
        screen(img, smoke[..., None] * col(k2) * 0.3)
        d2 = np.exp(-((c.x - x - 0.01 * np.sin(c.y * 20)) / 0.002) ** 2) * (c.y > y) * (c.y < hy) * 0.25
        screen(img, d2[..., None] * col(k1))
    screen(img, lay)
    screen(img, blur(lay, 16) * 1.1)

    def town(d, H):
        x = -0.02
        while x < c.a:
            w, h = 0.02 + 0.05 * rng.random(), 0.02 + 0.06 * rng.random() ** 2
            d.rectangle([x * H, (hy - h) * H, (x + w) * H, hy * H], fill=rgb("#0c0d1a"))
            for _ in range(int(w * h * 5200)):
                a, b = x + w * rng.random(), hy - h * rng.random()
                d.rectangle([a * H, b * H, a * H + 4, b * H + 5], fill=rgb(["#ffd080", "#ffb860", "#fff0c8"][int(rng.integers(3))]))
            x += w
    layer(img, c, town)
    water(img, c, hy, 5, rough=0.07, scale=44, deep="#05060f", depth=0.4, power=1.4)
    return finish(img, c, bloom=0.35)


# ---------------------------------------------------------------- city

def towers(d, H, a, rng, base, wmin, wmax, hmin, hmax, colour, lit, win=0.0075, gap=0.3, density=0.4, k=None):
    x = -0.02
    while x < a + 0.02:
        w = wmin + (wmax - wmin) * rng.random()
        h = hmin + (hmax - hmin) * rng.random() ** 1.8
        cc = col(colour) * (0.85 + 0.3 * rng.random())
        top = base - h
        d.rectangle([x * H, top * H, (x + w) * H, base * H], fill=rgb(cc))
        style = rng.random()
        if style < 0.25:
            d.rectangle([(x + w * 0.2) * H, (top - 0.02) * H, (x + w * 0.8) * H, top * H], fill=rgb(cc))
        elif style < 0.42 and h > (hmin + hmax) / 2:
            d.line([(x + w / 2) * H, (top - 0.07) * H, (x + w / 2) * H, top * H], fill=rgb(cc), width=4)
            d.rectangle([(x + w * 0.3) * H, (top - 0.016) * H, (x + w * 0.7) * H, top * H], fill=rgb(cc))
        elif style < 0.55:
            d.polygon([(x * H, top * H), ((x + w) * H, (top - w * 0.45) * H), ((x + w) * H, top * H)], fill=rgb(cc))
        if lit:
            nx, ny = max(1, int((w - 0.006) / win)), int((h - 0.01) / (win * 1.5))
            p = density * (0.4 + 1.0 * rng.random())
            for j in range(ny):
                floor = rng.random() < 0.12
                for i in range(nx):
                    if rng.random() < (0.85 if floor else p):
                        q = lit[int(rng.integers(len(lit)))]
                        wx, wy = x + 0.003 + i * (w - 0.006) / nx, top + 0.008 + j * win * 1.5
                        d.rectangle([wx * H + 1, wy * H, (wx + win * 0.62) * H, (wy + win * 0.85) * H], fill=rgb(q, 0.55 + 0.45 * rng.random()))
        x += w + (0.02 * rng.random() if rng.random() < gap else 0)


@scene("city/skyline-after-work.jpg", 1280, 853, q=80)
def _(c):
    img = vsky(c, [(0, "#1c2450"), (0.3, "#54508a"), (0.5, "#c0788c"), (0.66, "#ffb07a")])
    clouds(img, c, 0.72, 3, 0.46, "#f0a090", "#3c3a6c", (0.6, 0.66), power=1.9, stretch=2)
    hy = 0.7
    rng = np.random.default_rng(9)
    L = ["#ffd890", "#ffe8b8", "#ffc070", "#cfe0ff"]
    layer(img, c, lambda d, H: towers(d, H, c.a, rng, hy, 0.03, 0.07, 0.08, 0.3, "#8a6684", None))
    mix(img, "#e79a86", sstep(0.35, 0.72, c.y) * 0.3 * (c.y < hy))
    layer(img, c, lambda d, H: towers(d, H, c.a, rng, hy, 0.035, 0.08, 0.08, 0.4, "#4e4468", L, 0.0065, 0.4, 0.28))
    mix(img, "#c07c88", sstep(0.45, 0.74, c.y) * 0.28 * (c.y < hy))
    layer(img, c, lambda d, H: towers(d, H, c.a, rng, hy, 0.04, 0.1, 0.03, 0.24, "#201f3c", L, 0.0085, 0.5, 0.36))
    mix(img, "#15152c", (c.y > hy - 0.008) * (c.y < hy + 0.002))
    water(img, c, hy, 5, rough=0.045, scale=44, deep="#0c1230", depth=0.4)
    return finish(img, c, bloom=0.4, contrast=0.1)


@scene("city/bridge-in-the-morning-fog.jpg", 1280, 853)
def _(c):
    img = vsky(c, [(0, "#9fb4c4"), (0.35, "#dfd8cc"), (0.6, "#f4dcc0"), (1, "#b9c0c4")])
    glow(img, c, 1.1, 0.34, 0.35, "#fff0cc", 0.7)
    for i, (b, k) in enumerate([(0.47, "#c3c2c0"), (0.52, "#a6adb2")]):
        mix(img, k, below(c, b + 0.08 * line_noise(c, 20 + i, 0.5, 7) + 0.09 * (c.xs / c.a - 0.3)) * (1 - sstep(0.5, 0.68, c.y)))
    hy = 0.7

    def deck_y(x):
        return 0.575 - 0.035 * x
    tw = [(0.3, 0.33, 1.0), (1.08, 0.23, 0.62)]

    def bridge(d, H):
        red, dark = np.array(col("#b4452f")), np.array(col("#8a3a30"))
        pts = []
        for x, h, s in tw[::-1]:
            k = rgb(lerp(col("#d8c0b0"), red, 0.45 + 0.55 * s))
            w = 0.014 * s
            for o in (-0.026 * s, 0.026 * s):
                d.rectangle([(x + o - w / 2) * H, (deck_y(x) - h) * H, (x + o + w / 2) * H, (hy + 0.03 * s) * H], fill=k)
            for t in (0.0, 0.24, 0.48, 0.72):
                y = deck_y(x) - h * (1 - t)
                d.rectangle([(x - 0.026 * s) * H, y * H, (x + 0.026 * s) * H, (y + 0.022 * s) * H], fill=k)
            for t in range(3):
                y = deck_y(x) + 0.02 + t * 0.045 * s
                d.line([(x - 0.026 * s) * H, y * H, (x + 0.026 * s) * H, (y + 0.045 * s) * H], fill=k, width=4)
                d.line([(x + 0.026 * s) * H, y * H, (x - 0.026 * s) * H, (y + 0.045 * s) * H], fill=k, width=4)

        def cable(x):
            (xa, ha, _), (xb, hb, _) = tw
            if x < xa:
                t = (xa - x) / 0.62
                return deck_y(x) - ha * max(0, 1 - t) ** 1.5 - 0.012
            if x > xb:
                t = (x - xb) / 0.5
                return deck_y(x) - hb * max(0, 1 - t) ** 1.5 - 0.01
            t = (x - xa) / (xb - xa)
            return deck_y(x) - (lerp(ha, hb, t) * (2 * t - 1) ** 2 + 0.012)
        for x in np.arange(-0.1, c.a, 0.016):
            f = np.clip(x / c.a, 0, 1)
            d.line([x * H, cable(x) * H, x * H, deck_y(x) * H], fill=rgb(lerp(red, col("#d8b8a4"), f)), width=2)
        prev = None
        for x in np.linspace(-0.1, c.a, 260):
            f = np.clip(x / c.a, 0, 1)
            p = (x * H, cable(x) * H)
            if prev:
                d.line([prev, p], fill=rgb(lerp(red, col("#d8b8a4"), f)), width=int(8 - 5 * f))
                for o, ww in ((0, 9), (0.022 * (1 - 0.5 * f), 4)):
                    d.line([prev[0], (deck_y(x) + o) * H, p[0], (deck_y(x) + o) * H], fill=rgb(lerp(dark, col("#d0b0a0"), f)), width=int(ww * (1 - 0.5 * f)) + 1)
            prev = p
        for i, x in enumerate(np.arange(-0.1, c.a, 0.022)):
            f = np.clip(x / c.a, 0, 1)
            y = deck_y(x)
            e = 0.022 * (1 - 0.5 * f)
            k = rgb(lerp(dark, col("#d0b0a0"), f))
            d.line([x * H, (y + (0 if i % 2 else e)) * H, (x + 0.022) * H, (y + (e if i % 2 else 0)) * H], fill=k, width=3)
    layer(img, c, bridge)
    f = fbm(c, 0.2, 30, 6, stretch=3)
    mix(img, "#eae0d4", np.clip(np.exp(-((c.y - 0.69) / 0.085) ** 2) * (0.3 + 1.1 * f), 0, 0.96) * (c.y < hy + 0.0))
    water(img, c, hy, 5, rough=0.04, scale=36, deep="#5c7480", depth=0.5)
    mix(img, "#eae0d4", np.clip(np.exp(-((c.y - 0.7) / 0.05) ** 2) * (0.2 + 0.9 * f), 0, 0.9) * (c.y >= hy))
    f2 = fbm(c, 0.25, 31, 6, stretch=3.5)
    mix(img, "#f2e8da", sstep(0.55, 0.85, f2) * np.exp(-((c.y - 0.5) / 0.13) ** 2) * 0.75)
    birds(img, c, [(0.75, 0.2, 0.016, 0.5), (0.8, 0.23, 0.013, 0.7), (0.68, 0.17, 0.01, 0.4)], "#6a6a70")
    return finish(img, c, grain=0.01)


@scene("city/rooftops-and-the-river.jpg", 864, 1080, q=78)
def _(c):
    img = vsky(c, [(0, "#86b4de"), (0.2, "#d3e2e8"), (0.32, "#fbe8cc")])
    clouds(img, c, 0.34, 3, 0.4, "#fffaf0", "#b4bfd0", (0.2, 0.2), power=1.9, fade=0.08)
    mix(img, "#a9bccb", below(c, 0.285 + 0.012 * line_noise(c, 4, 0.4, 7)))
    mix(img, lerp(col("#8fb2cc"), col("#c9dbe0"), fbm(c, 0.01, 5, 4, stretch=8)[..., None]), below(c, np.full(c.W, 0.305, F)))
    rng = np.random.default_rng(31)
    sunny = ["#f4ead8", "#f0dcc0", "#eec9a8", "#f2e2a8", "#dcE4e4", "#f0c4b0", "#ffffff"]

    def town(d, H):
        rows = 15
        for r in range(rows):
            t = r / (rows - 1)
            y0 = 0.35 + 0.66 * t ** 1.25
            s = 0.02 + 0.115 * t ** 1.2
            hz = 0.55 * (1 - t) ** 1.6
            hazec = col("#e6dccf")
            x = -s * rng.random() * 2
            while x < c.a:
                w, h = s * (1.0 + 1.0 * rng.random()), s * (0.7 + 0.8 * rng.random())
                y = y0 + s * 0.3 * (rng.random() - 0.5) + 0.03 * math.sin(x * 3 + r) * t
                wall = lerp(col(sunny[int(rng.integers(7))]), hazec, hz)
                roof = lerp(lerp(col("#c8683c"), col("#a84a30"), rng.random()), hazec, hz)
                side = rng.random() < 0.45
                P = lambda q, k: d.polygon([(a * H, b * H) for a, b in q], fill=rgb(k))
                if side:  # gable towards us
                    P([(x, y), (x + w * 0.45, y - w * 0.24), (x + w * 0.9, y), (x + w * 0.9, y + h * 3), (x, y + h * 3)], wall)
                    P([(x + w * 0.9, y), (x + w * 0.45, y - w * 0.24), (x + w * 1.3, y - w * 0.3), (x + w * 1.75, y - w * 0.05)], roof * 0.86)
                    P([(x - s * .04, y + s * .03), (x + w * 0.45, y - w * 0.24), (x + w * 0.45, y - w * 0.285), (x - s * .06, y)], roof * 1.08)
                    P([(x + w * .9, y), (x + w * 1.75, y - w * 0.05), (x + w * 1.75, y + h * 3), (x + w * 0.9, y + h * 3)], wall * 0.72)
                else:
                    P([(x, y), (x + w, y), (x + w, y + h * 3), (x, y + h * 3)], wall * (0.86 + 0.14 * rng.random()))
                    P([(x - s * .05, y + s * .02), (x + s * 0.2, y - s * 0.36), (x + w - s * 0.2, y - s * 0.36), (x + w + s * .05, y + s * .02)], roof)
                    n = int(w / (s * 0.07))
                    for i in range(n):
                        q = i / n
                        d.line([(x - s * .05 + q * (w + s * .1)) * H, (y + s * .02) * H, (x + s * 0.2 + q * (w - s * 0.4)) * H, (y - s * 0.36) * H], fill=rgb(roof, 0.88), width=max(1, int(s * 22)))
                    d.line([(x - s * .05) * H, (y + s * .03) * H, (x + w + s * .05) * H, (y + s * .03) * H], fill=rgb(wall, 0.6), width=max(1, int(s * 40)))
                ww = s * 0.13
                for wy in np.arange(y + s * 0.16, y + h * 1.4, s * 0.42):
                    for wx in np.arange(x + s * 0.15, x + (w * 0.85 if side else w) - s * 0.2, s * 0.34):
                        if rng.random() < 0.8:
                            g = lerp(col(["#4c5a66", "#5f7484", "#37424c"][int(rng.integers(3))]), hazec, hz)
                            d.rectangle([(wx - ww * .18) * H, (wy - ww * .18) * H, (wx + ww * 1.18) * H, (wy + ww * 1.8) * H], fill=rgb(wall, 1.06))
                            d.rectangle([wx * H, wy * H, (wx + ww) * H, (wy + ww * 1.6) * H], fill=rgb(g))
                if rng.random() < 0.4:
                    cx = x + w * (0.25 + 0.4 * rng.random())
                    d.rectangle([cx * H, (y - s * 0.55) * H, (cx + s * 0.12) * H, (y - s * 0.2) * H], fill=rgb(wall, 0.82))
                    d.rectangle([(cx - s * .02) * H, (y - s * 0.58) * H, (cx + s * 0.14) * H, (y - s * 0.53) * H], fill=rgb(roof, 0.8))
                if rng.random() < 0.12:
                    cx, R = x + w * 0.8, s * (0.25 + 0.3 * rng.random())
                    for _ in range(40):
                        a, q, z = rng.normal(0, R * 0.45), rng.normal(0, R * 0.35), R * (0.12 + 0.16 * rng.random())
                        d.ellipse([(cx + a - z) * H, (y + q - z) * H, (cx + a + z) * H, (y + q + z) * H], fill=rgb(lerp(lerp(col("#3c5a34"), col("#86a050"), rng.random()), hazec, hz)))
                x += w * (1.65 if side else 0.98)
            if r == 4:  # a church
                x, y, q = 0.52, y0, s * 2.4
                k = lerp(col("#f6f0e4"), hazec, hz)
                d.rectangle([x * H, (y - q * 1.1) * H, (x + q * .42) * H, (y + q) * H], fill=rgb(k))
                d.rectangle([(x + q * .27) * H, (y - q * 1.1) * H, (x + q * .42) * H, (y + q) * H], fill=rgb(k, 0.82))
                d.pieslice([(x - q * .02) * H, (y - q * 1.4) * H, (x + q * .44) * H, (y - q * .8) * H], 180, 360, fill=rgb(lerp(col("#7a8a90"), hazec, hz)))
                d.line([(x + q * .21) * H, (y - q * 1.58) * H, (x + q * .21) * H, (y - q * 1.38) * H], fill=rgb("#6a6a6c"), width=4)
                d.ellipse([(x + q * .1) * H, (y - q * .92) * H, (x + q * .3) * H, (y - q * .68) * H], fill=rgb("#5a6068"))
    layer(img, c, town)
    n = fbm(c, 0.05, 8, 6)
    img *= (0.93 + 0.14 * n)[..., None]
    glow(img, c, 0.05, 0.25, 0.9, "#ffd8a0", 0.35)
    return finish(img, c, contrast=0.15)


@scene("city/rain-on-the-window.jpg", 864, 1080, orientation=6, taken="2026:11:14 19:42:10", zone="+01:00")
def _(c):
    rng = np.random.default_rng(c.seed)
    bg = vsky(c, [(0, "#0c1424"), (0.5, "#1c2438"), (1, "#141018")])
    pal = ["#ffb050", "#ff7a48", "#ffd890", "#e83a50", "#58a8e0", "#70d0b0", "#ffe8c0"]
    for _ in range(95):
        y = 0.25 + 0.6 * rng.random()
        x, r = rng.random() * c.a, 0.02 + 0.045 * rng.random()
        d = np.hypot(c.x - x, c.y - y)
        m = np.clip((r - d) / 0.006 + 0.5, 0, 1) * (0.65 + 0.35 * np.clip(d / r, 0, 1) ** 4)
        bg += m[..., None] * col(pal[int(rng.choice(7, p=[.25, .15, .2, .13, .1, .05, .12]))]) * (0.1 + 0.5 * rng.random() ** 2)
    bg = np.clip(bg, 0, 1)
    img = blur(bg, 10) * 0.85
    img = lerp(img, col("#5a6678"), 0.08)
    # height of the drops
    hmap = np.zeros((c.H, c.W), F)
    drops = [(rng.random() * c.a, rng.random(), 0.0022 + 0.004 * rng.random()) for _ in range(1500)]
    drops += [(rng.random() * c.a, rng.random(), 0.006 + 0.009 * rng.random() ** 2) for _ in range(330)]
    clear = np.zeros_like(hmap)
    for _ in range(15):
        x, y, r = rng.random() * c.a, 0.3 + 0.65 * rng.random(), 0.011 + 0.008 * rng.random()
        L = 0.15 + 0.4 * rng.random()
        ph = rng.random() * 6
        path = x + 0.007 * np.sin(c.ys * 22 + ph) + 0.004 * np.sin(c.ys * 61 + ph * 2)
        on = (c.ys < y) * np.clip((c.ys - (y - L)) / 0.1, 0, 1)
        off = path[int(min(c.H - 1, y * c.H))]
        clear = np.maximum(clear, np.clip((r * 0.75 - np.abs(c.x - path[:, None])) * c.H / 3, 0, 1) * on[:, None])
        drops.append((off, y, r))
        for yy in np.arange(y - L, y - 0.03, 0.02):
            if rng.random() < 0.7:
                drops.append((path[int(max(0, yy) * c.H)] + rng.normal(0, 0.001), yy, 0.0025 + 0.004 * rng.random()))
    img = lerp(img, bg * 0.95, (clear * 0.5)[..., None])
    for x, y, r in sorted(drops, key=lambda q: q[2]):
        j0, j1 = int(max(0, (y - 1.8 * r) * c.H)), int(min(c.H, (y + 1.8 * r) * c.H))
        i0, i1 = int(max(0, (x - 1.5 * r) * c.H)), int(min(c.W, (x + 1.5 * r) * c.H))
        if j1 - j0 < 3 or i1 - i0 < 3:
            continue
        X, Y = (c.x[j0:j1, i0:i1] - x) / r, (c.y[j0:j1, i0:i1] - y) / (r * 1.18)
        an = np.arctan2(Y, X)
        wob = 1 + 0.06 * np.sin(an * 3 + x * 99) + 0.05 * np.sin(an * 2 + y * 77)
        q = np.hypot(X, Y) / wob
        m = np.clip((1 - q) * r * c.H / 1.2, 0, 1)
        # a drop shows the scene behind, upside down
        sx = np.clip(((x - X * r * 9 * q) * c.H), 0, c.W - 1).astype(int)
        sy = np.clip(((0.52 - Y * 0.33) * c.H), 0, c.H - 1).astype(int)
        k = bg[sy, sx] * 1.05
        k = k * (1 - 0.75 * q ** 5)[..., None]
        spec = np.exp(-(((X + 0.32) / 0.22) ** 2 + ((Y + 0.42) / 0.16) ** 2))
        k = k + spec[..., None] * 0.6 + (np.exp(-(((q - 0.8) / 0.12) ** 2)) * np.clip(Y, 0, 1) * 0.28)[..., None]
        mix(img[j0:j1, i0:i1], np.clip(k, 0, 1), m * 0.95)
    return finish(img, c, bloom=0.15)


@scene("city/lights-out-of-focus.webp", 1080, 1080, q=78)
def _(c):
    rng = np.random.default_rng(c.seed)
    img = vsky(c, [(0, "#1a1230"), (0.5, "#30183c"), (1, "#100c20")])
    n = fbm(c, 0.5, 3, 3)
    mix(img, "#5a2050", n * 0.4)
    pal = ["#ffb860", "#ff7858", "#ff5a8a", "#ffd8a0", "#8a6aff", "#58b0ff", "#ffe0c0"]
    for i in range(120):
        x, y = rng.random() * 1.1 - 0.05, rng.normal(0.52, 0.22)
        r = 0.02 + 0.075 * rng.random() ** 2
        X, Y = c.x - x, c.y - y
        a = np.arctan2(Y, X) + 0.3
        hexa = np.cos(math.pi / 7) / np.cos((a % (2 * math.pi / 7)) - math.pi / 7)
        d = np.hypot(X, Y) / lerp(1.0, hexa, 0.55)
        m = np.clip((r - d) / (0.002 + 0.05 * r) + 0.5, 0, 1) * (0.62 + 0.38 * np.clip(d / r, 0, 1) ** 5)
        screen(img, m[..., None] * col(pal[int(rng.integers(7))]) * (0.14 + 0.6 * rng.random()))
    return finish(img, c, bloom=0.3, grain=0.004)


@scene("city/thirty-six-windows.png", 864, 1080, colours=96)
def _(c):
    img = np.zeros((c.H, c.W, 3), F) + col("#2b2f52")
    rng = np.random.default_rng(14)

    def house(d, H):
        nx, ny = 6, 6
        cw, ch = c.a / nx, 1 / ny
        for j in range(ny):
            R = lambda a, b, e, f, k: d.rectangle([a * H, b * H, e * H, f * H], fill=rgb(k))
            R(0, (j + 0.955) * ch, c.a, (j + 0.985) * ch, "#383d66")
            for i in range(nx):
                x, y, w, h = i * cw + cw * 0.17, j * ch + ch * 0.14, cw * 0.66, ch * 0.68
                lit = rng.random() < 0.55
                R(x - .008, y - .008, x + w + .008, y + h + .008, "#474d7c")
                warm = ["#ffc663", "#ffdb8f", "#f7a94e", "#ffe7b5", "#f28b5b", "#9fd3e6"][int(rng.choice(6, p=[.28, .22, .18, .14, .1, .08]))]
                R(x, y, x + w, y + h, warm if lit else ["#1a1d3a", "#20244a", "#262b56"][int(rng.integers(3))])
                if lit:
                    q = int(rng.integers(7))
                    dk = col(warm) * 0.62
                    if q == 0:  # plant
                        R(x + w * .3, y + h * .8, x + w * .62, y + h, "#a8502f")
                        for a in np.linspace(-0.9, 0.9, 7):
                            px, py = x + w * .46 + a * w * .3, y + h * (.42 + .2 * abs(a))
                            d.line([(x + w * .46) * H, (y + h * .8) * H, px * H, py * H], fill=rgb("#2e6a48"), width=8)
                            d.ellipse([px * H - 14, py * H - 9, px * H + 14, py * H + 9], fill=rgb("#3b8558"))
                    elif q == 1:  # cat
                        k = rgb("#272238")
                        d.ellipse([(x + w * .3) * H, (y + h * .62) * H, (x + w * .62) * H, (y + h * 1.1) * H], fill=k)
                        d.ellipse([(x + w * .34) * H, (y + h * .45) * H, (x + w * .58) * H, (y + h * .68) * H], fill=k)
                        for a in (.35, .5):
                            d.polygon([((x + w * a) * H, (y + h * .52) * H), ((x + w * (a + .025)) * H, (y + h * .38) * H), ((x + w * (a + .08)) * H, (y + h * .48) * H)], fill=k)
                        d.line([(x + w * .58) * H, (y + h * .93) * H, (x + w * .78) * H, (y + h * .9) * H, (x + w * .82) * H, (y + h * .74) * H], fill=k, width=10, joint="curve")
                    elif q == 2:  # curtains
                        for s in (0, 1):
                            p = [(s, 0), (.42 if s == 0 else .58, 0), (.3 if s == 0 else .7, .5), (.16 if s == 0 else .84, 1), (s, 1)]
                            d.polygon([((x + w * a) * H, (y + h * b) * H) for a, b in p], fill=rgb(["#c2553f", "#7c4a86", "#3f6f8f"][int(rng.integers(3))]))
                    elif q == 3:  # lamp
                        d.line([(x + w * .5) * H, y * H, (x + w * .5) * H, (y + h * .28) * H], fill=rgb(dk), width=4)
                        d.pieslice([(x + w * .28) * H, (y + h * .2) * H, (x + w * .72) * H, (y + h * .56) * H], 180, 360, fill=rgb("#b5482f"))
                        d.ellipse([(x + w * .43) * H, (y + h * .34) * H, (x + w * .57) * H, (y + h * .44) * H], fill=rgb("#fffbe8"))
                    elif q == 4:  # someone reading
                        k = rgb("#3a2a40")
                        d.ellipse([(x + w * .38) * H, (y + h * .34) * H, (x + w * .58) * H, (y + h * .54) * H], fill=k)
                        d.rounded_rectangle([(x + w * .28) * H, (y + h * .56) * H, (x + w * .68) * H, (y + h * 1.0) * H], 22, fill=k)
                        d.polygon([((x + w * .5) * H, (y + h * .82) * H), ((x + w * .68) * H, (y + h * .7) * H), ((x + w * .84) * H, (y + h * .76) * H), ((x + w * .68) * H, (y + h * .9) * H)], fill=rgb("#f6f0e0"))
                    elif q == 5:  # blinds
                        for t in np.arange(0.04, 0.6, 0.09):
                            R(x, y + h * t, x + w, y + h * (t + .05), dk)
                    else:  # books
                        for s in (.38, .72):
                            xx = x + w * .1
                            while xx < x + w * .86:
                                bw, bh = w * (.05 + .05 * rng.random()), h * (.14 + .1 * rng.random())
                                R(xx, y + h * s - bh, xx + bw * .85, y + h * s, ["#8a3f3a", "#3f5f7c", "#5f7a48", "#7a4a6a", "#c98a3a"][int(rng.integers(5))])
                                xx += bw
                            R(x + w * .06, y + h * s, x + w * .94, y + h * s + .004, "#6a4630")
                R(x + w * .485, y, x + w * .515, y + h, "#474d7c")
                R(x, y + h * .3, x + w, y + h * .325, "#474d7c")
                R(x - .014, y + h + .006, x + w + .014, y + h + .016, "#5a6192")
    layer(img, c, house)
    return finish(img, c, grain=0, vig=0)


# ---------------------------------------------------------------- table and wall

def spheres(c, balls, plane, eye, look, fov, light, sky, table, area=0.22, bump=None, gloss=0.4):
    """Spheres on a table y = 0 with soft shadows. balls: (x, y, z, r, colour function)."""
    eye, look = np.array(eye, F), np.array(look, F)
    fw = (look - eye) / np.linalg.norm(look - eye)
    rt = np.cross(fw, [0, 1, 0])
    rt /= np.linalg.norm(rt)
    upv = np.cross(rt, fw)
    D = fw + ((c.x - c.a / 2) * fov)[..., None] * rt - ((c.y - 0.5) * fov)[..., None] * upv
    D = (D / np.linalg.norm(D, axis=-1, keepdims=True)).astype(F)
    Ld = np.array(light, F) / np.linalg.norm(light)

    def soft(P, skip=None):
        vis = np.ones(P.shape[:-1], F)
        ao = np.ones(P.shape[:-1], F)
        for k, (x, y, z, r, _) in enumerate(balls):
            if k == skip:
                continue
            v = np.array([x, y, z], F) - P
            t = v @ Ld
            dist = np.sqrt(np.maximum((v * v).sum(-1) - t * t, 0))
            pen = np.maximum(t, 0.05) * area
            occ = sstep(1, -1, (dist - r) / pen) * (t > 0)
            vis *= 1 - occ
            l2 = (v * v).sum(-1)
            ao *= 1 - 0.75 * np.clip(r * r / np.maximum(l2, r * r), 0, 1) * np.clip(v[..., 1] / np.sqrt(l2) + 0.6, 0, 1) * 0.8
        return vis, ao
    t = np.where(D[..., 1] < -1e-4, -eye[1] / np.minimum(D[..., 1], -1e-4), 1e6)
    P = eye + D * t[..., None]
    vis, ao = soft(P)
    fade = np.exp(-np.maximum(t - 7, 0) / 7)
    img = table(P[..., 0], P[..., 2]) * (ao[..., None] * (0.42 * np.array(sky[1]) + 0.85 * (vis * Ld[1])[..., None] * np.array(sky[0])))
    img = lerp(np.zeros_like(img) + np.array(sky[2], F), img, fade[..., None]).astype(F)
    for k in sorted(range(len(balls)), key=lambda i: -np.linalg.norm(np.array(balls[i][:3]) - eye)):
        x, y, z, r, fn = balls[k]
        oc = eye - np.array([x, y, z], F)
        b = D @ oc
        disc_ = b * b - (oc @ oc - r * r)
        cover = np.clip((r - np.sqrt(np.maximum(oc @ oc - b * b, 0))) * c.H / (np.linalg.norm(oc) * fov) + 0.5, 0, 1) * (b < 0)
        if not cover.any():
            continue
        js, is_ = np.where(cover > 0)
        sl = np.s_[js.min():js.max() + 1, is_.min():is_.max() + 1]
        tt = -b[sl] - np.sqrt(np.maximum(disc_[sl], 0))
        Q = eye + D[sl] * tt[..., None]
        N = (Q - np.array([x, y, z], F)) / r
        base, rough_n, gl = fn(N, k)
        N2 = N + rough_n
        N2 /= np.linalg.norm(N2, axis=-1, keepdims=True)
        vis, ao = soft(Q + N * 0.01, k)
        li = np.clip(N2 @ Ld * 0.9 + 0.1, 0, 1) * vis
        am = (0.5 + 0.5 * N2[..., 1]) * ao
        bounce = np.clip(-N2[..., 1], 0, 1) * 0.35
        Hn = Ld - D[sl]
        Hn /= np.linalg.norm(Hn, axis=-1, keepdims=True)
        sp = np.clip((N2 * Hn).sum(-1), 0, 1) ** 60 * gl * vis
        fr = np.clip(1 + (N * D[sl]).sum(-1), 0, 1) ** 3 * 0.25 * gl
        k2 = base * (li[..., None] * np.array(sky[0]) * 1.0 + am[..., None] * np.array(sky[1]) * 0.55 + bounce[..., None] * 0.3) + sp[..., None] + fr[..., None] * np.array(sky[1])
        mix(img[sl], np.clip(k2, 0, 1).astype(F), cover[sl])
    return img


@scene("table/oranges-on-a-blue-cloth.jpg", 1080, 1080)
def _(c):
    rng = np.random.default_rng(3)
    pores = tile(9, 512, 0.7, 40)
    soft_t = tile(10, 512, 2, 3)

    def orange(hue):
        def fn(N, k):
            u, v = (np.arctan2(N[..., 2], N[..., 0]) * 120 + k * 99), N[..., 1] * 190
            p = sample(pores, u * 1.3, v * 1.3)
            s = sample(soft_t, u, v)
            base = lerp(col("#e86a10"), col("#ffa028"), np.clip(0.5 + 0.16 * s + hue, 0, 1)[..., None])
            base = base * (1 - 0.05 * np.clip(p, 0, 2))[..., None]
            base = lerp(base, col("#5d6a2c"), sstep(0.985, 0.996, N[..., 1])[..., None])
            d = np.stack([sample(pores, u * 1.3 + 1.5, v * 1.3) - p, sample(pores, u * 1.3, v * 1.3 + 1.5) - p, p * 0], -1)
            return base, d * 0.1, 0.35
        return fn

    def cloth(x, z):
        w = 0.5 + 0.5 * np.sin(x * 240) * np.sin(z * 240)
        s1 = sstep(-0.25, 0.25, np.sin(x * 5.2 + 0.4)) * 0.5 + sstep(-0.25, 0.25, np.sin(z * 5.2)) * 0.5
        k = lerp(col("#e6ecf0"), col("#4878a8"), s1[..., None])
        n = sample(soft_t, x * 40, z * 40)
        return k * (0.92 + 0.08 * w + 0.03 * n)[..., None]
    balls = [(-0.75, 0.62, 0.1, 0.62, orange(0.1)), (0.5, 0.58, -0.45, 0.58, orange(-0.1)), (0.55, 0.6, 0.95, 0.6, orange(0.2)),
             (-0.45, 0.5, -1.05, 0.5, orange(0.0)), (-0.15, 1.45, 0.3, 0.56, orange(0.15)), (1.55, 0.5, 0.2, 0.5, orange(-0.15))]
    img = spheres(c, balls, 0, (0.4, 2.7, -5.2), (0.25, 0.62, 0), 0.86, (-0.75, 0.85, -0.35),
                  ((1.32, 1.2, 1.02), (0.8, 0.86, 0.98), (0.42, 0.48, 0.56)), cloth)
    return finish(img, c, contrast=0.18, vig=0.35, bloom=0.1)


@scene("table/marbles.jpg", 1280, 853)
def _(c):
    swirl = tile(5, 512, 2.2, 2)
    pal = ["#2a6fd0", "#d03a4a", "#2aa878", "#e8a828", "#8a4ac8", "#30b0c8", "#e86a30", "#e8e8f0"]

    def marble(i):
        a, b = col(pal[i % 8]), col(pal[(i * 3 + 5) % 8])

        def fn(N, k):
            ca, sa = math.cos(i * 1.3), math.sin(i * 1.3)
            x, y = N[..., 0] * ca - N[..., 1] * sa, N[..., 0] * sa + N[..., 1] * ca
            w = np.sin(x * 5 + 2.6 * y * y + 2 * N[..., 2] + 0.6 * sample(swirl, x * 60 + i * 50, y * 60) + i)
            base = lerp(a * 0.75, b, sstep(0.35, 0.75, w)[..., None])
            base = lerp(base, 0.96, (sstep(0.86, 0.97, w) * 0.9)[..., None])
            rim = np.clip(1 - np.abs(N[..., 2] * 0.7 + 0.2), 0, 1)
            glow_ = np.clip(N @ (np.array([0.6, -0.55, 0.3], F)), 0, 1) ** 2
            return base * (0.65 + 0.2 * rim)[..., None] + glow_[..., None] * a * 0.8, np.zeros_like(N), 1.1
        return fn
    rng = np.random.default_rng(17)
    balls = []
    while len(balls) < 26:
        r = 0.3 + 0.25 * rng.random() ** 2
        x, z = rng.uniform(-3.2, 3.2), rng.uniform(-2.0, 3.6)
        if all(math.hypot(x - b[0], z - b[2]) > (r + b[3]) * 1.0 for b in balls):
            balls.append((x, r, z, r, marble(len(balls))))
    grain = tile(31, 512, 1.7, 2, 0.08)
    fine = tile(32, 512, 1.0, 10, 0.05)

    def wood(x, z):
        n = sample(grain, x * 30, z * 70) * 0.5 + 0.2 * sample(fine, x * 50, z * 140)
        k = lerp(col("#6a4026"), col("#c08a58"), np.clip(0.5 + 0.28 * n, 0, 1)[..., None])
        plank = np.abs(((z + 0.4) / 1.5) % 1 - 0.5) * 1.5
        return k * (1 - 0.7 * sstep(0.735, 0.75, plank))[..., None]
    img = spheres(c, balls, 0, (0, 3.3, -5.6), (0, 0.2, 0.35), 0.78, (0.7, 0.8, 0.5),
                  ((1.6, 1.42, 1.12), (0.95, 1.0, 1.1), (0.3, 0.24, 0.2)), wood, area=0.16)
    return finish(img, c, contrast=0.2, bloom=0.25, vig=0.4)


@scene("table/first-coffee.jpg", 1080, 1080)
def _(c):
    cx, cy = 0.5, 0.49
    grain, fine = tile(41, 512, 1.8, 2, 0.06), tile(42, 512, 1.0, 10, 0.04)
    n = sample(grain, c.x * 120, c.y * 420) * 0.5 + 0.2 * sample(fine, c.x * 200, c.y * 800)
    img = lerp(col("#5a3a26"), col("#a5754c"), np.clip(0.5 + 0.26 * n, 0, 1)[..., None])
    pl = np.abs((c.y * 3.2 + 0.3) % 1 - 0.5)
    img = (img * (1 - 0.6 * sstep(0.488, 0.496, pl))[..., None]).astype(F)
    lx, ly = -0.6, -0.8
    img *= (1.12 - 0.5 * np.hypot(c.x - 0.15, c.y - 0.1))[..., None]
    rr = lambda x, y: np.hypot(c.x - x, c.y - y)
    mix(img, "#120a06", sstep(0.43, 0.33, rr(cx + 0.035, cy + 0.05)) * 0.75)
    r = rr(cx, cy)
    nx, ny = (c.x - cx) / (r + 1e-5), (c.y - cy) / (r + 1e-5)
    facing = nx * lx + ny * ly
    # the saucer
    sl = 0.9 + 0.1 * facing * np.where(r > 0.33, -1.1, np.where(r > 0.24, 1.0, 0.2)) * sstep(0.2, 0.3, r)
    mix(img, (sl[..., None] * col("#e9e4da")), np.clip((0.365 - r) * c.H + 0.5, 0, 1))
    ring = np.exp(-((r - 0.343) / 0.004) ** 2)
    mix(img, "#33608a", ring * 0.9)
    mix(img, "#5a5048", sstep(0.31, 0.24, rr(cx + 0.028, cy + 0.04)) * 0.7 * (r < 0.36))
    # the handle

    def handle(d, H):
        d.rounded_rectangle([(cx + 0.2) * H, (cy - 0.026) * H, (cx + 0.33) * H, (cy + 0.026) * H], 0.024 * H, fill=255)
    hm = mask(c, handle)
    mix(img, lerp(col("#fbf8f2"), col("#b9b2a8"), sstep(-0.026, 0.026, c.y - cy)[..., None]), hm)
    # the cup and what is in it
    mix(img, (0.92 + 0.1 * facing)[..., None] * col("#f4f0e8"), np.clip((0.235 - r) * c.H + 0.5, 0, 1))
    mix(img, (0.78 - 0.2 * facing)[..., None] * col("#efe9df"), np.clip((0.222 - r) * c.H + 0.5, 0, 1))
    cr = rr(cx - 0.002, cy - 0.002)
    coffee = np.clip((0.203 - cr) * c.H + 0.5, 0, 1)
    X, Y = (c.x - cx) / 0.2, (c.y - cy) / 0.2
    w = fbm(c, 0.06, 5, 5)
    base = lerp(col("#6a3514"), col("#b8763c"), np.clip(0.35 + 0.5 * w - 0.3 * (cr / 0.2) ** 6, 0, 1)[..., None])
    # a rosetta
    Xw = X + 0.03 * (w - 0.5)
    t = np.clip((0.72 - Y) / 1.42, 0, 1)
    width = 0.62 * np.clip(np.sin(t ** 0.75 * math.pi), 0, 1) ** 0.8 * (1 - 0.25 * t)
    leaf = np.sin((Y + 0.55 * np.abs(Xw) ** 1.1 * 1.3) * 21) * 0.5 + 0.5
    m = sstep(0.34, 0.6, leaf) * sstep(0, 0.07, width - np.abs(Xw)) * (t > 0) * (t < 1)
    stem = sstep(0.035, 0.012, np.abs(Xw)) * (Y > -0.72) * (Y < 0.8)
    heart = sstep(0.03, -0.03, np.hypot(np.abs(Xw) - 0.11, (Y + 0.66) * 1.0) - 0.13)
    m = np.clip(np.maximum(np.maximum(m, stem), heart), 0, 1)
    m = blur(m.astype(F), 3)
    base = lerp(base, col("#f6e4c4"), (m * 0.93)[..., None])
    mix(img, base, coffee)
    mix(img, "#2a1408", coffee * sstep(0.19, 0.23, rr(cx + 0.035, cy + 0.045)) * 0.55)
    for _ in range(26):
        q, a = 0.186 + 0.012 * c.rng.random(), c.rng.random() * 6.283
        s = 0.0015 + 0.003 * c.rng.random()
        bx, by = cx + math.cos(a) * q, cy + math.sin(a) * q
        d = rr(bx, by)
        mix(img, "#e8c49a", np.exp(-((d - s) / 0.0009) ** 2) * 0.6)
    # a spoon

    def spoon(d, H):
        d.ellipse([0.125 * H, 0.70 * H, 0.215 * H, 0.83 * H], fill=255)
        d.polygon([(0.163 * H, 0.70 * H), (0.177 * H, 0.70 * H), (0.19 * H, 0.25 * H), (0.15 * H, 0.25 * H)], fill=255)
        d.ellipse([0.15 * H, 0.235 * H, 0.19 * H, 0.265 * H], fill=255)
    sm = mask(c, spoon)
    sh = np.roll(np.roll(blur(sm, 9), 18, 0), 14, 1)
    mix(img, "#120a06", sh * 0.6 * (1 - np.clip((0.365 - r) * c.H, 0, 1)))
    u = (c.x - 0.17) / 0.045
    metal = 0.62 + 0.3 * np.sin(u * 3 - 0.8 + (c.y > 0.7) * (c.y - 0.765) * 30)
    mix(img, np.clip(metal, 0.2, 1.0)[..., None] * col("#f2eee8"), sm)
    return finish(img, c, contrast=0.12, vig=0.35)


@scene("table/four-in-the-afternoon.jpg", 864, 1080, caption="The kitchen wall, four in the afternoon. Nobody planned this.",
       taken="2026:03:22 16:03:41", zone="+02:00")
def _(c):
    n = fbm(c, 0.02, 4, 5)
    n2 = fbm(c, 0.6, 5, 3)
    wall = (0.94 + 0.05 * (n - 0.5) + 0.05 * (n2 - 0.5))[..., None] * col("#d9c4ac")
    img = (wall * col("#a893a0")).astype(F)
    # window light, sheared
    X = c.x - 0.06 - 0.0 * c.y
    Y = c.y - 0.42 * (c.x - 0.4)

    def soft(v, a, b, s):
        return sstep(a - s, a + s, v) * sstep(b + s, b - s, v)
    s = 0.006
    light = np.zeros_like(X)
    for i in range(2):
        for j in range(3):
            light = np.maximum(light, soft(X, 0.08 + i * 0.27, 0.32 + i * 0.27, s + 0.004 * j) * soft(Y, 0.12 + j * 0.25, 0.35 + j * 0.25, s + 0.004 * j))
    rng = np.random.default_rng(7)

    def plant(d, H):
        bx, by = 0.52, 1.02
        for k in range(15):
            a = -math.pi / 2 + (k - 7) * 0.15 + rng.normal(0, 0.05)
            L = 0.42 + 0.3 * rng.random()
            bend = (k - 7) * 0.02
            prev = (bx, by)
            for t in np.linspace(0.05, 1, 20):
                px, py = bx + math.cos(a) * L * t + bend * t * t * 2, by + math.sin(a) * L * t + 0.12 * abs(bend) * 10 * t * t
                d.line([prev[0] * H, prev[1] * H, px * H, py * H], fill=255, width=6)
                if t > 0.35:
                    for sg in (-1, 1):
                        aa = a + sg * 0.85 + bend
                        q = 0.1 * math.sin((t - 0.3) / 0.75 * 3.0) + 0.012
                        ex, ey = px + math.cos(aa) * q, py + math.sin(aa) * q + 0.01
                        mx_, my_ = (px + ex) / 2, (py + ey) / 2
                        ox, oy = -math.sin(aa) * 0.009, math.cos(aa) * 0.009
                        d.polygon([(px * H, py * H), ((mx_ + ox) * H, (my_ + oy) * H), (ex * H, ey * H), ((mx_ - ox) * H, (my_ - oy) * H)], fill=255)
                prev = (px, py)
    p = mask(c, plant)
    light *= 1 - blur(p, 7) * 0.95
    light = blur(light, 4)
    img = img + light[..., None] * (wall * col("#ffd89c") * 1.06 - img)
    img *= (0.9 + 0.14 * (1 - c.x))[..., None]
    return finish(img, c, grain=0.011, bloom=0.12, vig=0.3)


# ---------------------------------------------------------------- abstract

@scene("abstract/following-the-wind.jpg", 864, 1080, q=74, limit=150_000)
def _(c):
    img = np.zeros((c.H, c.W, 3), F) + col("#f3ead9")
    rng = np.random.default_rng(c.seed)
    f = fbm(c, 0.62, 3, 3)
    g = fbm(c, 0.5, 4, 3)
    pal = ["#1d3557", "#2a6f97", "#61a5c2", "#e76f51", "#f4a261", "#e9c46a", "#8d3b4a", "#264653"]

    def lines(d, H):
        for _ in range(2100):
            x, y = rng.random() * c.W, rng.random() * c.H
            i, j = int(min(c.W - 1, x)), int(min(c.H - 1, y))
            k = pal[int(np.clip(g[j, i] * 8 + rng.normal(0, 0.8), 0, 7))]
            pts = []
            for _ in range(int(30 + 70 * rng.random())):
                i, j = int(x), int(y)
                if not (0 <= i < c.W and 0 <= j < c.H):
                    break
                pts.append((x, y))
                a = f[j, i] * 9.5
                x, y = x + math.cos(a) * 9, y + math.sin(a) * 9
            if len(pts) > 8:
                w = int(4 + 12 * rng.random() ** 3)
                d.line(pts, fill=rgb(lerp(col(k), col("#f3ead9"), 0.25 * rng.random())), width=w, joint="curve")
                for e in (pts[0], pts[-1]):
                    d.ellipse([e[0] - w / 2, e[1] - w / 2, e[0] + w / 2, e[1] + w / 2], fill=rgb(k))
    layer(img, c, lines, 0.94)
    m = 0.045
    edge = np.maximum(np.maximum(m - c.x, c.x - (c.a - m)), np.maximum(m - c.y, c.y - (1 - m)))
    mix(img, "#f7f1e5", np.clip(edge * c.H + 0.5, 0, 1))
    return finish(img, c, grain=0.006, vig=0.05)


@scene("abstract/breathing-grid.png", 1080, 1080, colours=24)
def _(c):
    X, Y = c.x - 0.5, c.y - 0.5
    out = np.zeros((c.H, c.W), F)

    def bulge(x, y, cx, cy, r, k):
        dx, dy = x - cx, y - cy
        d = np.hypot(dx, dy) / r
        s = np.where(d < 1, 1 - k * np.clip(1 - d * d, 0, 1) ** 1.5, 1)
        return cx + dx * s, cy + dy * s
    x, y = bulge(X, Y, -0.12, -0.1, 0.36, 0.62)
    x, y = bulge(x, y, 0.24, 0.25, 0.2, 0.55)
    n = 24
    chk = np.sign(np.sin(x * n * math.pi) * np.sin(y * n * math.pi))
    img = np.where((chk > 0)[..., None], col("#14213d"), col("#f7f3e8")).astype(F)
    ins = np.hypot(X - 0.24, Y - 0.25) < 0.2
    img = np.where((ins & (chk > 0))[..., None], col("#d1495b"), img)
    return finish(img.astype(F), c, grain=0, vig=0)


@scene("abstract/stained-glass.webp", 1080, 1080, q=80)
def _(c):
    rng = np.random.default_rng(c.seed)
    n = 230
    pts = rng.random((n, 2)) * 1.2 - 0.1
    for _ in range(2):  # spreads the cells
        q = rng.random((9000, 2)) * 1.2 - 0.1
        near = ((q[:, None] - pts[None]) ** 2).sum(-1).argmin(1)
        for i in range(n):
            if (near == i).any():
                pts[i] = q[near == i].mean(0)
    d1 = np.full((c.H, c.W), 9, F)
    d2 = np.full((c.H, c.W), 9, F)
    idx = np.zeros((c.H, c.W), np.int32)
    for i, (px, py) in enumerate(pts):
        d = np.hypot(c.x - px, c.y - py)
        closer = d < d1
        d2 = np.where(closer, d1, np.minimum(d2, d))
        idx = np.where(closer, i, idx)
        d1 = np.where(closer, d, d1)
    r = np.hypot(pts[:, 0] - 0.5, pts[:, 1] - 0.46)
    a = np.arctan2(pts[:, 1] - 0.46, pts[:, 0] - 0.5)
    t = np.clip(r / 0.72 + rng.normal(0, 0.035, n), 0, 1)
    cols = ramp(t, [(0, "#fff2b0"), (0.14, "#ffc23c"), (0.3, "#f0642c"), (0.45, "#c0285a"), (0.6, "#6a2a90"), (0.78, "#2444a0"), (1, "#0f6a80")])
    cols *= (0.8 + 0.35 * rng.random(n))[:, None]
    img = cols[idx]
    tex = fbm(c, 0.03, 5, 5)
    img = img * (0.78 + 0.4 * tex + 0.18 * sstep(0.0, 0.05, d2 - d1))[..., None]
    img = np.clip(img + 0.12 * np.exp(-np.hypot(c.x - 0.5, c.y - 0.46) / 0.25)[..., None], 0, 1).astype(F)
    e = d2 - d1
    lead = sstep(0.0085, 0.0055, e)
    hi = np.exp(-((e - 0.002) / 0.0022) ** 2)
    mix(img, lerp(col("#12121a"), col("#3c3c48"), hi[..., None]), lead)
    return finish(img, c, grain=0.004, bloom=0.3, vig=0.3)


@scene("abstract/wet-on-wet.jpg", 864, 1080)
def _(c):
    paper = fbm(c, 0.006, 2, 3)
    img = np.zeros((c.H, c.W, 3), F) + col("#fbf8f1")
    for i, (x, y, r, k) in enumerate([(0.3, 0.3, 0.27, "#3a7ca5"), (0.52, 0.42, 0.24, "#7a5aa8"), (0.36, 0.62, 0.25, "#d1607c"),
                                      (0.55, 0.74, 0.19, "#f0a050"), (0.2, 0.8, 0.14, "#f3c85c"), (0.6, 0.2, 0.15, "#3fa58f"),
                                      (0.15, 0.52, 0.12, "#5a8fc8")]):
        n = fbm(c, 0.3, 10 + i, 8, 0.55)
        n2 = fbm(c, 0.12, 40 + i, 6)
        d = np.hypot(c.x - x, c.y - y) / r + (n - 0.5) * 1.1
        m = sstep(1.03, 0.97 - 0.35 * sstep(0.3, 0.7, n2), d)
        rim = np.exp(-((d - 0.97) / 0.03) ** 2) * 0.35
        dens = np.clip(m * (0.28 + 0.5 * n2 + 0.1 * (paper - 0.5)) + rim * m, 0, 1)
        img *= 1 - dens[..., None] * (1 - col(k))
    rng = np.random.default_rng(3)
    for _ in range(70):
        x, y, r = rng.random() * c.a, rng.random(), 0.001 + 0.006 * rng.random() ** 3
        k = col(["#3a7ca5", "#d1607c", "#7a5aa8", "#f0a050"][int(rng.integers(4))])
        d = np.hypot(c.x - x, c.y - y)
        m = np.clip((r - d) * c.H / 2, 0, 1) * (0.5 + 0.3 * np.clip(d / r, 0, 1) ** 4)
        img *= 1 - m[..., None] * (1 - k)
    img *= (0.975 + 0.05 * (paper - 0.5))[..., None]
    return finish(img, c, grain=0.004, vig=0.06)


@scene("abstract/paper-valley.png", 1080, 1080, colours=200)
def _(c):
    img = ramp(np.zeros(1), [(0, "#fbe3c0"), (1, "#fbe3c0")])[0] + np.zeros((c.H, c.W, 3), F)
    def cast(m, k, depth=0.02):
        s = np.roll(np.roll(blur(m, 16), int(-0.009 * c.H), 0), int(0.004 * c.H), 1)
        img[...] *= (1 - 0.32 * s * (1 - m))[..., None]
        mix(img, k, m)
    cast(disc(c, 0.58, 0.34, 0.26), "#fbd09a")
    cast(disc(c, 0.58, 0.34, 0.18), "#f9b873")
    cast(disc(c, 0.58, 0.34, 0.11), "#f28f5b")
    for i, k in enumerate(["#e8856f", "#c9657a", "#96527c", "#684674", "#41386a", "#272a55", "#171c3c"]):
        line = 0.42 + 0.083 * i + (0.07 - 0.004 * i) * np.sin(c.xs * (4.2 + i * 0.7) + i * 2.1) + 0.05 * line_noise(c, 20 + i, 0.5, 2)
        m = below(c, line)
        if i in (4, 6):
            rng = np.random.default_rng(i)

            def trees(d, H):
                for x in np.sort(rng.random(11 if i == 4 else 7)):
                    h = (0.06 if i == 4 else 0.13) * (0.6 + 0.6 * rng.random())
                    y = line[min(c.W - 1, int(x * H))] + 0.006
                    for q in range(3):
                        a, b = y - h * (0.22 + 0.25 * q), h * (0.25 - 0.055 * q)
                        d.polygon([((x - b) * H, a * H), ((x + b) * H, a * H), (x * H, (a - h * 0.36) * H)], fill=255)
                    d.rectangle([(x - h * .03) * H, (y - h * .3) * H, (x + h * .03) * H, y * H], fill=255)
            m = np.maximum(m, mask(c, trees))
        cast(m.astype(F), k)
    return finish(img, c, grain=0, vig=0)


@scene("abstract/marbled-ink.webp", 864, 1080, q=80)
def _(c):
    a, b = fbm(c, 0.5, 1, 4, 0.45), fbm(c, 0.5, 2, 4, 0.45)
    t = tile(77, 1024, 2.3, 1)
    u, v = c.x * 420 + a * 420, c.y * 420 + b * 420
    q = sample(t, u, v)
    r = sample(t, u + 150 * q + 300, v - 120 * q)
    s = np.sin(r * 5.5 + q * 3 + 6 * a)
    k = ramp((0.5 + 0.5 * s).ravel(), [(0, "#0d1b3e"), (0.3, "#174a7c"), (0.55, "#2f8f9d"), (0.75, "#e8dcc0"), (0.9, "#f6f0e2"), (1, "#c9974a")]).reshape(c.H, c.W, 3)
    gold = np.exp(-((s - 0.72) / 0.035) ** 2)
    fl = fbm(c, 0.008, 9, 3)
    img = lerp(k, lerp(col("#8a5a1c"), col("#f8dc90"), fl[..., None]), (gold * 0.9)[..., None])
    return finish(img.astype(F), c, grain=0.003, vig=0.15)


@scene("abstract/quarter-circles.png", 864, 1080, colours=48)
def _(c):
    rng = np.random.default_rng(23)
    pal = ["#f4ede1", "#1f3a5f", "#e4572e", "#f3a712", "#76a08a", "#a8c5da", "#2b2b2b", "#e9c9b1"]
    img = np.zeros((c.H, c.W, 3), F)
    nx, ny = 8, 10
    s = c.W // nx

    def tiles(d, H):
        for j in range(ny):
            for i in range(nx):
                a, b, e = rng.choice(8, 3, replace=False)
                x, y = i * s, j * s
                d.rectangle([x, y, x + s, y + s], fill=rgb(pal[a]))
                t, q = rng.random(), int(rng.integers(4))
                cx, cy = x + s * (q % 2), y + s * (q // 2)
                if t < 0.4:
                    for rr, k in ((1.0, b), (0.66, e), (0.33, a)):
                        d.pieslice([cx - s * rr, cy - s * rr, cx + s * rr, cy + s * rr], [0, 90, 270, 180][q], [90, 180, 360, 270][q], fill=rgb(pal[k]))
                elif t < 0.62:
                    d.pieslice([cx - s, cy - s, cx + s, cy + s], [0, 90, 270, 180][q], [90, 180, 360, 270][q], fill=rgb(pal[b]))
                elif t < 0.75:
                    d.ellipse([x + s * .12, y + s * .12, x + s * .88, y + s * .88], fill=rgb(pal[b]))
                    d.ellipse([x + s * .34, y + s * .34, x + s * .66, y + s * .66], fill=rgb(pal[e]))
                elif t < 0.88:
                    d.pieslice([x - s / 2 if q % 2 else x, y, x + s / 2 if q % 2 else x + s, y + s], 270 if q % 2 else 0, 450 if q % 2 else 180, fill=rgb(pal[b]))
                    d.pieslice([x + s / 2 if q % 2 else x, y - s / 2 if not q % 2 else y, x + s * 1.5 if q % 2 else x + s, y + s / 2 if not q % 2 else y + s], 90 if q % 2 else 0, 270 if q % 2 else 180, fill=rgb(pal[e]))
                else:
                    d.polygon([(x, y), (x + s, y), (x, y + s)] if q % 2 else [(x, y), (x + s, y), (x + s, y + s)], fill=rgb(pal[b]))
    layer(img, c, tiles)
    return finish(img, c, grain=0, vig=0)


@scene("abstract/silk.jpg", 1280, 853, caption="Blue hour, very slowly, with the camera moving.")
def _(c):
    n = fbm(c, 0.9, 1, 3, 0.4, stretch=1.5)
    n2 = fbm(c, 0.6, 2, 3, 0.4, stretch=2)
    ph = (c.y * 2.2 + n * 2.6 + c.x * 0.35) * 4.2 + n2 * 3.5
    f = np.sin(ph)
    g = np.sin(ph * 0.5 + n2 * 5)
    li = np.clip(0.5 + 0.32 * f + 0.22 * g, 0, 1)
    k = ramp(li.ravel(), [(0, "#0a1030"), (0.3, "#1f3a86"), (0.55, "#6a5ab8"), (0.78, "#e08ab0"), (1, "#ffe6c8")]).reshape(c.H, c.W, 3)
    sheen = np.clip(np.cos(ph + 0.9), 0, 1) ** 10
    img = screen(k.astype(F).copy(), (sheen * 0.22)[..., None] * col("#ffd8e8"))
    return finish(img, c, grain=0.008, vig=0.2)


# ---------------------------------------------------------------- writing

def save(im, path, options):
    ext = os.path.splitext(path)[1]
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if ext == ".png":
        if options.get("colours"):
            im = im.quantize(options["colours"], dither=Image.Dither.NONE)
        im.save(path, optimize=True)
        return
    exif = Image.Exif()
    if options.get("caption"):
        exif[0x010E] = options["caption"]
    if options.get("taken"):
        exif[0x0132] = options["taken"]
        exif.get_ifd(0x8769)[0x9003] = options["taken"]
        exif.get_ifd(0x8769)[0x9011] = options.get("zone", "+00:00")
    if options.get("orientation") == 6:
        # stored turned a quarter to the left; a viewer turns it back
        im = im.transpose(Image.Transpose.ROTATE_90)
        exif[0x0112] = 6
    extra = {"exif": exif} if len(exif) else {}
    q = options.get("q", 82)
    while True:
        if ext == ".webp":
            im.save(path, quality=q - 4, method=6, **extra)
        else:
            im.save(path, quality=q, optimize=True, progressive=True, **extra)
        if os.path.getsize(path) <= options.get("limit", 86_000) or q <= 62:
            return
        q -= 3


def draw(job):
    path, root = job
    fn, w, h, options = SCENES[path]
    im = fn(C(path, w, h))
    save(im, os.path.join(root, path), options)
    return f"{os.path.getsize(os.path.join(root, path)):8d}  {path}"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    root, words = sys.argv[1], sys.argv[2:]
    jobs = [(p, root) for p in SCENES if not words or any(w in p for w in words)]
    with multiprocessing.Pool(min(os.cpu_count() or 1, 4)) as pool:
        for line in pool.imap_unordered(draw, jobs):
            print(line, flush=True)


if __name__ == "__main__":
    main()

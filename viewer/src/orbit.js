// Channels against another one, with a dot where they are now; a click goes to the time of the nearest point.

import { LINES, ink } from './colours.js';
import { short, spelled, withUnit } from './numbers.js';
import { Axis } from './ranges.js';

const MARGIN = { left: 58, right: 12, top: 8, bottom: 34 };
const HIGHEST = 260;
const DASHES = [5, 4];

export class Orbit {
  constructor(plots, title, x, lines, over, log = [false, false]) {
    Object.assign(this, { plots, x, lines, over, log });
    this.places = [x.place, ...lines.map((line) => line.place)];
    this.title = title || `${lines.map(named).join(', ')} against ${named(x)}`;
  }

  async fill(holder, width) {
    this.canvas = document.createElement('canvas');
    this.canvas.className = 'orbit';
    holder.append(this.canvas);
    const [from, to] = this.over ?? [];
    const read = async (run, line) => {
      const place = run.place(line.channel);
      if (place === undefined) return null;
      const [times, values] = await run.column(place, { from, to, even: true });
      return { times, values: Array.from(values, (value) => value / (line.unit?.size ?? 1)) };
    };
    const curves = this.plots.runs.flatMap((run, other) => this.lines.map(async (line, k) => {
      const [x, y] = await Promise.all([read(run, this.x), read(run, line)]);
      return x && y ? { other: other > 0, colour: `--line${k % LINES}`, label: named(line) + (other ? ' (other run)' : ''), times: x.times, xs: x.values, ys: y.values } : null;
    }));
    this.curves = (await Promise.all(curves)).filter(Boolean);
    if (this.curves.length > 1) holder.append(this.legend());
    this.canvas.addEventListener('click', (event) => this.seek(event.offsetX, event.offsetY));
    this.resize(width);
  }

  legend() {
    const box = document.createElement('div');
    box.className = 'orbit-legend';
    for (const { label, colour, other } of this.curves) {
      const entry = document.createElement('span');
      const mark = document.createElement('i');
      mark.style.borderTop = `2px ${other ? 'dashed' : 'solid'} var(${colour})`;
      entry.append(mark, label);
      box.append(entry);
    }
    return box;
  }

  resize(width) {
    if (!this.curves) return;
    this.size = [width, Math.min(HIGHEST, width)];
    this.canvas.style.width = `${this.size[0]}px`;
    this.canvas.style.height = `${this.size[1]}px`;
    [this.canvas.width, this.canvas.height] = this.size.map((length) => length * devicePixelRatio);
    const [across, up] = [this.size[0] - MARGIN.left - MARGIN.right, this.size[1] - MARGIN.top - MARGIN.bottom];
    this.axes = [new Axis(this.curves.map(({ xs }) => xs), this.log[0], across), new Axis(this.curves.map(({ ys }) => ys), this.log[1], up)];
    // A length against a length is drawn to one scale.
    if (!this.log.includes(true) && this.plots.unit(this.x) === this.plots.unit(this.lines[0])) {
      const perPixel = Math.max(...this.axes.map((axis) => axis.perPixel));
      for (const axis of this.axes) axis.widen(perPixel);
    }
    this.draw();
  }

  // Where a point of a curve is drawn; none where an axis has no place for it.
  at(curve, i) {
    const [x, y] = [this.axes[0].pixel(curve.xs[i]), this.axes[1].pixel(curve.ys[i])];
    return x === null || y === null ? null : [MARGIN.left + x, MARGIN.top + this.axes[1].pixels - y];
  }

  draw() {
    if (!this.axes) return;
    const ctx = this.canvas.getContext('2d');
    ctx.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    ctx.clearRect(0, 0, ...this.size);
    this.frame(ctx);
    for (const curve of this.curves) this.curve(ctx, curve);
    for (const curve of this.curves) {
      const now = curve.times.length ? this.at(curve, nearest(curve.times, this.plots.player.time)) : null;
      if (!now) continue;
      ctx.beginPath();
      ctx.arc(...now, 4, 0, 7);
      ctx.fillStyle = ink(curve.other ? '--card' : '--cursor');
      ctx.fill();
      ctx.lineWidth = 1.5;
      ctx.strokeStyle = ink('--cursor');
      ctx.stroke();
    }
  }

  frame(ctx) {
    const [x, y] = this.axes;
    const bottom = MARGIN.top + y.pixels;
    ctx.font = '11px system-ui';
    ctx.fillStyle = ink('--soft');
    ctx.strokeStyle = ink('--rule');
    ctx.lineWidth = 1;
    ctx.textAlign = 'center';
    for (const tick of x.ticks(5)) {
      const at = MARGIN.left + x.pixel(tick);
      stroke(ctx, [[at, MARGIN.top], [at, bottom]]);
      ctx.fillText(short(tick), at, bottom + 14);
    }
    ctx.fillText(withUnit(named(this.x), this.plots.unit(this.x)), MARGIN.left + x.pixels / 2, this.size[1] - 6);
    ctx.textAlign = 'right';
    for (const tick of y.ticks(5)) {
      const at = bottom - y.pixel(tick);
      stroke(ctx, [[MARGIN.left, at], [MARGIN.left + x.pixels, at]]);
      ctx.fillText(short(tick), MARGIN.left - 5, at + 4);
    }
    const unit = this.plots.unit(this.lines[0]);
    ctx.save();
    ctx.translate(11, MARGIN.top + y.pixels / 2);
    ctx.rotate(-Math.PI / 2);
    ctx.textAlign = 'center';
    ctx.fillText(this.lines.length === 1 ? withUnit(named(this.lines[0]), unit) : spelled(unit), 0, 0);
    ctx.restore();
  }

  curve(ctx, curve) {
    ctx.strokeStyle = ink(curve.colour);
    ctx.lineWidth = 1.5;
    ctx.setLineDash(curve.other ? DASHES : []);
    let piece = [];
    for (let i = 0; i <= curve.xs.length; i++) {
      const point = i < curve.xs.length ? this.at(curve, i) : null;
      if (point) piece.push(point);
      else if (piece.length) {
        stroke(ctx, piece);
        piece = [];
      }
    }
    ctx.setLineDash([]);
  }

  seek(x, y) {
    let best = { off: Infinity };
    for (const curve of this.curves) {
      for (let i = 0; i < curve.xs.length; i++) {
        const at = this.at(curve, i);
        const off = at ? Math.hypot(at[0] - x, at[1] - y) : Infinity;
        if (off < best.off) best = { off, time: curve.times[i] };
      }
    }
    if (best.time !== undefined) this.plots.player.seek(best.time);
  }

  mark() { this.draw(); }
  restyle() { this.draw(); }
  destroy() {}
}

const named = (line) => line.label ?? line.channel;

function stroke(ctx, points) {
  ctx.beginPath();
  for (const [x, y] of points) ctx.lineTo(x, y);
  ctx.stroke();
}

// The place of the time nearest to another.
function nearest(times, time) {
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle; else high = middle;
  }
  return time - times[low] < times[high] - time ? low : high;
}

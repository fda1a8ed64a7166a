// Plots beside the scene, with a line at the current time that can be set by a click.

import uPlot from 'uplot';
import { LINES } from './colours.js';
import { short, spelled, withUnit } from './numbers.js';

export class Plots {
  constructor(element, runs, player) {
    this.element = element;
    this.runs = runs;
    this.player = player;
    this.cards = [];
    this.byName = new Map(runs[0].head.channels.map((channel, place) => [channel.name, place]));
    new ResizeObserver(() => this.resize()).observe(element);
    player.on(() => this.mark());
  }

  place(name) { return this.byName.get(name); }

  // A plot as the model file asks for it: its lines by unit, or against another channel.
  async ask(plot) {
    const lines = plot.lines.map((line) => ({ ...line, place: this.place(line.channel) })).filter((line) => line.place !== undefined);
    if (plot.x) {
      const x = { ...plot.x, place: this.place(plot.x.channel) };
      if (x.place !== undefined && lines.length) await this.add(new Orbit(this, plot.title, x, lines[0], plot.over));
      return;
    }
    const groups = Map.groupBy ? Map.groupBy(lines, (line) => this.unit(line)) : grouped(lines, (line) => this.unit(line));
    for (const [, group] of groups) await this.add(new Curves(this, plot.title, group, plot.over, plot.log?.[1]));
  }

  unit(line) { return line.unit?.symbol ?? this.runs[0].head.channels[line.place].unit; }

  // Channels by their places, in one plot.
  async channels(title, places) {
    const lines = places.map((place) => ({ channel: this.runs[0].head.channels[place].name, place }));
    await this.add(new Curves(this, title, lines));
  }

  shows(place) { return this.cards.some((card) => card.places.includes(place)); }

  async add(card) {
    this.cards.push(card);
    const box = document.createElement('article');
    box.className = 'card';
    const head = document.createElement('div');
    head.className = 'card-head';
    const title = document.createElement('h3');
    title.textContent = card.title;
    const close = document.createElement('button');
    close.textContent = '×';
    close.title = 'Close this plot';
    close.addEventListener('click', () => this.remove(card));
    head.append(title, close);
    const holder = document.createElement('div');
    box.append(head, holder);
    card.box = box;
    this.element.append(box);
    await card.fill(holder, this.width());
    this.mark();
  }

  remove(card) {
    card.box.remove();
    card.destroy();
    this.cards = this.cards.filter((other) => other !== card);
    this.onchange?.();
  }

  width() { return Math.max(240, this.element.clientWidth - 18); }
  resize() { for (const card of this.cards) card.resize?.(this.width()); }
  mark() { for (const card of this.cards) card.mark(this.player.time); }
  restyle() { for (const card of this.cards) card.restyle?.(); }
}

function grouped(list, key) {
  const groups = new Map();
  for (const entry of list) {
    if (!groups.has(key(entry))) groups.set(key(entry), []);
    groups.get(key(entry)).push(entry);
  }
  return groups;
}

const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Channels over time.
class Curves {
  constructor(plots, title, lines, over, log) {
    Object.assign(this, { plots, lines, over, log });
    this.places = lines.map((line) => line.place);
    this.title = title || lines.map((line) => line.label ?? line.channel).join(', ');
  }

  async fill(holder, width) {
    const { runs } = this.plots;
    const head = runs[0].head;
    const unit = this.plots.unit(this.lines[0]);
    const series = [{}];
    this.wanted = [];
    runs.forEach((run, i) => {
      const names = i === 0 ? this.plots.byName : new Map(run.head.channels.map((channel, place) => [channel.name, place]));
      this.lines.forEach((line, k) => {
        const place = names.get(line.channel);
        if (place === undefined) return;
        const label = (line.label ?? line.channel) + (i ? ' (other run)' : '');
        series.push({ label, stroke: () => ink(`--line${k % LINES}`), width: 1.5, dash: i ? [5, 4] : undefined, value: (_, value) => (value == null ? '' : short(value)) });
        this.wanted.push({ run, place, size: line.unit?.size ?? 1 });
      });
    });
    const colour = () => ink('--soft');
    const axis = { stroke: colour, grid: { stroke: () => ink('--rule'), width: 1 }, ticks: { stroke: () => ink('--rule'), width: 1 }, font: '11px system-ui', labelFont: '11px system-ui', labelSize: 16, size: 34 };
    const name = this.lines.length === 1 ? withUnit(this.lines[0].label ?? this.lines[0].channel, unit) : spelled(unit);
    const options = {
      width,
      height: 170,
      series,
      legend: { show: this.lines.length > 1 || runs.length > 1, live: false },
      scales: { x: { time: false }, y: this.log ? { distr: 3 } : { range: (_, low, high) => padded(low, high) } },
      axes: [{ ...axis, label: 'time in s', values: (_, ticks) => ticks.map((tick) => short(tick)) }, { ...axis, size: 52, label: name, values: (_, ticks) => ticks.map((tick) => (tick === null ? '' : short(tick))) }],
      cursor: { drag: { x: true, y: false }, points: { show: false } },
      hooks: { draw: [(plot) => this.line(plot)], setScale: [(plot, key) => key === 'x' && this.zoomed(plot)] },
    };
    this.plot = new uPlot(options, await this.data(this.over ?? []), holder);
    this.plot.over.addEventListener('click', (event) => {
      const { left } = this.plot.over.getBoundingClientRect();
      this.plots.player.seek(this.plot.posToVal(event.clientX - left, 'x'));
    });
  }

  async data([from, to] = []) {
    const columns = await Promise.all(this.wanted.map(({ run, place }) => run.column(place, { from, to })));
    const scaled = columns.map(([times, values], i) => [Array.from(times), Array.from(values, (value) => value / this.wanted[i].size)]);
    return scaled.length === 1 ? scaled[0] : uPlot.join(scaled, scaled.map((table) => table.slice(1).map(() => 2)));
  }

  // More detail where one looks closer.
  async zoomed(plot) {
    if (this.filling || !plot.data[0].length) return;
    const { min, max } = plot.scales.x;
    const window = [min, max].join();
    if (window === this.window) return;
    this.window = window;
    this.filling = true;
    const margin = 0.02 * (max - min);
    const data = await this.data([min - margin, max + margin]);
    plot.setData(data, false);
    plot.setScale('x', { min, max });
    this.filling = false;
  }

  line(plot) {
    const x = plot.valToPos(this.plots.player.time, 'x', true);
    const { left, top, width, height } = plot.bbox;
    if (!(x >= left && x <= left + width)) return;
    const { ctx } = plot;
    ctx.save();
    ctx.strokeStyle = ink('--cursor');
    ctx.setLineDash([]);
    ctx.lineWidth = 1.5 * devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x, top);
    ctx.lineTo(x, top + height);
    ctx.stroke();
    ctx.restore();
  }

  mark() { this.plot?.redraw(false); }
  restyle() { this.plot?.redraw(false, true); }
  resize(width) { if (this.plot && this.plot.width !== width) this.plot.setSize({ width, height: 170 }); }
  destroy() { this.plot?.destroy(); }
}

function padded(low, high) {
  if (low === null) return [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  const room = high - low > 1e-9 * size ? 0.06 * (high - low) : 0.1 * size || 1;
  return [low - room, high + room];
}

// One channel against another, with a dot where it is now.
class Orbit {
  constructor(plots, title, x, y, over) {
    Object.assign(this, { plots, x, y, over });
    this.places = [x.place, y.place];
    this.title = title || `${y.label ?? y.channel} against ${x.label ?? x.channel}`;
  }

  async fill(holder, width) {
    this.canvas = document.createElement('canvas');
    holder.append(this.canvas);
    const [from, to] = this.over ?? [];
    const read = async (line) => {
      const [times, values] = await this.plots.runs[0].column(line.place, { from, to, even: true });
      return [times, Array.from(values, (value) => value / (line.unit?.size ?? 1))];
    };
    const [[times, x], [, y]] = await Promise.all([read(this.x), read(this.y)]);
    Object.assign(this, { times, xs: x, ys: y });
    this.resize(width);
  }

  resize(width) {
    if (!this.canvas) return;
    this.size = [width, Math.min(260, width)];
    this.canvas.style.width = `${this.size[0]}px`;
    this.canvas.style.height = `${this.size[1]}px`;
    [this.canvas.width, this.canvas.height] = this.size.map((length) => length * devicePixelRatio);
    this.draw();
  }

  draw() {
    if (!this.xs?.length) return;
    const ctx = this.canvas.getContext('2d');
    const [width, height] = this.size;
    const margin = { left: 58, right: 12, top: 8, bottom: 34 };
    ctx.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    const units = [this.x, this.y].map((line) => this.plots.unit(line));
    const ends = [this.xs, this.ys].map((list) => padded(Math.min(...list), Math.max(...list)));
    const room = [width - margin.left - margin.right, height - margin.top - margin.bottom];
    if (units[0] === units[1]) {
      const perPixel = Math.max(...ends.map(([low, high], i) => (high - low) / room[i]));
      ends.forEach((end, i) => {
        const middle = (end[0] + end[1]) / 2;
        end[0] = middle - perPixel * room[i] / 2;
        end[1] = middle + perPixel * room[i] / 2;
      });
    }
    const px = (x) => margin.left + ((x - ends[0][0]) / (ends[0][1] - ends[0][0])) * room[0];
    const py = (y) => margin.top + room[1] - ((y - ends[1][0]) / (ends[1][1] - ends[1][0])) * room[1];
    this.toPixel = [px, py];
    ctx.font = '11px system-ui';
    ctx.fillStyle = ink('--soft');
    ctx.strokeStyle = ink('--rule');
    for (const tick of ticks(...ends[0], 5)) {
      line(ctx, px(tick), margin.top, px(tick), margin.top + room[1]);
      ctx.textAlign = 'center';
      ctx.fillText(short(tick), px(tick), margin.top + room[1] + 14);
    }
    for (const tick of ticks(...ends[1], 5)) {
      line(ctx, margin.left, py(tick), margin.left + room[0], py(tick));
      ctx.textAlign = 'right';
      ctx.fillText(short(tick), margin.left - 5, py(tick) + 4);
    }
    ctx.textAlign = 'center';
    ctx.fillText(withUnit(this.x.label ?? this.x.channel, units[0]), margin.left + room[0] / 2, height - 6);
    ctx.save();
    ctx.translate(11, margin.top + room[1] / 2);
    ctx.rotate(-Math.PI / 2);
    ctx.fillText(withUnit(this.y.label ?? this.y.channel, units[1]), 0, 0);
    ctx.restore();
    ctx.strokeStyle = ink('--line0');
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    this.xs.forEach((x, i) => ctx.lineTo(px(x), py(this.ys[i])));
    ctx.stroke();
    const at = this.nearest(this.plots.player.time);
    ctx.fillStyle = ink('--cursor');
    ctx.beginPath();
    ctx.arc(px(this.xs[at]), py(this.ys[at]), 4.5, 0, 7);
    ctx.fill();
  }

  nearest(time) {
    let low = 0;
    let high = this.times.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= time) low = middle; else high = middle;
    }
    return time - this.times[low] < this.times[high] - time ? low : high;
  }

  mark() { this.draw(); }
  restyle() { this.draw(); }
  destroy() {}
}

function line(ctx, x1, y1, x2, y2) {
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}

function ticks(low, high, count) {
  const rough = (high - low) / count;
  const decade = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * decade).find((candidate) => candidate >= rough);
  const list = [];
  for (let i = Math.ceil(low / step); i * step <= high && list.length < 20; i++) list.push(i * step);
  return list;
}

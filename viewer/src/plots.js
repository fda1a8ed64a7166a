// Plots beside the scene, with a line at the current time that can be set by a click.

import uPlot from 'uplot';
import { LINES, forgetInks, ink } from './colours.js';
import { short, spelled, withUnit } from './numbers.js';
import { Orbit } from './orbit.js';
import { padded } from './ranges.js';
import { Readout } from './readout.js';
import { plotUnit } from './units.js';

export class Plots {
  constructor(element, runs, player) {
    this.element = element;
    this.runs = runs;
    this.player = player;
    this.cards = [];
    new ResizeObserver(() => this.resize()).observe(element);
    player.on(() => this.mark());
  }

  place(name) { return this.runs[0].place(name); }

  // A plot as the model file asks for it: its lines by unit, or against another channel.
  async ask(plot) {
    const lines = plot.lines.map((line) => ({ ...line, place: this.place(line.channel) })).filter((line) => line.place !== undefined);
    const x = plot.x && { ...plot.x, place: this.place(plot.x.channel) };
    if (x && x.place === undefined) return;
    const groups = Map.groupBy ? Map.groupBy(lines, (line) => this.unit(line)) : grouped(lines, (line) => this.unit(line));
    for (const [, group] of groups) await this.add(x ? new Orbit(this, plot.title, x, group, plot.over, plot.log) : new Curves(this, plot.title, group, plot.over, plot.log));
  }

  unit(line) { return line.unit?.symbol ?? this.runs[0].head.channels[line.place].unit; }

  // Channels by their places, in one plot.
  async channels(title, places, labels = [], above = false) {
    const lines = places.map((place, i) => ({ channel: this.runs[0].head.channels[place].name, place, label: labels[i] }));
    await this.add(new Curves(this, title, lines), above);
  }

  // Whether one of some channels differs from zero at any time, or from its first value, but for rounding errors.
  async differ(places, fromZero) {
    const columns = await Promise.all(places.map((place) => this.runs[0].column(place)));
    return columns.some(([, values]) => {
      const from = fromZero ? 0 : values[0];
      return values.some((value) => Math.abs(value - from) > ROUNDING * Math.max(1, Math.abs(from)));
    });
  }

  shows(place) { return this.cards.some((card) => card.places.includes(place)); }

  // What someone has just asked for stands above the rest, where it is seen.
  async add(card, above = false) {
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
    if (above) this.element.prepend(box);
    else this.element.append(box);
    // All cards are equally wide.
    this.width ??= width(card);
    await card.fill(holder, this.width);
    this.mark();
  }

  remove(card) {
    card.box.remove();
    card.destroy();
    this.cards = this.cards.filter((other) => other !== card);
    this.onchange?.();
  }

  resize() {
    if (!this.cards.length) return;
    this.width = width(this.cards[0]);
    for (const card of this.cards) card.resize?.(this.width);
  }

  mark() { for (const card of this.cards) card.mark(this.player.time); }

  restyle() {
    forgetInks();
    for (const card of this.cards) card.restyle?.();
  }
}

// What varies less than this part of its size, or of an SI unit, is constant.
const ROUNDING = 1e-12;

// Plots that have the page for themselves are larger.
const height = () => (document.documentElement.classList.contains('flat') ? 260 : 170);
// Width of a letter of an axis, and how much higher a plot is than its axis.
const LETTER = 6;
const AROUND = 66;
const width = ({ box }) => Math.max(240, box.clientWidth - 18);

// Width of an axis with its marks and its name.
const room = (_, marks) => Math.max(52, 28 + LETTER * Math.max(...(marks ?? ['']).map((mark) => mark.length)));

// How many digits tell the marks of an axis apart.
function digits(ticks, step) {
  const largest = Math.max(...ticks.map((tick) => Math.abs(tick ?? 0)));
  return step > 0 && largest > 0 ? Math.max(4, Math.ceil(Math.log10(largest / step) + 1e-9) + 1) : 4;
}

function grouped(list, key) {
  const groups = new Map();
  for (const entry of list) {
    if (!groups.has(key(entry))) groups.set(key(entry), []);
    groups.get(key(entry)).push(entry);
  }
  return groups;
}

// Channels over time.
class Curves {
  constructor(plots, title, lines, over, log = [false, false]) {
    Object.assign(this, { plots, lines, over, log });
    this.places = lines.map((line) => line.place);
    this.title = title || lines.map((line) => line.label ?? line.channel).join(', ');
  }

  async fill(holder, width) {
    const { runs } = this.plots;
    const { unit, size } = await this.shown();
    const series = [{}];
    this.wanted = [];
    const rows = [];
    runs.forEach((run, i) => {
      this.lines.forEach((line, k) => {
        const place = run.place(line.channel);
        if (place === undefined) return;
        const label = (line.label ?? line.channel) + (i ? ' (other run)' : '');
        series.push({ label, stroke: () => ink(`--line${k % LINES}`), width: 1.5, dash: i ? [5, 4] : undefined, value: (_, value) => (value == null ? '' : short(value)) });
        this.wanted.push({ run, place, size: line.unit?.size ?? size });
        rows.push({ label, colour: `--line${k % LINES}`, other: i > 0 });
      });
    });
    const colour = () => ink('--soft');
    // On a logarithmic axis most marks have no number.
    const marked = (_, ticks, axis, space, step) => ticks.map((tick) => (tick === null ? '' : short(tick, digits(ticks, step))));
    const axis = { stroke: colour, grid: { stroke: () => ink('--rule'), width: 1 }, ticks: { stroke: () => ink('--rule'), width: 1 }, font: '11px system-ui', labelFont: '11px system-ui', labelSize: 16, size: 34 };
    // What the title says already is not said again.
    const only = this.lines.length === 1 && (this.lines[0].label ?? this.lines[0].channel);
    const long = only && only !== this.title ? withUnit(only, unit) : '';
    // A name that is longer than its axis is read below the plot.
    const name = long && LETTER * long.length < height() - AROUND ? long : unit === '1' ? '' : spelled(unit);
    const options = {
      width,
      height: height(),
      series,
      legend: { show: false },
      scales: { x: { time: false, distr: this.log[0] ? 3 : 1 }, y: this.log[1] ? { distr: 3 } : { range: (_, low, high) => padded(low, high) } },
      axes: [{ ...axis, label: 'time in s', values: marked }, { ...axis, size: room, label: name, values: marked }],
      cursor: { drag: { x: true, y: false }, points: { show: false } },
      hooks: {
        draw: [(plot) => this.cursors(plot)],
        setScale: [(plot, key) => key === 'x' && this.zoomed(plot)],
        setCursor: [(plot) => this.pointed(plot)],
      },
    };
    const data = await this.data(this.over ?? []);
    this.readout = new Readout(holder, rows, unit, () => this.columns);
    // A single time, as that of an equilibrium, has values and no curves.
    if (data[0].length < 2) return;
    this.plot = new uPlot(options, data, holder);
    holder.append(this.readout.table);
    // It opens on the times that the file asks for, however few samples lie between them.
    if (this.over) this.plot.setScale('x', { min: this.over[0], max: this.over[1] });
    this.plot.over.addEventListener('click', (event) => {
      const { left } = this.plot.over.getBoundingClientRect();
      const time = this.plot.posToVal(event.clientX - left, 'x');
      if (event.shiftKey) this.plots.player.mark(time);
      else this.plots.player.seek(time);
    });
    this.mark();
  }

  // The values under the mouse.
  pointed({ cursor: { left } }) {
    if (!this.readout) return;
    const time = left >= 0 ? this.plot.posToVal(left, 'x') : null;
    if (time !== this.readout.mouse) this.readout.point(time);
  }

  // The unit of the plot and its size in SI units: the one that the file asks for, else one that suits the largest value.
  async shown() {
    const unit = this.plots.unit(this.lines[0]);
    if (this.lines.some((line) => line.unit)) return { unit, size: 1 };
    const columns = await Promise.all(this.lines.map(({ place }) => this.plots.runs[0].column(place)));
    // Most plots begin with just these.
    this.first = new Map(this.lines.map(({ place }, i) => [place, columns[i]]));
    const largest = columns.reduce((most, [, values]) => values.reduce((all, value) => Math.max(all, Math.abs(value)), most), 0);
    const [name, times] = plotUnit(largest, unit);
    return { unit: name, size: 1 / times };
  }

  async data([from, to] = []) {
    const known = (run, place, window) => (run === this.plots.runs[0] && window.from === undefined ? this.first?.get(place) : undefined);
    const load = (window) => Promise.all(this.wanted.map(({ run, place }) => known(run, place, window) ?? run.column(place, window)));
    let columns = await load({ from, to });
    this.first = null;
    // Between two samples a line needs those around it.
    if (columns.some(([times]) => times.length < 2)) columns = await load({});
    // A logarithm has no place for zero and less.
    const shown = (value) => (this.log[1] && value <= 0 ? null : value);
    const scaled = columns.map(([times, values], i) => {
      const first = this.log[0] ? Array.from(times).filter((time) => time <= 0).length : 0;
      return [Array.from(times.slice(first)), Array.from(values.slice(first), (value) => shown(value / this.wanted[i].size))];
    });
    this.columns = scaled;
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

  // The cursors.
  cursors(plot) {
    const { player } = this.plots;
    if (player.marker !== null) this.cursor(plot, player.marker, '--accent', [4, 3]);
    this.cursor(plot, player.time, '--cursor', []);
  }

  cursor(plot, time, colour, dash) {
    const x = plot.valToPos(time, 'x', true);
    const { left, top, width, height } = plot.bbox;
    if (!(x >= left && x <= left + width)) return;
    const { ctx } = plot;
    ctx.save();
    ctx.strokeStyle = ink(colour);
    ctx.setLineDash(dash.map((length) => length * devicePixelRatio));
    ctx.lineWidth = 1.5 * devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x, top);
    ctx.lineTo(x, top + height);
    ctx.stroke();
    ctx.restore();
  }

  mark() {
    this.plot?.redraw(false);
    this.readout?.show(this.plots.player.time, this.plots.player.marker);
  }

  restyle() { this.plot?.redraw(false, true); }
  resize(width) { if (this.plot && this.plot.width !== width) this.plot.setSize({ width, height: height() }); }
  destroy() { this.plot?.destroy(); }
}

// The legend of a plot with numbers: at the time, under the mouse, and at a second cursor with the difference.

import { short, spelled } from './numbers.js';
import { valueAt } from './units.js';

export class Readout {
  // Lines have a label, a colour of the style sheet, and may be those of the other run; `columns` gives times and values of each.
  constructor(holder, lines, unit, columns) {
    Object.assign(this, { lines, columns, time: 0, marker: null, mouse: null });
    this.unit = unit === '1' ? '' : ` ${spelled(unit)}`;
    this.table = document.createElement('table');
    this.table.className = 'readout';
    holder.append(this.table);
  }

  // Times of the two cursors; the second may be none.
  show(time, marker) {
    Object.assign(this, { time, marker });
    this.draw();
  }

  point(time) {
    this.mouse = time;
    this.draw();
  }

  // What the columns show: a class, what stands above them, and what a line has there.
  kinds() {
    const kinds = [['now', `${short(this.time)} s`, (value) => value(this.time)]];
    if (this.marker !== null) {
      kinds.push(['marker', `${short(this.marker)} s`, (value) => value(this.marker)]);
      kinds.push(['difference', `Δ ${short(this.time - this.marker)} s`, (value) => difference(value(this.time), value(this.marker))]);
    }
    if (this.mouse !== null) kinds.push(['mouse', `mouse ${short(this.mouse)} s`, (value) => value(this.mouse)]);
    return kinds;
  }

  draw() {
    const kinds = this.kinds();
    const built = kinds.map(([name]) => name).join();
    if (this.built !== built) this.build(kinds.map(([name]) => name));
    this.built = built;
    const columns = this.columns();
    const most = Math.max(0, ...columns.map(([, values]) => largest(values)));
    kinds.forEach(([, head, of], k) => {
      this.cells[0][k].textContent = head;
      this.lines.forEach((_, line) => {
        const [times, values] = columns[line] ?? [[], []];
        const number = of((time) => valueAt(times, values, time));
        // Roundings of zero are zero.
        const shown = number !== null && Math.abs(number) < ROUNDING * most ? 0 : number;
        this.cells[line + 1][k].textContent = shown === null ? '' : `${short(shown, 5)}${this.unit}`;
      });
    });
  }

  build(names) {
    const rows = [null, ...this.lines].map((line) => {
      const row = document.createElement('tr');
      const label = document.createElement('th');
      if (line) {
        const mark = document.createElement('i');
        mark.style.borderTop = `2px ${line.other ? 'dashed' : 'solid'} var(${line.colour})`;
        label.append(mark, line.label);
      }
      const cells = names.map((name) => {
        const cell = document.createElement(line ? 'td' : 'th');
        cell.className = name;
        return cell;
      });
      row.append(label, ...cells);
      return { row, cells };
    });
    this.cells = rows.map(({ cells }) => cells);
    this.table.replaceChildren(...rows.map(({ row }) => row));
  }
}

const ROUNDING = 1e-10;
const sizes = new WeakMap();

// The largest of a list, found once.
function largest(values) {
  if (!sizes.has(values)) sizes.set(values, values.reduce((most, value) => Math.max(most, Math.abs(value ?? 0)), 0));
  return sizes.get(values);
}

const difference = (a, b) => (a === null || b === null ? null : a - b);

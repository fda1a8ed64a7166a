// A torsional train as an animated mass-elastic diagram: its discs turn, or swing through a mode, with their speeds and torques.

import { scale } from './colours.js';
import { short } from './numbers.js';
import { valueAt } from './units.js';

const SVG = 'http://www.w3.org/2000/svg';
const ALLOWED = new Set(['svg', 'g', 'path', 'rect', 'circle', 'text', 'title']);
// Stripes around a disc.
const STRIPES = 6;
// The fastest disc turns so often in a second on the screen, however fast it is.
const TURNS = 0.6;
// How large the diagram is drawn, as multiples of its size: at least, before it is moved sideways, and at most. On a phone it runs down.
const SIZES = { across: [0.8, 1.25], down: [0, 1.1] };
// Values below this part of the largest are roundings of zero.
const ROUNDING = 1e-9;
// Half the height of a mode shape, and how far a disc turns in it, in radians.
const SHAPE = 34;
const SWING = 1.2;

export class Train {
  // `modes` is the motion through modes, where there is one; a click on a part calls `select` with its name.
  constructor(run, modes, select) {
    Object.assign(this, { run, modes, select, train: run.head.train });
    this.box = document.createElement('div');
    this.box.className = 'train';
    const phone = matchMedia('(max-width: 700px)');
    this.draw(phone.matches ? 'down' : 'across');
    phone.addEventListener('change', async () => {
      this.draw(phone.matches ? 'down' : 'across');
      if (!this.last) return;
      if (run.head.rows) await this.read();
      this.update(...this.last);
    });
  }

  // Draws the train in one of two directions.
  draw(direction) {
    this.direction = direction;
    this.svg = drawing(this.train[direction]);
    const { width } = this.svg.viewBox.baseVal;
    const [least, most] = SIZES[direction];
    Object.assign(this.svg.style, { minWidth: `${least * width}px`, maxWidth: `${most * width}px` });
    this.box.replaceChildren(this.svg);
    this.discs = this.train.discs.map(({ name }, place) => this.disc(name, place));
    this.links = this.train.links.map(({ name }, place) => this.link(name, place));
    if (this.modes) this.curve();
    this.show(this.chosen);
  }

  disc(name, place) {
    const group = this.svg.querySelector(`[data-disc="${place}"]`);
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((key) => Number(group.querySelector('rect').getAttribute(key)));
    const stripes = element('path', { class: 'stripes', fill: 'none', stroke: '#fff', 'stroke-width': 1.6, opacity: 0.85 });
    const speed = value(group);
    group.append(stripes, speed);
    group.addEventListener('click', () => this.select(name));
    return { name, group, x, y, width, height, down: this.direction === 'down', centre: [x + width / 2, y + height / 2], stripes, speed };
  }

  link(name, place) {
    const group = this.svg.querySelector(`[data-link="${place}"]`);
    // What has nothing to be drawn between has no group.
    if (!group) return { name, torque: element('text', {}), lines: [] };
    const lines = [...group.querySelectorAll('path:not(.s)')];
    // A thin line is hard to hit.
    for (const line of lines) {
      const wide = line.cloneNode();
      wide.setAttribute('class', 'hit');
      line.before(wide);
    }
    const torque = value(group);
    group.append(torque);
    group.addEventListener('click', () => this.select(name));
    return { name, group, torque, lines, hub: group.dataset.hub?.split(' ').map(Number) };
  }

  // Marks what is selected, by its name.
  show(name) {
    this.chosen = name;
    for (const part of [...this.discs, ...this.links]) part.group?.classList.toggle('chosen', part.name === name);
  }

  // The shape of a mode over the discs, and the line of rest behind it.
  curve() {
    this.rest = element('path', { class: 'rest', d: this.lines(() => 0), fill: 'none', stroke: '#999', 'stroke-dasharray': '4 4' });
    this.shape = element('path', { class: 'shape', fill: 'none', stroke: '#d55e00', 'stroke-width': 2 });
    this.dots = this.discs.map(() => element('circle', { r: 4, fill: '#d55e00' }));
    this.svg.append(this.rest, this.shape, ...this.dots);
  }

  // A point of the diagram, moved across the train.
  aside([x, y], off) {
    return this.direction === 'down' ? [x + off, y] : [x, y - off];
  }

  // Along the connections, by how far each disc is off; through the symbol of three and more, at the mean of them.
  lines(off) {
    const to = (point, by) => this.aside(point, by).map((x) => x.toFixed(1)).join(' ');
    return this.train.links.flatMap(({ ends }, place) => {
      const discs = ends.filter((end) => end !== null);
      const { hub } = this.links[place];
      const at = (disc) => to(this.discs[disc].centre, off(disc));
      if (!hub) return discs.slice(1).map((disc) => `M${at(discs[0])}L${at(disc)}`);
      const middle = to(hub, discs.reduce((sum, disc) => sum + off(disc), 0) / discs.length);
      return discs.map((disc) => `M${at(disc)}L${middle}`);
    }).join('');
  }

  // Reads angles, speeds and torques.
  async read() {
    const column = async (name, key) => {
      const place = this.run.place(`${name}.${key}`);
      return place === undefined ? null : this.run.column(place);
    };
    await Promise.all([
      ...this.discs.map(async (disc) => Object.assign(disc, { angles: await column(disc.name, 'angle'), speeds: await column(disc.name, 'speed') })),
      ...this.links.map(async (link) => Object.assign(link, { torques: await column(link.name, 'torque') })),
    ]);
    this.fastest = this.discs.reduce((most, { speeds }) => top(speeds, most), 0);
    this.strongest = this.links.reduce((most, { torques }) => top(torques, most), 0);
  }

  update(time, speed) {
    this.last = [time, speed];
    if (this.modes) {
      this.swing(time);
      return;
    }
    // Turned down as a whole, so that gears still turn with each other.
    this.slower = this.fastest > 0 ? Math.min(1, (2 * Math.PI * TURNS) / (this.fastest * speed)) : 1;
    for (const disc of this.discs) {
      const angle = disc.angles && valueAt(...disc.angles, time);
      if (angle != null) stripe(disc, this.slower * angle);
      const turning = disc.speeds && valueAt(...disc.speeds, time);
      disc.speed.textContent = turning == null ? '' : `${short((rounded(turning, this.fastest) * 30) / Math.PI, 4)} rpm`;
    }
    for (const { torque, torques, lines } of this.links) {
      const value = torques && valueAt(...torques, time);
      torque.textContent = value == null ? '' : `${short(rounded(value, this.strongest), 3)} N·m`;
      const part = value == null || !this.strongest ? null : Math.abs(value) / this.strongest;
      for (const line of lines) {
        line.setAttribute('stroke', part === null ? '#555' : scale(part));
        line.setAttribute('stroke-width', part === null ? 2 : 2 + 3 * part);
      }
    }
  }

  swing(time) {
    const { shape } = this.modes.head.modes[this.modes.number];
    const sine = Math.sin((2 * Math.PI * time) / this.modes.end);
    const part = this.discs.map(({ name }) => (typeof shape[name] === 'number' ? shape[name] : 0));
    this.discs.forEach((disc, i) => {
      stripe(disc, SWING * sine * part[i]);
      disc.speed.textContent = short(part[i], 3);
      const [x, y] = this.aside(disc.centre, SHAPE * sine * part[i]);
      this.dots[i].setAttribute('cx', x);
      this.dots[i].setAttribute('cy', y);
    });
    this.shape.setAttribute('d', this.lines((i) => SHAPE * sine * part[i]));
  }
}

// Stripes on the side of a disc that is seen, turned by an angle.
function stripe({ x, y, width, height, down, stripes }, angle) {
  let path = '';
  for (let i = 0; i < STRIPES; i++) {
    const at = angle + (2 * Math.PI * i) / STRIPES;
    const part = (1 - Math.sin(at)) / 2;
    if (Math.cos(at) > 0) path += down ? `M${(x + width * part).toFixed(2)} ${y}v${height}` : `M${x} ${(y + height * part).toFixed(2)}h${width}`;
  }
  stripes.setAttribute('d', path);
}

const rounded = (value, largest) => (Math.abs(value) < ROUNDING * largest ? 0 : value);

// The text of a value at the place that the drawing has for it.
function value(group) {
  const [x, y] = group.dataset.at.split(' ');
  return element('text', { class: 't value', x, y, 'text-anchor': 'middle', 'font-size': 10, 'font-weight': 600 });
}

function top(column, most) {
  return column ? Array.from(column[1]).reduce((all, value) => Math.max(all, Math.abs(value)), most) : most;
}

function element(kind, attributes) {
  const made = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

// The program's own drawing, without anything that is no drawing. Its least width is for reports; the policy of this page allows no styles in markup.
function drawing(text) {
  const { documentElement: svg } = new DOMParser().parseFromString(text.replace(/ style="[^"]*"/, ''), 'image/svg+xml');
  for (const part of svg.querySelectorAll('*')) if (!ALLOWED.has(part.localName)) part.remove();
  for (const part of [svg, ...svg.querySelectorAll('*')]) {
    for (const { name } of [...part.attributes]) if (/^on|href$/i.test(name)) part.removeAttribute(name);
  }
  return document.importNode(svg, true);
}

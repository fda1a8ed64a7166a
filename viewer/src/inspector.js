// What is selected: its channels, each of which can be plotted; with nothing selected, a search over all channels.

import { short, spelled } from './numbers.js';
import { asWritten, plotUnit, quantity, valueAt } from './units.js';

const MOST = 60;
// Values of so many channels are shown at a time.
const LIVE = 40;
// What is smaller in SI units is zero with rounding errors, as in the report.
const ROUNDING = 1e-15;

export class Inspector {
  constructor(element, run, plots, player) {
    Object.assign(this, { element, run, head: run.head, plots, player });
    plots.onchange = () => this.mark();
    player.on(() => this.values());
  }

  show(selected) {
    this.element.replaceChildren();
    const heading = document.createElement('h2');
    const about = document.createElement('p');
    about.className = 'soft';
    this.element.append(heading, about);
    this.buttons = [];
    if (selected) {
      const lists = { body: this.head.bodies, item: this.head.items, flexible: this.head.flexible?.skins };
      const entry = lists[selected.kind]?.[selected.place] ?? { name: selected.place };
      heading.textContent = entry.name;
      about.textContent = { body: () => `body, ${short(entry.mass)} kg`, item: () => this.words(entry), flexible: () => 'flexible body', other: () => '' }[selected.kind]();
      const prefix = `${entry.name}.`;
      this.list(this.head.channels.map(({ name }, place) => ({ name, place })).filter(({ name }) => name.startsWith(prefix) && !name.slice(prefix.length).includes('.')), prefix.length);
      if (selected.kind === 'item') this.facts(entry);
      if (selected.kind === 'other') this.part(selected.place);
      return;
    }
    if (!this.head.channels.length) {
      heading.textContent = 'Model';
      about.textContent = `Click ${this.head.bodies.length || this.head.flexible ? 'a body or a joint' : 'a part'} to see what the file says of it.`;
      return;
    }
    heading.textContent = 'Channels';
    about.textContent = `${this.head.channels.length} in all; click a part for its own`;
    const search = document.createElement('input');
    search.type = 'search';
    search.id = 'search';
    search.placeholder = 'Find a channel';
    search.setAttribute('aria-label', 'Find a channel');
    const found = document.createElement('div');
    this.element.append(search, found);
    const fill = () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      const fits = this.head.channels.map(({ name }, place) => ({ name, place })).filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
      found.replaceChildren();
      this.buttons = [];
      if (words.length) this.list(fits.slice(0, MOST), 0, found);
    };
    search.addEventListener('input', fill);
  }

  words(item) {
    const names = item.on.map((on) => (on === null ? 'ground' : this.head.bodies[on].name));
    return `${item.kind.replaceAll('_', ' ')} ${names.length > 1 ? `between ${names.join(' and ')}` : `on ${names[0]}`}`;
  }

  // What the model file says of an item, in its own units, and what follows from it.
  facts({ numbers, words, written = {}, units = {}, derived = [], points, on }) {
    const given = new Map();
    const defaults = new Map();
    const sort = (name) => (written[name] === undefined ? defaults : given);
    for (const [name, word] of Object.entries(words)) sort(name).set(name, word);
    for (const [name, values] of Object.entries(numbers)) sort(name).set(name, asWritten(written[name], values, units[name]));
    const together = new Set(points.map(String)).size === 1;
    points.forEach((point, i) => {
      const body = on[i] === null ? 'ground' : this.head.bodies[on[i]].name;
      if (!together || i === 0) given.set(together ? 'position' : `point on ${body}`, quantity(point, 'm'));
    });
    this.element.append(table(given));
    if (derived.length) this.fold('Follows from these', derived.map(({ name, value, unit }) => [name, quantity([value], unit)]), true);
    if (defaults.size) this.fold(`${defaults.size} by default`, defaults, false);
  }

  // A disc or a connection of a train.
  part(name) {
    const disc = this.head.train?.discs.find((each) => each.name === name);
    const link = this.head.train?.links.find((each) => each.name === name);
    const rows = [];
    if (disc) rows.push(['moment of inertia', quantity([disc.inertia], 'kg m^2')]);
    if (link) {
      const ends = link.ends.map((end, i) => [link.roles?.[i] ?? '', end === null ? link.body ?? 'ground' : this.head.train.discs[end].name]);
      rows.push(['type', link.kind.replaceAll('_', ' ')], ...ends.map(([role, end]) => [role.length > 1 ? role : 'connects', end]));
      if (link.ratio != null) rows.push(['ratio', short(link.ratio, 6)]);
      if (link.stiffness != null) rows.push(['stiffness', quantity([link.stiffness], 'N m/rad')]);
    }
    if (rows.length) this.element.append(table(rows));
  }

  fold(title, rows, open) {
    const details = document.createElement('details');
    details.open = open;
    const summary = document.createElement('summary');
    summary.textContent = title;
    details.append(summary, table(rows));
    this.element.append(details);
  }

  // The values of the listed channels at the time.
  values() {
    for (const { output, column, unit } of this.buttons ?? []) {
      const exact = column && valueAt(...column, this.player.time);
      const value = exact && Math.abs(exact) < ROUNDING ? 0 : exact;
      const [name, size] = plotUnit(Math.abs(value), unit);
      if (output) output.textContent = value == null ? '' : `${short(size * value)}${name === '1' ? '' : ` ${spelled(name)}`}`;
    }
  }

  list(channels, skip, into = this.element) {
    const box = document.createElement('div');
    box.className = 'chips';
    for (const { name, place } of channels) {
      const button = document.createElement('button');
      button.textContent = `${name.slice(skip)}`;
      const { unit } = this.head.channels[place];
      const output = document.createElement('output');
      button.append(output);
      button.title = `${name} in ${spelled(this.head.channels[place].unit)}`;
      button.addEventListener('click', () => this.toggle(place));
      box.append(button);
      const entry = { button, place, output, unit };
      this.buttons.push(entry);
      if (this.buttons.length <= LIVE && this.head.rows) {
        this.run.column(place).then((column) => {
          entry.column = column;
          this.values();
        });
      }
    }
    into.append(box);
    this.mark();
  }

  async toggle(place) {
    const card = this.plots.cards.find((each) => each.places.length === 1 && each.places[0] === place);
    if (card) this.plots.remove(card);
    else await this.plots.channels('', [place], [], true);
    this.mark();
  }

  mark() {
    for (const { button, place } of this.buttons ?? []) button.setAttribute('aria-pressed', this.plots.shows(place));
  }
}

function table(rows) {
  const box = document.createElement('dl');
  box.className = 'facts';
  for (const [name, text] of rows) {
    const [term, value] = ['dt', 'dd'].map((kind) => document.createElement(kind));
    term.textContent = name.replaceAll('_', ' ');
    value.textContent = text;
    box.append(term, value);
  }
  return box;
}

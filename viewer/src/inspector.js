// What is selected: its channels, each of which can be plotted; with nothing selected, a search over all channels.

import { short, spelled } from './numbers.js';

const MOST = 60;

export class Inspector {
  constructor(element, head, plots) {
    Object.assign(this, { element, head, plots });
    plots.onchange = () => this.mark();
  }

  show(selected) {
    this.element.replaceChildren();
    const heading = document.createElement('h2');
    const about = document.createElement('p');
    about.className = 'soft';
    this.element.append(heading, about);
    this.buttons = [];
    if (selected) {
      const lists = { body: this.head.bodies, item: this.head.items };
      const entry = lists[selected.kind]?.[selected.place] ?? { name: selected.place };
      heading.textContent = entry.name;
      about.textContent = { body: () => `body, ${short(entry.mass)} kg`, item: () => this.words(entry), other: () => '' }[selected.kind]();
      const prefix = `${entry.name}.`;
      this.list(this.head.channels.map(({ name }, place) => ({ name, place })).filter(({ name }) => name.startsWith(prefix) && !name.slice(prefix.length).includes('.')), prefix.length);
      if (selected.kind === 'item') this.facts(entry);
      return;
    }
    if (!this.head.channels.length) {
      heading.textContent = 'Model';
      about.textContent = 'Click a body or a joint to see what the file says of it.';
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

  // What the model file says of an item.
  facts({ numbers, words, points }) {
    const box = document.createElement('dl');
    box.className = 'facts';
    const add = (name, value) => {
      const [term, text] = ['dt', 'dd'].map((kind) => document.createElement(kind));
      term.textContent = name.replaceAll('_', ' ');
      text.textContent = value;
      box.append(term, text);
    };
    // Roundings of zero are zero.
    const list = (values) => {
      const least = 1e-12 * Math.max(...values.map(Math.abs));
      return values.map((value) => short(Math.abs(value) > least ? value : 0)).join(', ');
    };
    for (const [name, word] of Object.entries(words)) add(name, word);
    for (const [name, values] of Object.entries(numbers)) add(name, list(values));
    [...new Set(points.map(list))].forEach((point) => add('at', point));
    const unit = document.createElement('p');
    unit.className = 'soft';
    unit.textContent = 'From the model file, in SI units and the model frame.';
    this.element.append(box, unit);
  }

  list(channels, skip, into = this.element) {
    const box = document.createElement('div');
    box.className = 'chips';
    for (const { name, place } of channels) {
      const button = document.createElement('button');
      button.textContent = `${name.slice(skip)}`;
      button.title = `${name} in ${spelled(this.head.channels[place].unit)}`;
      button.addEventListener('click', () => this.toggle(place));
      box.append(button);
      this.buttons.push({ button, place });
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

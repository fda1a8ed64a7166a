// What is known of the mode that is shown: frequency, damping, and who has its energy.

import { short } from './numbers.js';

// So many shares of each energy, down to this part.
const MOST = 5;
const LEAST = 5e-3;

export class ModeCard {
  constructor(holder, head) {
    this.head = head;
    this.box = document.createElement('section');
    this.box.id = 'mode-card';
    holder.before(this.box);
  }

  show(number) {
    const mode = this.head.modes[number];
    const energies = this.head.energies?.[number] ?? { shares: [], nodes: [] };
    const heading = document.createElement('h2');
    heading.textContent = `Mode ${number + 1}: ${short(mode.frequency_hz, 5)} Hz`;
    const facts = document.createElement('dl');
    facts.className = 'facts';
    const add = (name, text) => {
      const [term, value] = ['dt', 'dd'].map((kind) => document.createElement(kind));
      term.textContent = name;
      value.textContent = text;
      facts.append(term, value);
    };
    const rigid = mode.frequency_hz === 0 && mode.damping_ratio === 0;
    if (rigid) add('kind', 'rigid-body motion');
    else {
      add('damped frequency', `${short(mode.damped_frequency_hz, 5)} Hz`);
      add('damping ratio', mode.damping_ratio < 0 && mode.damped_frequency_hz === 0 ? 'unstable' : `${short(100 * mode.damping_ratio)} %`);
    }
    for (const [name, at] of energies.nodes) add('nodal point', `${name}, at ${short(100 * at, 3)} %`);
    this.box.replaceChildren(heading, facts);
    for (const [title, place] of [['potential energy', 2], ['kinetic energy', 1]]) this.shares(title, energies.shares, place);
  }

  shares(title, shares, place) {
    const list = shares.filter((share) => Math.abs(share[place]) >= LEAST).sort((a, b) => Math.abs(b[place]) - Math.abs(a[place])).slice(0, MOST);
    if (!list.length) return;
    const table = document.createElement('table');
    table.className = 'shares';
    const caption = document.createElement('caption');
    caption.textContent = title;
    table.append(caption);
    for (const share of list) {
      const row = document.createElement('tr');
      const [name, bar, part] = ['th', 'td', 'td'].map((kind) => document.createElement(kind));
      name.textContent = share[0];
      const fill = document.createElement('meter');
      fill.value = Math.abs(share[place]);
      bar.append(fill);
      part.textContent = `${short(100 * share[place], 3)} %`;
      row.append(name, bar, part);
      table.append(row);
    }
    this.box.append(table);
  }
}

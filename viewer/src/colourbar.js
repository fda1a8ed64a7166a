// The colours of a field: a bar with values and unit, the choice of its range, and how many times deformations are drawn.

import { diverging, upward, viridis } from './colours.js';
import { short } from './numbers.js';
import { fieldUnit } from './units.js';

const TICKS = 5;

const NAMES = {
  von_mises: 'von Mises stress', principal_1: 'largest principal stress', principal_2: 'middle principal stress', principal_3: 'smallest principal stress',
  strain_energy_density: 'strain energy density', displacement: 'displacement',
};

export const fieldName = (name) => NAMES[name] ?? name.replaceAll('_', ' ');

export class ColourBar {
  constructor(box, flexible, changed) {
    Object.assign(this, { box, flexible });
    const part = (kind, name) => {
      const element = document.createElement(kind);
      element.className = name;
      return element;
    };
    this.title = part('div', 'title');
    this.bar = part('div', 'upright');
    this.ticks = part('div', 'ticks');
    this.range = part('button', 'range');
    this.range.title = 'Colours over the range of the whole run, or of the time that is shown';
    this.range.addEventListener('click', () => {
      flexible.rangeNow = !flexible.rangeNow;
      if (!flexible.rangeNow) flexible.setRange();
      changed();
    });
    this.times = part('div', 'times');
    const row = part('div', 'row');
    row.append(this.bar, this.ticks);
    box.replaceChildren(this.title, row, this.range, this.times);
    // One frame has no other range.
    this.range.hidden = flexible.frames.count < 2 || Boolean(flexible.modes);
  }

  update() {
    const { flexible } = this;
    this.box.hidden = !flexible.by || !flexible.frames.count;
    if (this.box.hidden) return;
    const { low, high, signed, by, unit, goesAbout, modes, factor, rangeNow } = flexible;
    const [name, size] = fieldUnit(Math.max(Math.abs(low), Math.abs(high)), unit);
    const texts = [fieldName(by), name, modes ? 'relative to the largest' : '', by === 'displacement' && goesAbout ? 'from the mean motion' : ''];
    const key = [texts, low, high, factor, rangeNow].join();
    if (key === this.shown) return;
    this.shown = key;
    this.title.textContent = `${texts[0]}${name === '1' ? '' : `, ${name}`}${texts[2] && `, ${texts[2]}`}${texts[3] && `, ${texts[3]}`}`;
    this.bar.style.background = upward(signed ? diverging : viridis);
    // Zero is among the marks of a range about it.
    const parts = signed ? TICKS + 1 : TICKS;
    this.ticks.replaceChildren(...Array.from({ length: parts + 1 }, (_, i) => {
      const text = document.createElement('span');
      text.textContent = short(2 * i === parts && signed ? 0 : size * (high - (i / parts) * (high - low)), 3);
      return text;
    }));
    this.range.textContent = rangeNow ? 'range: now' : 'range: whole run';
    this.times.textContent = factor === 1 || modes ? '' : `deformation × ${short(factor, 3)}`;
  }
}

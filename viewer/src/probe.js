// The value of a field under the mouse, beside it.

import { fieldName } from './colourbar.js';
import { short } from './numbers.js';
import { shownUnit, withSuitableUnit } from './units.js';

export class Probe {
  constructor(box, stage) {
    Object.assign(this, { box, stage });
    const { canvas } = stage;
    canvas.addEventListener('pointermove', (event) => {
      // Who turns the scene asks for no value.
      if (event.buttons) this.hide();
      else this.at = event;
    });
    canvas.addEventListener('pointerleave', () => this.hide());
  }

  hide() {
    this.at = null;
    this.box.hidden = true;
  }

  // Shows what is under a pointer, once for each picture.
  update() {
    if (!this.at) return;
    const { at, stage, box } = this;
    const found = stage.probe(at);
    box.hidden = !found;
    if (!found) return;
    const { body, value, unit, point, displacement } = found;
    const { by, modes } = stage.flexible;
    const rows = [];
    if (by && Number.isFinite(value)) rows.push(['value', by === 'displacement' && modes ? `${short(100 * value, 3)} % of the largest` : withSuitableUnit(value, unit)]);
    else if (by) rows.push(['value', 'not known']);
    rows.push(['what', by ? `${body.name}: ${fieldName(by)}` : body.name]);
    const [length, scale] = shownUnit(point, 'm');
    rows.push(['place', `at ${point.map((x) => short(Math.abs(x) < 1e-9 * stage.head.extent ? 0 : scale * x, 4)).join(', ')} ${length}`]);
    const size = Math.hypot(...displacement);
    if (!modes && by !== 'displacement' && stage.flexible.frames.count) rows.push(['place', `displacement ${withSuitableUnit(size, 'm', 3)}`]);
    box.replaceChildren(...rows.map(([kind, text]) => {
      const row = document.createElement('div');
      row.className = kind;
      row.textContent = text;
      return row;
    }));
    const { left, top, width, height } = stage.canvas.getBoundingClientRect();
    const [x, y] = [at.clientX - left, at.clientY - top];
    box.style.left = `${x + 16 + box.offsetWidth > width ? Math.max(0, x - 12 - box.offsetWidth) : x + 16}px`;
    box.style.top = `${Math.min(y + 14, height - box.offsetHeight - 4)}px`;
  }
}

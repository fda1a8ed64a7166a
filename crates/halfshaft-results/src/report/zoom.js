// Values under the pointer, and zooming: drag over a part of a plot, double-click for the whole.
function start() {
  'use strict';
  const put = (element, attributes) => {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  };
  const make = (kind, attributes, parent) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', kind);
    put(element, attributes);
    parent.append(element);
    return element;
  };
  const number = (element, name) => Number(element.getAttribute(name));
  const numbers = (text) => text.split(' ').map(Number);
  const shown = (value) => (value === 0 ? '0' : Math.abs(value) >= 1e5 || Math.abs(value) < 1e-3 ? value.toExponential(3) : String(Number(value.toPrecision(5)))).replace('-', '−');
  const narrow = matchMedia('(max-width: 600px)');
  const phone = narrow.matches;
  // The ends of the x axis in a figure, and on a phone; how wide a figure is there, and about how many numbers are along an axis.
  const [LEFT, RIGHT] = [66, 738];
  const [NARROW_LEFT, NARROW_RIGHT, NARROW] = [58, 370, 380];
  const COUNTS = phone ? [4, 5] : [6, 5];
  let clips = 0;

  // The points of each piece of a path: it begins at an absolute point, the others are relative to the one before.
  const pieces = (path) => path.getAttribute('d').split('M').slice(1).map((piece) => {
    const [x, y, ...steps] = piece.split('h')[0].match(/-?(\d+\.?\d*|\.\d+)/g).map(Number);
    const points = [[x, y]];
    for (let i = 0; i < steps.length; i += 2) points.push([points.at(-1)[0] + steps[i], points.at(-1)[1] + steps[i + 1]]);
    return points;
  });
  // What draws pieces with their points elsewhere; a single point is a dot.
  const drawn = (list, at) => list.map((points) => `M${points.map((point) => at(point).map((x) => x.toFixed(2)).join(' ')).join('L')}${points[1] ? '' : 'h.01'}`).join('');

  // Draws a figure again for the width of a phone, with its legend above it. A path in the plane keeps its equal scales.
  const narrowed = (svg, frames) => {
    const share = (NARROW_RIGHT - NARROW_LEFT) / (RIGHT - LEFT);
    const across = (x) => NARROW_LEFT + (x - LEFT) * share;
    const [top, tall] = [number(frames[0], 'y'), number(frames[0], 'height')];
    const flatter = svg.dataset.equal === undefined ? 1 : share;
    const down = (y) => (y <= top ? y : y <= top + tall ? top + (y - top) * flatter : y - tall * (1 - flatter));
    const height = down(svg.viewBox.baseVal.height);
    put(svg, { viewBox: `0 0 ${NARROW} ${height}`, width: NARROW, height });
    svg.classList.add('narrow');
    const legend = document.createElement('p');
    legend.className = 'legend';
    for (const path of svg.querySelectorAll('path:not(.g)')) {
      const words = path.nextElementSibling;
      if (path.dataset.label === undefined && words?.matches('text:not(.k)')) {
        const entry = document.createElement('span');
        const sample = document.createElement('i');
        sample.style.borderTopColor = getComputedStyle(path).stroke;
        if (path.hasAttribute('stroke-dasharray')) sample.style.borderTopStyle = 'dashed';
        entry.append(sample, words.textContent);
        legend.append(entry);
        words.remove();
        path.remove();
      } else {
        path.points = pieces(path).map((points) => points.map(([x, y]) => [across(x), down(y)]));
        put(path, { d: drawn(path.points, (point) => point) });
      }
    }
    for (const frame of frames) {
      const y = number(frame, 'y');
      put(frame, { x: NARROW_LEFT, width: NARROW_RIGHT - NARROW_LEFT, height: down(y + number(frame, 'height')) - y });
    }
    for (const text of svg.querySelectorAll('text:not(.k)')) {
      const turned = text.getAttribute('transform');
      if (turned) put(text, { transform: turned.replace(/([\d.]+) ([\d.]+)/, (_, x, y) => `${x} ${down(Number(y))}`) });
      else if (text.hasAttribute('text-anchor')) put(text, { x: across(number(text, 'x')), y: down(number(text, 'y')) });
    }
    if (legend.firstChild) svg.parentElement.before(legend);
  };

  // Round numbers between two; powers of ten where a logarithmic axis has several.
  const places = (low, high, count, log) => {
    if (log && high / low >= 100) {
      const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
      const every = Math.ceil((last - first + 1) / (count + 1));
      return Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, i) => 10 ** (first + i * every));
    }
    const rough = (high - low) / count;
    const decade = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((m) => m * decade).find((each) => each >= rough * (1 - 1e-9));
    const first = Math.ceil(low / step - 1e-9);
    return Array.from({ length: Math.max(0, Math.floor(high / step + 1e-9) - first + 1) }, (_, i) => Number(((first + i) * step).toPrecision(12)));
  };

  class Panel {
    constructor(frame) {
      const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => number(frame, name));
      Object.assign(this, { frame, x, y, width, height, curves: [] });
      const { dataset } = frame;
      this.axes = [{ range: numbers(dataset.x), log: dataset.log.includes('x'), from: x, to: x + width }, { range: numbers(dataset.y), log: dataset.log.includes('y'), from: y + height, to: y }];
      const clip = make('clipPath', { id: `panel-${++clips}` }, frame.ownerSVGElement);
      make('rect', { x, y, width, height }, clip);
      for (let path = frame.nextElementSibling; path && !path.dataset.x; path = path.nextElementSibling) {
        const { label } = path.dataset;
        if (label === undefined) continue;
        const list = path.points ?? pieces(path);
        this.curves.push({ path, pieces: list, points: list.flat(), label, d: path.getAttribute('d') });
        put(path, { 'clip-path': `url(#panel-${clips})` });
      }
      this.rising = this.curves.every(({ points }) => points.every(([px], i) => !i || px >= points[i - 1][0] - 0.05));
      this.all = [x, x + width, y, y + height];
      this.view = this.all;
    }

    // The value at a pixel of the whole plot.
    value(pixel, k) {
      const { range: [low, high], log, from, to } = this.axes[k];
      const at = low + ((pixel - from) / (to - from)) * (high - low);
      return log ? 10 ** at : at;
    }

    pixel(value, k) {
      const { range: [low, high], log, from, to } = this.axes[k];
      return from + (((log ? Math.log10(value) : value) - low) / (high - low)) * (to - from);
    }

    // From pixels of the whole plot to those of the zoomed one.
    zoomed([px, py]) {
      const [left, right, top, bottom] = this.view;
      return [this.x + ((px - left) / (right - left)) * this.width, this.y + ((py - top) / (bottom - top)) * this.height];
    }

    // The pixel of the whole plot at a pixel of the zoomed one, along x or along y.
    whole(pixel, k) {
      const [low, high] = this.view.slice(2 * k, 2 * k + 2);
      return low + ((pixel - (k ? this.y : this.x)) / (k ? this.height : this.width)) * (high - low);
    }

    // What a curve has at a pixel along x: on the straight line between its points, or its nearest point.
    at({ points }, px, py) {
      const far = ([x, y]) => Math.hypot(x - px, y - py);
      if (!this.rising) return points.reduce((best, point) => (far(point) < far(best) ? point : best));
      const i = points.findIndex((point) => point[0] >= px);
      if (i < 0 || (i === 0 && points[0][0] > px + 0.5)) return null;
      if (i === 0) return points[0];
      const [a, b] = [points[i - 1], points[i]];
      const part = b[0] > a[0] ? (px - a[0]) / (b[0] - a[0]) : 0;
      return [px, a[1] + part * (b[1] - a[1])];
    }

    // Shows a part of the plot.
    show(view) {
      this.view = view;
      const whole = view === this.all;
      this.marks?.remove();
      for (const { path, d, pieces: list } of this.curves) put(path, { d: whole ? d : drawn(list, (point) => this.zoomed(point)) });
      this.marks = whole && !phone ? null : this.ticks();
    }

    // The part of the plot between two pixels along x, as high as the curves are there.
    fit(left, right) {
      const inside = this.curves.flatMap((curve) => [...curve.points.filter(([px]) => px >= left && px <= right), this.at(curve, left, 0), this.at(curve, right, 0)]).filter(Boolean);
      if (!inside.length) return this.all;
      const heights = inside.map(([, py]) => py);
      const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
      const room = Math.max(0.06 * (bottom - top), 1e-3);
      return [left, right, top - room, bottom + room];
    }

    ticks() {
      const group = make('g', {}, this.frame.ownerSVGElement);
      // Behind the curves.
      this.frame.before(group);
      const [left, right, top, bottom] = this.view;
      for (const [k, from, to] of [[0, left, right], [1, bottom, top]]) {
        for (const value of places(this.value(from, k), this.value(to, k), COUNTS[k], this.axes[k].log)) {
          const pixel = this.pixel(value, k);
          const [px, py] = this.zoomed(k ? [left, pixel] : [pixel, bottom]);
          const text = k ? { x: this.x - 6, y: py + 4, 'text-anchor': 'end' } : { x: px, y: this.y + this.height + 16, 'text-anchor': 'middle' };
          make('path', { class: 'g', d: k ? `M${this.x} ${py}h${this.width}` : `M${px} ${this.y}v${this.height}` }, group);
          if (k || this.last) make('text', text, group).textContent = shown(value);
        }
      }
      return group;
    }
  }

  class Figure {
    constructor(svg, frames) {
      this.svg = svg;
      this.panels = frames.map((frame) => new Panel(frame));
      this.panels.at(-1).last = true;
      this.line = make('path', { style: 'stroke:#b03a00;stroke-width:1' }, svg);
      this.band = make('rect', { fill: '#0072b2', opacity: 0.15, width: 0 }, svg);
      this.values = svg.parentElement.nextElementSibling;
      for (const [name, act] of Object.entries({ move: this.move, down: this.down, up: this.up, leave: () => this.rule('') })) svg.addEventListener(`pointer${name}`, act.bind(this));
      svg.addEventListener('dblclick', () => this.show(null));
      if (phone) this.show(null);
    }

    // The line under the pointer.
    rule(d) {
      put(this.line, { d });
    }

    place({ clientX, clientY }) {
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      const panel = this.panels.find((each) => x >= each.x && x <= each.x + each.width && y >= each.y && y <= each.y + each.height);
      return { x, y, panel };
    }

    move(event) {
      const { x, y, panel } = this.place(event);
      if (this.from !== undefined) put(this.band, { x: Math.min(x, this.from), width: Math.abs(x - this.from) });
      this.rule(panel ? this.panels.map((each) => `M${x} ${each.y}v${each.height}`).join('') : '');
      if (!panel) return;
      const texts = this.panels.filter((each) => each.rising || each === panel).flatMap((each) => each.curves.flatMap((curve) => {
        const at = each.at(curve, each.whole(x, 0), each.whole(y, 1));
        return at ? `${curve.label} ${each.rising ? '' : `(${shown(each.value(at[0], 0))}) `}${shown(each.value(at[1], 1))}` : [];
      }));
      this.values.textContent = `${this.svg.dataset.along} ${shown(panel.value(panel.whole(x, 0), 0))}: ${texts.join(', ')}`;
    }

    down(event) {
      const { x, panel } = this.place(event);
      if (!panel || event.button) return;
      this.from = x;
      this.svg.setPointerCapture(event.pointerId);
      const [first, last] = [this.panels[0], this.panels.at(-1)];
      put(this.band, { y: first.y, height: last.y + last.height - first.y });
    }

    up(event) {
      const { from } = this;
      this.from = undefined;
      put(this.band, { width: 0 });
      const { x } = this.place(event);
      if (from === undefined || Math.abs(x - from) < 8) return;
      const [panel] = this.panels;
      this.show([from, x].map((px) => panel.whole(Math.min(Math.max(px, panel.x), panel.x + panel.width), 0)).sort((a, b) => a - b));
    }

    // A range along x, in pixels of the whole; the whole for none.
    show(range) {
      this.svg.classList.toggle('zoomed', phone || range !== null);
      for (const panel of this.panels) panel.show(range ? panel.fit(...range) : panel.all);
    }
  }

  const known = new Set();
  const enliven = (svg) => {
    if (!svg || known.has(svg)) return;
    known.add(svg);
    const frames = [...svg.querySelectorAll('.f')];
    if (!svg.querySelector('[data-label]')) return;
    if (phone) narrowed(svg, frames);
    new Figure(svg, frames);
  };
  // The rows of a table become lists on a phone, each cell with the header of its column.
  const label = () => {
    for (const { rows: [head, ...rows] } of document.querySelectorAll('.stacked')) {
      for (const row of rows) for (const cell of row.cells) cell.dataset.h = head.cells[cell.cellIndex].textContent;
    }
  };
  document.body.classList.add('shown');
  // A phone draws its own figures. Elsewhere each waits for the pointer.
  if (phone) {
    label();
    document.querySelectorAll('.plot').forEach(enliven);
  } else {
    document.addEventListener('pointerover', ({ target }) => enliven(target.closest('.plot')));
    narrow.addEventListener('change', label, { once: true });
  }
}
// What is below the answer is laid out after the first picture, and nothing runs before it.
if (PerformanceObserver.supportedEntryTypes?.includes('paint')) {
  new PerformanceObserver((_, paint) => {
    paint.disconnect();
    start();
  }).observe({ type: 'paint', buffered: true });
} else start();

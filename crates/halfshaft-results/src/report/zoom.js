// Values under the pointer, and zooming: drag over a part of a plot, double-click for the whole.
(() => {
  'use strict';
  const SVG = 'http://www.w3.org/2000/svg';
  const make = (kind, attributes, parent) => {
    const element = document.createElementNS(SVG, kind);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    parent.append(element);
    return element;
  };
  const shown = (value) => (value === 0 ? '0' : Math.abs(value) >= 1e5 || Math.abs(value) < 1e-3 ? value.toExponential(3) : String(Number(value.toPrecision(5)))).replace('-', '−');
  const numbers = (text) => text.split(' ').map(Number);
  const phone = matchMedia('(max-width: 600px)').matches;
  // The ends of the x axis in a figure, and on a phone; how wide a figure is there, and about how many numbers are along an axis.
  const [ENDS, NARROW_ENDS, NARROW] = [[66, 738], [58, 370], 380];
  const COUNTS = phone ? [4, 5] : [6, 5];
  let clips = 0;

  // Draws a figure again for the width of a phone, with its legend above it. A path in the plane keeps its equal scales.
  const narrowed = (svg) => {
    const share = (NARROW_ENDS[1] - NARROW_ENDS[0]) / (ENDS[1] - ENDS[0]);
    const across = (x) => NARROW_ENDS[0] + (x - ENDS[0]) * share;
    const frames = [...svg.querySelectorAll('rect[data-x]')];
    const [top, tall] = ['y', 'height'].map((key) => Number(frames[0].getAttribute(key)));
    const flatter = svg.dataset.equal === undefined ? 1 : share;
    const down = (y) => (y <= top ? y : y <= top + tall ? top + (y - top) * flatter : y - tall * (1 - flatter));
    const height = down(Number(svg.getAttribute('height')));
    for (const [name, value] of [['viewBox', `0 0 ${NARROW} ${height}`], ['width', NARROW], ['height', height]]) svg.setAttribute(name, value);
    svg.classList.add('narrow', 'zoomed');
    const legend = document.createElement('p');
    legend.className = 'legend';
    for (const path of svg.querySelectorAll('path:not(.g)')) {
      const words = path.nextElementSibling;
      if (path.dataset.label === undefined && words?.localName === 'text' && !words.matches('.k')) {
        const entry = document.createElement('span');
        const sample = document.createElement('i');
        sample.style.borderTopColor = path.getAttribute('stroke');
        if (path.hasAttribute('stroke-dasharray')) sample.style.borderTopStyle = 'dashed';
        entry.append(sample, words.textContent);
        legend.append(entry);
        words.remove();
        path.remove();
      } else path.setAttribute('d', path.getAttribute('d').replace(/([ML])(-?[\d.]+) (-?[\d.]+)/g, (_, kind, x, y) => `${kind}${across(Number(x)).toFixed(2)} ${down(Number(y)).toFixed(2)}`));
    }
    for (const frame of frames) {
      const low = Number(frame.getAttribute('y')) + Number(frame.getAttribute('height'));
      frame.setAttribute('x', NARROW_ENDS[0]);
      frame.setAttribute('width', NARROW_ENDS[1] - NARROW_ENDS[0]);
      frame.setAttribute('height', down(low) - Number(frame.getAttribute('y')));
    }
    for (const text of svg.querySelectorAll('text:not(.k)')) {
      if (text.hasAttribute('transform')) text.setAttribute('transform', text.getAttribute('transform').replace(/([\d.]+) ([\d.]+)/, (_, x, y) => `${x} ${down(Number(y))}`));
      else if (text.getAttribute('text-anchor') === 'middle') {
        text.setAttribute('x', across(Number(text.getAttribute('x'))));
        text.setAttribute('y', down(Number(text.getAttribute('y'))));
      }
    }
    if (legend.childNodes.length) (svg.closest('.wide') ?? svg).before(legend);
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
      const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((key) => Number(frame.getAttribute(key)));
      Object.assign(this, { frame, x, y, width, height, curves: [] });
      const [logX, logY] = frame.dataset.log.split(' ').map((word) => word === 'true');
      this.axes = [{ range: numbers(frame.dataset.x), log: logX, from: x, to: x + width }, { range: numbers(frame.dataset.y), log: logY, from: y + height, to: y }];
      for (let next = frame.nextElementSibling; next && !next.dataset.x; next = next.nextElementSibling) {
        if (next.dataset.label !== undefined) this.curves.push(this.curve(next));
      }
      this.rising = this.curves.every(({ points }) => points.every(([px], i) => !i || px >= points[i - 1][0] - 0.05));
      const clip = make('clipPath', { id: `panel-${++clips}` }, frame.ownerSVGElement);
      make('rect', { x, y, width, height }, clip);
      for (const { path } of this.curves) path.setAttribute('clip-path', `url(#panel-${clips})`);
      this.all = [x, x + width, y, y + height];
      this.view = this.all;
    }

    curve(path) {
      const points = path.getAttribute('d').split(/[ML]/).filter(Boolean).map((pair) => pair.split(/[ h]/).slice(0, 2).map(Number));
      return { path, points, label: path.dataset.label, d: path.getAttribute('d') };
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

    // What a curve has at a pixel along x: on the straight line between its points, or its nearest point.
    at({ points }, px, py) {
      if (!this.rising) return points.reduce((best, point) => (Math.hypot(point[0] - px, point[1] - py) < Math.hypot(best[0] - px, best[1] - py) ? point : best));
      const i = points.findIndex((point) => point[0] >= px);
      if (i < 0 || (i === 0 && points[0][0] > px + 0.5)) return null;
      if (i === 0) return points[0];
      const [a, b] = [points[i - 1], points[i]];
      const part = b[0] > a[0] ? (px - a[0]) / (b[0] - a[0]) : 0;
      return [px, a[1] + part * (b[1] - a[1])];
    }

    // Shows a part of the plot; as high as the curves are there.
    show(view) {
      this.view = view;
      const whole = view === this.all;
      this.marks?.remove();
      for (const { path, d, points } of this.curves) {
        path.setAttribute('d', whole ? d : points.map((point, i) => (i ? 'L' : 'M') + this.zoomed(point).map((x) => x.toFixed(2)).join(' ')).join(''));
      }
      this.marks = whole && !phone ? null : this.ticks();
    }

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
      const [left, right, top, bottom] = this.view;
      for (const [k, from, to] of [[0, left, right], [1, bottom, top]]) {
        for (const value of places(this.value(from, k), this.value(to, k), COUNTS[k], this.axes[k].log)) {
          const pixel = this.pixel(value, k);
          const [px, py] = this.zoomed(k ? [left, pixel] : [pixel, bottom]);
          const text = k ? { x: this.x - 6, y: py + 4, 'text-anchor': 'end' } : { x: px, y: this.y + this.height + 16, 'text-anchor': 'middle' };
          make('path', { class: 'g', stroke: '#e3e3e3', d: k ? `M${this.x} ${py}h${this.width}` : `M${px} ${this.y}v${this.height}` }, group);
          if (k || this.last) make('text', { class: 't', ...text }, group).textContent = shown(value);
        }
      }
      return group;
    }
  }

  class Figure {
    constructor(svg) {
      this.svg = svg;
      this.panels = [...svg.querySelectorAll('rect[data-x]')].map((frame) => new Panel(frame));
      this.panels.at(-1).last = true;
      this.line = make('path', { class: 'pointer', stroke: '#b03a00', fill: 'none' }, svg);
      this.band = make('rect', { fill: '#0072b2', opacity: 0.15, y: 0, height: 0, width: 0 }, svg);
      this.values = document.createElement('p');
      this.values.className = 'values';
      if (svg === document.querySelector('svg.figure:has(rect[data-x])')) this.values.textContent = 'Point at a plot for its values; drag to zoom, double-click for the whole.';
      (svg.closest('.wide') ?? svg).after(this.values);
      svg.addEventListener('pointermove', (event) => this.move(event));
      svg.addEventListener('pointerleave', () => this.line.setAttribute('d', ''));
      svg.addEventListener('pointerdown', (event) => this.down(event));
      svg.addEventListener('pointerup', (event) => this.up(event));
      svg.addEventListener('dblclick', () => this.show(null));
      if (phone) this.show(null);
    }

    place({ clientX, clientY }) {
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      const panel = this.panels.find((each) => x >= each.x && x <= each.x + each.width && y >= each.y && y <= each.y + each.height);
      return { x, y, panel };
    }

    move(event) {
      const { x, y, panel } = this.place(event);
      if (this.from !== undefined) {
        this.band.setAttribute('x', Math.min(x, this.from));
        this.band.setAttribute('width', Math.abs(x - this.from));
      }
      this.line.setAttribute('d', panel ? this.panels.map((each) => `M${x} ${each.y}v${each.height}`).join('') : '');
      if (!panel) return;
      const texts = this.panels.filter((each) => each.rising || each === panel).flatMap((each) => {
        const [left, right, top, bottom] = each.view;
        const px = left + ((x - each.x) / each.width) * (right - left);
        const py = top + ((y - each.y) / each.height) * (bottom - top);
        return each.curves.map((curve) => [curve, each.at(curve, px, py)]).filter(([, at]) => at).map(([{ label }, at]) => `${label} ${each.rising ? '' : `(${shown(each.value(at[0], 0))}) `}${shown(each.value(at[1], 1))}`);
      });
      const [left, right] = panel.view;
      const along = panel.value(left + ((x - panel.x) / panel.width) * (right - left), 0);
      this.values.textContent = `${this.svg.dataset.along ?? 'x'} ${shown(along)}: ${texts.join(', ')}`;
    }

    down(event) {
      const { x, panel } = this.place(event);
      if (!panel || event.button) return;
      this.from = x;
      this.svg.setPointerCapture(event.pointerId);
      const [first, last] = [this.panels[0], this.panels.at(-1)];
      this.band.setAttribute('y', first.y);
      this.band.setAttribute('height', last.y + last.height - first.y);
    }

    up(event) {
      const { from } = this;
      this.from = undefined;
      this.band.setAttribute('width', 0);
      const { x } = this.place(event);
      if (from === undefined || Math.abs(x - from) < 8) return;
      const [panel] = this.panels;
      const [left, right] = panel.view;
      this.show([from, x].map((px) => left + (Math.min(Math.max((px - panel.x) / panel.width, 0), 1)) * (right - left)).sort((a, b) => a - b));
    }

    // A range along x, in pixels of the whole; the whole for none.
    show(range) {
      this.svg.classList.toggle('zoomed', phone || range !== null);
      for (const panel of this.panels) panel.show(range ? panel.fit(...range) : panel.all);
    }
  }

  const start = (svg) => {
    if (!svg.querySelector('path[data-label]')) return;
    if (phone) narrowed(svg);
    new Figure(svg);
  };
  const all = () => {
    for (const svg of document.querySelectorAll('svg.figure')) if (svg.querySelector('rect[data-x]')) start(svg);
  };
  // A phone draws its own figures; otherwise the page is shown first.
  if (phone) all();
  else requestAnimationFrame(() => setTimeout(all));
})();

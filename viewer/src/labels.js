// Texts beside what they belong to, over the picture: names, and the sizes of forces. Where one would cover another it goes to
// another side of its point, and without any room it is not drawn.

import * as THREE from 'three';

// Right and above, then below, left, and farther below, in pixels from the point; those on the left end there.
const ASIDE = [[9, -9], [9, 21], [-9, -9], [-9, 21], [9, 37], [9, -25], [-9, 37]];
// Width of a character of a text that changes, and height of a line, in pixels.
const LETTER = 6.4;
const LINE = 16;
// What else stands over the picture, and the small axes in its corner.
const OVER = ['facts', 'legend', 'note', 'colourbar'];
const CORNER = 128;

export class Labels {
  // Entries have a name or a text that changes, the object in the scene whose origin it is at, and a test whether it is shown.
  constructor(picture, entries) {
    this.box = document.createElement('div');
    this.box.id = 'labels';
    this.entries = entries.map((entry) => {
      const text = document.createElement('span');
      if (entry.name) text.textContent = entry.name.slice(entry.name.lastIndexOf('/') + 1);
      text.className = entry.kind;
      this.box.append(text);
      return { ...entry, text };
    });
    picture.append(this.box);
  }

  // Where nothing may be written: the corners of boxes, left, top, right, bottom.
  taken(width, height) {
    const { left, top } = this.box.getBoundingClientRect();
    const boxes = OVER.map((id) => document.getElementById(id)).filter((element) => element?.offsetWidth && element.textContent)
      .map((element) => element.getBoundingClientRect())
      .map((box) => [box.left - left, box.top - top, Math.min(box.right, box.left + 600) - left, box.bottom - top]);
    return [...boxes, [width - CORNER, height - CORNER, width, height]];
  }

  // The size of a text; one that changes is not measured again and again.
  size(entry) {
    if (!entry.words) return (entry.size ??= [entry.text.offsetWidth, entry.text.offsetHeight]);
    const words = entry.words();
    if (entry.said !== words) entry.text.textContent = words;
    entry.said = words;
    return [LETTER * words.length + 6, LINE];
  }

  update(camera) {
    const shown = this.entries.filter((entry) => entry.shown());
    this.box.hidden = !shown.length;
    for (const entry of this.entries) entry.text.style.visibility = 'hidden';
    if (!shown.length) return;
    const { clientWidth: width, clientHeight: height } = this.box;
    const taken = this.taken(width, height);
    const at = new THREE.Vector3();
    for (const entry of shown.sort((a, b) => (b.rank?.() ?? 0) - (a.rank?.() ?? 0))) {
      at.setFromMatrixPosition(entry.object.matrixWorld).project(camera);
      if (Math.abs(at.z) >= 1) continue;
      const size = this.size(entry);
      const [x, y] = [((at.x + 1) / 2) * width, ((1 - at.y) / 2) * height];
      const boxes = ASIDE.map(([right, down]) => {
        const [left, top] = [x + right - (right < 0 ? size[0] : 0), y + down - size[1]];
        return [left, top, left + size[0], top + size[1]];
      });
      const free = boxes.find((box) => box[0] >= 0 && box[1] >= 0 && box[2] <= width && box[3] <= height
        && !taken.some((other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]));
      if (!free) continue;
      entry.text.style.visibility = 'visible';
      taken.push(free);
      entry.text.style.transform = `translate(${free[0]}px, ${free[1]}px)`;
      entry.at = free;
    }
  }

  // Texts that are seen and where, for pictures.
  seen() {
    return this.entries.filter(({ text }) => text.style.visibility === 'visible' && !this.box.hidden)
      .map(({ text, kind, at }) => ({ words: text.textContent, kind, left: at[0], top: at[1] }));
  }
}

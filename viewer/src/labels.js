// Names beside what they belong to, as text over the picture. Where one would cover another it goes to another side of its
// point, and where there is no room at all it is left out.

import * as THREE from 'three';

// Right and above, then below, left, and farther below, in pixels from the point; those on the left end there.
const ASIDE = [[9, -9], [9, 21], [-9, -9], [-9, 21], [9, 37]];

export class Labels {
  // Entries have a name, the object in the scene whose origin it is at, and a test whether it is shown.
  constructor(picture, entries) {
    this.box = document.createElement('div');
    this.box.id = 'labels';
    this.box.hidden = true;
    this.entries = entries.map(({ name, object, kind, shown }) => {
      const text = document.createElement('span');
      text.textContent = name.slice(name.lastIndexOf('/') + 1);
      text.className = kind;
      this.box.append(text);
      return { text, object, shown };
    });
    picture.append(this.box);
  }

  update(visible, camera) {
    this.box.hidden = !visible;
    if (!visible) return;
    const { clientWidth: width, clientHeight: height } = this.box;
    const taken = [];
    const at = new THREE.Vector3();
    for (const entry of this.entries) {
      entry.size ??= [entry.text.offsetWidth, entry.text.offsetHeight];
      at.setFromMatrixPosition(entry.object.matrixWorld).project(camera);
      const [x, y] = [((at.x + 1) / 2) * width, ((1 - at.y) / 2) * height];
      const boxes = Math.abs(at.z) < 1 && entry.shown() ? ASIDE.map(([right, down]) => {
        const [left, top] = [x + right - (right < 0 ? entry.size[0] : 0), y + down - entry.size[1]];
        return [left, top, left + entry.size[0], top + entry.size[1]];
      }) : [];
      const free = boxes.find((box) => !taken.some((other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]));
      entry.text.style.visibility = free ? 'visible' : 'hidden';
      if (!free) continue;
      taken.push(free);
      entry.text.style.transform = `translate(${free[0]}px, ${free[1]}px)`;
    }
  }
}

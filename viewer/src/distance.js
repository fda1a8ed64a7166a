// The distance between two points that someone has clicked: each moves with its body.

import * as THREE from 'three';
import { short } from './numbers.js';
import { shownUnit } from './units.js';

const COLOUR = '#aa3377';
// A corner of the surface so near to the pointer is meant itself, in pixels.
const NEAR = 10;

export class Distance {
  constructor(scene, extent) {
    this.points = [];
    this.active = false;
    const material = new THREE.MeshBasicMaterial({ color: COLOUR, depthTest: false, transparent: true });
    this.balls = [0, 1].map(() => new THREE.Mesh(new THREE.SphereGeometry(0.006 * extent, 16, 12), material));
    this.line = new THREE.Line(new THREE.BufferGeometry().setFromPoints([new THREE.Vector3(), new THREE.Vector3()]), new THREE.LineBasicMaterial({ color: COLOUR, depthTest: false, transparent: true }));
    this.line.frustumCulled = false;
    this.middle = new THREE.Object3D();
    for (const object of [...this.balls, this.line]) {
      object.renderOrder = 3;
      object.visible = false;
    }
    scene.add(...this.balls, this.line, this.middle);
  }

  // Takes a point on a body, in its axes; after two the next begins again.
  add(on, local) {
    if (this.points.length === 2) this.points = [];
    this.points.push({ on, local });
  }

  clear() { this.points = []; }

  // The point that a hit means: a corner of the triangle where one is near, else the place itself.
  static meant({ object, point, face }, camera, width, height) {
    const corners = face ? [face.a, face.b, face.c].map((i) => new THREE.Vector3().fromBufferAttribute(object.geometry.attributes.position, i).applyMatrix4(object.matrixWorld)) : [];
    const pixel = (p) => {
      const { x, y } = p.clone().project(camera);
      return [(x * width) / 2, (y * height) / 2];
    };
    const at = pixel(point);
    const off = (p) => Math.hypot(...pixel(p).map((x, i) => x - at[i]));
    return corners.filter((corner) => off(corner) < NEAR).sort((a, b) => off(a) - off(b))[0] ?? point;
  }

  update(world) {
    const at = this.points.map(({ on, local }) => world(on, local));
    this.balls.forEach((ball, i) => {
      ball.visible = i < at.length;
      if (ball.visible) ball.position.copy(at[i]);
    });
    this.line.visible = at.length === 2;
    this.away = null;
    if (at.length < 2) return;
    this.line.geometry.setFromPoints(at);
    this.middle.position.copy(at[0]).lerp(at[1], 0.5);
    this.middle.updateMatrixWorld();
    this.away = at[1].clone().sub(at[0]);
  }

  // The distance and its parts along x, y and z.
  words() {
    if (!this.away) return '';
    const [unit, size] = shownUnit([this.away.length()], 'm');
    const parts = this.away.toArray().map((part, i) => `Δ${'xyz'[i]} ${short(size * part)}`).join('  ');
    return `${short(size * this.away.length(), 5)} ${unit}  (${parts})`;
  }
}

// Forces and torques as arrows, where they act on the last body of an item.

import * as THREE from 'three';
import { short, spelled } from './numbers.js';
import { shared } from './symbols.js';
import { plotUnit } from './units.js';

const COLOURS = ['#d55e00', '#0072b2'];
const NAMES = ['force', 'torque'];
const UNITS = ['N', 'N m'];
// The longest arrow, its thickness and its tip, as parts of the scene's extent.
const LONGEST = 0.3;
const THICK = 0.004;
const TIP = [0.012, 0.04];
// Smaller loads than this part of the largest are not drawn.
const LEAST = 2e-3;

const UP = new THREE.Vector3(0, 1, 0);

export class Arrows {
  constructor(scene, { head, motion }) {
    this.motion = motion;
    this.size = head.extent;
    this.scale = 1;
    this.section = 'all';
    // The largest force and torque of the run.
    this.largest = [0, 0];
    this.load = new Float64Array(9);
    this.arrows = Array.from(motion.items, (place) => {
      const { section, on } = head.items[place];
      const pair = COLOURS.map((colour, kind) => {
        const arrow = make(colour, this.size, kind === 1);
        arrow.traverse((part) => { part.userData = { kind: 'item', place }; });
        scene.add(arrow);
        return arrow;
      });
      return { section, on: on.at(-1), pair, sizes: [0, 0] };
    });
    this.measure();
  }

  get sections() { return [...new Set(this.arrows.map(({ section }) => section))]; }

  choose(section) {
    this.section = section;
    this.measure();
  }

  // The largest loads among those shown make the longest arrows.
  measure() {
    this.largest = [0, 0];
    this.arrows.forEach(({ section }, index) => {
      if (!this.shows(section)) return;
      const sizes = this.motion.largestLoad(index);
      this.largest = this.largest.map((most, kind) => Math.max(most, sizes[kind]));
    });
  }

  // The values of the arrows that are shown, to be written at their tips.
  get values() {
    return this.arrows.flatMap(({ pair, sizes }) => pair.map((arrow, kind) => ({
      kind: `value ${NAMES[kind]}`,
      object: arrow.tip,
      shown: () => arrow.visible,
      words: () => loadText(sizes[kind], kind),
      rank: () => 1 + sizes[kind] / (this.largest[kind] || 1),
    })));
  }

  shows(section) { return this.section === 'all' || this.section === section; }

  // `carried` says where a point on a body is drawn.
  update(place, visible, hidden, carried) {
    this.arrows.forEach(({ section, on, pair, sizes }, index) => {
      this.motion.load(index, place, this.load);
      pair.forEach((arrow, kind) => {
        sizes[kind] = size(this.load, kind);
        const part = this.largest[kind] > 0 ? size(this.load, kind) / this.largest[kind] : 0;
        arrow.visible = visible && part > LEAST && this.shows(section) && !hidden.has(on);
        if (!arrow.visible) return;
        const at = 3 + 3 * kind;
        const direction = new THREE.Vector3(this.load[at], this.load[at + 1], this.load[at + 2]).normalize();
        arrow.position.copy(carried(on, new THREE.Vector3(this.load[0], this.load[1], this.load[2])));
        arrow.quaternion.setFromUnitVectors(UP, direction);
        arrow.stretch(part * LONGEST * this.size * this.scale);
      });
    });
  }
}

// A force or a torque with its unit.
export function loadText(size, kind) {
  const [unit, factor] = plotUnit(size, UNITS[kind]);
  return `${short(factor * size, 3)} ${spelled(unit)}`;
}

function size(load, kind) {
  const at = 3 + 3 * kind;
  return Math.hypot(load[at], load[at + 1], load[at + 2]);
}

// An arrow along y of changing length; a torque has two tips. Arrows are seen through what stands before them.
function make(colour, extent, double) {
  const material = new THREE.MeshBasicMaterial({ color: colour, depthTest: false, transparent: true, opacity: 0.92 });
  const part = (geometry) => {
    const mesh = new THREE.Mesh(geometry, material);
    mesh.renderOrder = 2;
    return mesh;
  };
  const shaft = part(shared(THREE.CylinderGeometry, THICK * extent, THICK * extent, 1, 12));
  const tips = (double ? [0, 0.6] : [0]).map((back) => ({ back, tip: part(shared(THREE.ConeGeometry, TIP[0] * extent, TIP[1] * extent, 16)) }));
  const arrow = new THREE.Group();
  arrow.add(shaft, ...tips.map(({ tip }) => tip));
  arrow.visible = false;
  arrow.tip = tips[0].tip;
  arrow.stretch = (length) => {
    // A short arrow is all tip, and gets smaller as a whole.
    const whole = Math.min(1, length / (1.2 * TIP[1] * extent));
    const body = Math.max(length - 0.5 * TIP[1] * extent, 1e-9);
    shaft.scale.set(whole, body, whole);
    shaft.position.y = body / 2;
    for (const { back, tip } of tips) {
      tip.scale.setScalar(whole);
      tip.position.y = length - (0.5 + back) * TIP[1] * extent * whole;
    }
  };
  return arrow;
}

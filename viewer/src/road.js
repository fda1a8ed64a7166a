// The road under tyres: its surface where the wheels go, patches of other grip, and the paths of the wheels.

import * as THREE from 'three';
import { BODIES } from './colours.js';

// Of the surface beside the paths, in sizes of the vehicle, and the heights of what is drawn on each other, as parts of it.
const MARGIN = 1;
const SURFACE = -2e-3;
const PATCH = 2e-3;
const PATH = 4e-3;
// Points of a path; a long run has more frames than one can tell apart.
const POINTS = 2000;
const ASPHALT = '#8f959a';
// Less grip is bluer, like ice, and more of it redder.
const ICE = new THREE.Color('#2f8fd6');
const ROUGH = new THREE.Color('#c2553a');

export class Roads {
  constructor(scene, { head, motion }) {
    this.patches = [];
    this.paths = [];
    this.surfaces = [];
    const size = head.extent;
    const roads = new Map();
    head.items.forEach((item, place) => {
      // A road on a body that moves is that body's own shape.
      if (!item.road || item.on[0] !== null || item.on[1] === null) return;
      const key = JSON.stringify([item.road.position, item.road.normal]);
      if (!roads.has(key)) roads.set(key, { frame: frameOf(item.road), wheels: [], patches: new Map() });
      const road = roads.get(key);
      road.wheels.push(item.on[1]);
      // A patch with the grip of the road beside it is none.
      for (const patch of item.road.patches.filter(({ scale }) => scale !== 1)) road.patches.set(JSON.stringify([item.road.along, patch]), { patch, frame: frameOf(item.road), place });
    });
    for (const { frame, wheels, patches } of roads.values()) {
      const paths = [...new Set(wheels)].map((wheel) => ({ wheel, points: path(motion, wheel, frame) }));
      const all = paths.flatMap(({ points }) => points);
      const [from, to, right, left] = bounds(all, MARGIN * size);
      this.surfaces.push(rectangle(scene, frame, [from, to, right, left], SURFACE * size, { color: ASPHALT, opacity: 0.35 }));
      for (const { patch, frame: own, place } of patches.values()) {
        const edges = [patch.from, patch.to, patch.right ?? right, patch.left ?? left];
        const colour = patch.scale < 1 ? ICE : ROUGH;
        const shape = rectangle(scene, own, edges, PATCH * size, { color: colour, opacity: 0.2 + 0.5 * Math.min(Math.abs(1 - patch.scale), 1) });
        shape.userData = { kind: 'item', place };
        this.patches.push({ shape, scale: patch.scale, edges });
      }
      for (const { wheel, points } of paths) this.paths.push({ wheel, line: drawn(scene, frame, points, PATH * size, BODIES[wheel % BODIES.length]) });
    }
  }
}

// The axes of a road: along, to the left, upwards.
function frameOf({ position, normal, along }) {
  const up = new THREE.Vector3(...normal);
  const ahead = new THREE.Vector3(...along).projectOnPlane(up).normalize();
  const axes = new THREE.Matrix4().makeBasis(ahead, up.clone().cross(ahead), up);
  return axes.setPosition(new THREE.Vector3(...position));
}

// The way of a wheel over a road, along and across it.
function path(motion, wheel, frame) {
  const inverse = frame.clone().invert();
  const step = Math.max(1, Math.ceil(motion.frames / POINTS));
  const frames = Array.from({ length: Math.ceil(motion.frames / step) }, (_, i) => i * step);
  if (frames.at(-1) !== motion.frames - 1) frames.push(motion.frames - 1);
  return frames.map((place) => {
    const [x, y, z] = motion.pose(wheel, [place, 0]);
    const point = new THREE.Vector3(x, y, z).applyMatrix4(inverse);
    return [point.x, point.y];
  });
}

function bounds(points, margin) {
  const [along, across] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const least = (list) => list.reduce((most, x) => Math.min(most, x), Infinity) - margin;
  const largest = (list) => list.reduce((most, x) => Math.max(most, x), -Infinity) + margin;
  return [least(along), largest(along), least(across), largest(across)];
}

function rectangle(scene, frame, [from, to, right, left], height, { color, opacity }) {
  const material = new THREE.MeshBasicMaterial({ color, transparent: true, opacity, side: THREE.DoubleSide, depthWrite: false });
  const shape = new THREE.Mesh(new THREE.PlaneGeometry(to - from, left - right), material);
  shape.matrixAutoUpdate = false;
  shape.matrix.copy(frame).multiply(new THREE.Matrix4().makeTranslation((from + to) / 2, (left + right) / 2, height));
  scene.add(shape);
  return shape;
}

function drawn(scene, frame, points, height, color) {
  const geometry = new THREE.BufferGeometry().setFromPoints(points.map(([x, y]) => new THREE.Vector3(x, y, height).applyMatrix4(frame)));
  const line = new THREE.Line(geometry, new THREE.LineBasicMaterial({ color }));
  line.frustumCulled = false;
  scene.add(line);
  return line;
}

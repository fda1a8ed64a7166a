// The sharp edges of bodies.

import * as THREE from 'three';
import { CHOSEN } from './colours.js';

const DARK = '#20262b';
// Degrees between faces, from which their edge is sharp.
const SHARP = 30;
// Corners that differ by less than this part of a body's size are one.
const SAME = 1e-6;

// The edges where only one face is, or where two meet at an angle, as the two ends of each.
export function sharpEdges(points, triangles) {
  const corners = welded(points);
  const normals = normalsOf(points, triangles);
  // Which face has an edge from one corner to another: 1 more than its number, negative once the face beyond it has been found.
  const faces = new Pairs(triangles.length);
  const least = Math.cos((SHARP * Math.PI) / 180);
  const found = [];
  for (let at = 0; at < triangles.length; at += 3) {
    for (let k = 0; k < 3; k++) {
      const from = corners[triangles[at + k]];
      const to = corners[triangles[at + ((k + 1) % 3)]];
      const third = corners[triangles[at + ((k + 2) % 3)]];
      // A face without an area has no edges.
      if (from === to || to === third || third === from) break;
      const beyond = faces.place(to, from);
      const other = faces.values[beyond];
      if (other > 0) {
        const first = 3 * (other - 1);
        if (normals[at] * normals[first] + normals[at + 1] * normals[first + 1] + normals[at + 2] * normals[first + 2] <= least) found.push(from, to);
        faces.values[beyond] = -other;
      } else faces.add(from, to, at / 3 + 1);
    }
  }
  for (let place = 0; place < faces.values.length; place++) if (faces.values[place] > 0) found.push(faces.from[place], faces.to[place]);
  const ends = new Float32Array(3 * found.length);
  for (let i = 0; i < found.length; i++) for (let k = 0; k < 3; k++) ends[3 * i + k] = points[3 * found[i] + k];
  return ends;
}

// Values of pairs of whole numbers, at most so many: an open table, four times as long as needed.
class Pairs {
  constructor(count) {
    const size = 2 ** Math.ceil(Math.log2(4 * count + 4));
    this.mask = size - 1;
    [this.from, this.to, this.values] = [0, 0, 0].map(() => new Int32Array(size));
  }

  // Where a pair is, or where it belongs.
  place(from, to) {
    let at = spread(Math.imul(from, 0x9e3779b1) ^ Math.imul(to, 0x85ebca6b)) & this.mask;
    while (this.values[at] !== 0 && (this.from[at] !== from || this.to[at] !== to)) at = (at + 1) & this.mask;
    return at;
  }

  // A pair that has a value already keeps it.
  add(from, to, value) {
    const place = this.place(from, to);
    if (this.values[place] !== 0) return;
    this.from[place] = from;
    this.to[place] = to;
    this.values[place] = value;
  }
}

// For each point the first one that is at the same place.
function welded(points) {
  const count = points.length / 3;
  let largest = 0;
  for (let i = 0; i < points.length; i++) largest = Math.max(largest, Math.abs(points[i]));
  const scale = largest > 0 ? 1 / (SAME * largest) : 1;
  const cells = new Int32Array(points.length);
  for (let i = 0; i < points.length; i++) cells[i] = Math.round(scale * points[i]);
  const mask = 2 ** Math.ceil(Math.log2(2 * count + 2)) - 1;
  // 1 more than the number of the first point of a place.
  const table = new Int32Array(mask + 1);
  const first = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [cells[3 * i], cells[3 * i + 1], cells[3 * i + 2]];
    let at = spread(Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35)) & mask;
    let k = table[at] - 1;
    while (k >= 0 && (cells[3 * k] !== x || cells[3 * k + 1] !== y || cells[3 * k + 2] !== z)) {
      at = (at + 1) & mask;
      k = table[at] - 1;
    }
    if (k < 0) table[at] = i + 1;
    first[i] = k < 0 ? i : k;
  }
  return first;
}

// The upper bits of a product are the better ones.
const spread = (bits) => (bits ^ (bits >>> 15)) >>> 0;

// The unit normals of faces.
function normalsOf(points, triangles) {
  const normals = new Float64Array(triangles.length);
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [3 * triangles[at], 3 * triangles[at + 1], 3 * triangles[at + 2]];
    const [ux, uy, uz] = [points[b] - points[a], points[b + 1] - points[a + 1], points[b + 2] - points[a + 2]];
    const [vx, vy, vz] = [points[c] - points[a], points[c + 1] - points[a + 1], points[c + 2] - points[a + 2]];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const size = Math.hypot(x, y, z) || 1;
    normals[at] = x / size;
    normals[at + 1] = y / size;
    normals[at + 2] = z / size;
  }
  return normals;
}

export function outline(geometry) {
  const edges = new THREE.BufferGeometry();
  edges.setAttribute('position', new THREE.BufferAttribute(sharpEdges(geometry.getAttribute('position').array, geometry.index.array), 3));
  return new THREE.LineSegments(edges, new THREE.LineBasicMaterial({ color: DARK, transparent: true, opacity: 0.35 }));
}

// Edges of what is selected are seen through what stands before it, and where it is cut away.
export function mark({ material }, chosen, cut) {
  material.color.set(chosen ? CHOSEN : DARK);
  material.opacity = chosen ? 0.7 : 0.35;
  material.depthTest = !chosen;
  if (cut) material.clippingPlanes = chosen || cut.axis === null ? null : [cut.plane];
}

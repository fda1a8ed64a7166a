// The sharp edges of bodies.

import * as THREE from 'three';
import { CHOSEN } from './colours.js';

const DARK = '#20262b';
// Degrees between faces, from which their edge is sharp.
const SHARP = 30;
// three.js takes points for one that differ by less than 1e-4. Bodies in metres are made about so large for it, by a power of two, which
// keeps every digit.
const LARGE = 100;

export function outline(geometry) {
  const { array } = geometry.getAttribute('position');
  const largest = array.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const factor = largest > 0 ? 2 ** Math.round(Math.log2(LARGE / largest)) : 1;
  array.forEach((value, i) => { array[i] = factor * value; });
  const edges = new THREE.EdgesGeometry(geometry, SHARP);
  array.forEach((value, i) => { array[i] = value / factor; });
  edges.scale(1 / factor, 1 / factor, 1 / factor);
  return new THREE.LineSegments(edges, new THREE.LineBasicMaterial({ color: DARK, transparent: true, opacity: 0.35 }));
}

// Edges of what is selected are seen through what stands before it, and where it is cut away.
export function mark({ material }, chosen, cut) {
  material.color.set(chosen ? CHOSEN : DARK);
  material.opacity = chosen ? 0.7 : 0.35;
  material.depthTest = !chosen;
  if (cut) material.clippingPlanes = chosen || cut.axis === null ? null : [cut.plane];
}

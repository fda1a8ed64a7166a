// Small signs for joints and forces, as in a sketch of a mechanism.

import * as THREE from 'three';

// Of a bearing: outer radius and width as multiples of the radius of its shaft, and how many balls are drawn.
const BEARING = { outer: 1.8, width: 0.8, balls: 9 };

// The axis about which a bushing lets its body turn, as the index of an axis of its frame: it is equally stiff across it, and has no
// stiffness about it. None where it is no bearing.
export function bearingAxis({ kind, numbers: { stiffness: k, rotational_stiffness: about = [0, 0, 0] } }) {
  if (kind !== 'bushing' || k?.length !== 3) return null;
  const alike = (i) => k[(i + 1) % 3] > 0 && Math.abs(k[(i + 1) % 3] - k[(i + 2) % 3]) < 1e-6 * k[(i + 1) % 3];
  const axes = [0, 1, 2].filter((i) => alike(i) && about[i] === 0);
  return axes.length === 1 ? axes[0] : null;
}

// Geometries that many signs share, by their kind and their numbers.
const geometries = new Map();
export function shared(Geometry, ...numbers) {
  if (!geometries.has(Geometry)) geometries.set(Geometry, new Map());
  const known = geometries.get(Geometry);
  const key = numbers.join();
  if (!known.has(key)) known.set(key, new Geometry(...numbers));
  return known.get(key);
}

const STEEL = '#8b969e';
const COLOURS = { joint: '#444b52', force: '#009e73', sensor: '#56b4e9', contact: '#cc79a7' };

// `radius` is that of the shaft in a bearing; none where the item is drawn as a sign.
export function symbol({ kind, section, numbers }, axis, size, radius) {
  const own = radius ? STEEL : COLOURS[section] ?? '#8a6d3b';
  const material = new THREE.MeshStandardMaterial({ color: own, roughness: 0.5, side: THREE.DoubleSide });
  material.userData = { own };
  const group = new THREE.Group();
  const add = (geometry) => {
    const mesh = new THREE.Mesh(geometry, material);
    group.add(mesh);
    return mesh;
  };
  const pin = (radius, length) => add(shared(THREE.CylinderGeometry, radius * size, radius * size, length * size, 24));
  const [inner] = numbers.inner_radius ?? [];
  const [outer] = numbers.outer_radius ?? [];
  switch (radius ? 'bearing' : kind) {
    case 'bearing': {
      const [outer, width] = [BEARING.outer * radius, BEARING.width * radius];
      const ball = (outer - radius) * 0.27;
      for (const [from, to] of [[radius, radius + ball], [outer - ball, outer]]) {
        const corners = [[from, -width / 2], [to, -width / 2], [to, width / 2], [from, width / 2], [from, -width / 2]];
        // Each corner twice, for sharp edges.
        add(new THREE.LatheGeometry(corners.flatMap(([x, y], i) => Array.from({ length: i % 4 ? 2 : 1 }, () => new THREE.Vector2(x, y))), 48));
      }
      for (let i = 0; i < BEARING.balls; i++) {
        const angle = (2 * Math.PI * i) / BEARING.balls;
        add(shared(THREE.SphereGeometry, ball, 14, 10)).position.set(0.5 * (radius + outer) * Math.cos(angle), 0, 0.5 * (radius + outer) * Math.sin(angle));
      }
      break;
    }
    case 'rings':
      // The washers and films are as large as they are.
      add(shared(THREE.RingGeometry, inner, outer, 64)).rotation.x = -Math.PI / 2;
      break;
    case 'hinge':
      pin(0.55, 2.6);
      break;
    case 'cylindrical':
      pin(0.4, 4);
      pin(0.7, 1.6);
      break;
    case 'screw':
      pin(0.35, 4);
      [-1, 0, 1].forEach((i) => { add(shared(THREE.TorusGeometry, 0.6 * size, 0.15 * size, 8, 24)).rotation.x = Math.PI / 2; group.children.at(-1).position.y = 0.7 * i * size; });
      break;
    case 'prismatic':
      add(shared(THREE.BoxGeometry, 1.1 * size, 3.4 * size, 1.1 * size));
      break;
    case 'planar':
      add(shared(THREE.BoxGeometry, 3 * size, 0.3 * size, 3 * size));
      break;
    case 'universal':
      pin(0.3, 2.6);
      pin(0.3, 2.6).rotation.z = Math.PI / 2;
      break;
    case 'spherical':
      add(shared(THREE.SphereGeometry, 0.9 * size, 24, 16));
      break;
    case 'rigid':
      add(shared(THREE.BoxGeometry, 0.9 * size, 0.9 * size, 0.9 * size));
      break;
    case 'load':
      // An arrow from where it acts; one that only turns has two tips.
      pin(0.22, 3.4).position.y = 1.7 * size;
      for (const at of numbers.force?.some(Boolean) ? [3.8] : [3.8, 2.8]) add(shared(THREE.ConeGeometry, 0.6 * size, 1.4 * size, 20)).position.y = at * size;
      break;
    default:
      add(shared(THREE.OctahedronGeometry, 0.6 * size));
  }
  if (axis) group.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), axis.clone().normalize());
  return group;
}

// Axes x, y and z of a frame in red, green and blue that everybody can tell apart, and the axis of a joint.
export const AXES = ['#d55e00', '#009e73', '#0072b2'];
export const AXIS = '#aa3377';

// A thin arrow of length 1 from the origin, seen through bodies, made as long as is asked for.
export function pointer(colour, direction, length) {
  const arrow = new THREE.Group();
  const material = new THREE.MeshBasicMaterial({ color: colour, depthTest: false, transparent: true });
  const shaft = new THREE.Mesh(shared(THREE.CylinderGeometry, 0.025, 0.025, 0.85, 10), material);
  shaft.position.y = 0.425;
  const tip = new THREE.Mesh(shared(THREE.ConeGeometry, 0.07, 0.2, 14), material);
  tip.position.y = 0.9;
  for (const part of [shaft, tip]) part.renderOrder = 1;
  arrow.add(shaft, tip);
  arrow.scale.setScalar(length);
  arrow.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), direction.clone().normalize());
  return arrow;
}

export function triad(length) {
  const group = new THREE.Group();
  AXES.forEach((colour, axis) => group.add(pointer(colour, new THREE.Vector3().setComponent(axis, 1), length)));
  return group;
}

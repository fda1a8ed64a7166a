// What is attached to bodies: symbols of joints and forces, axes of frames.

import * as THREE from 'three';
import { AXIS, bearingAxis, pointer, symbol, triad } from './symbols.js';

// Bearings are at most so large, as a part of the scene's extent.
const BEARING = 0.08;
// Signs of joints and forces, as parts of the scene's extent, and the most of the distance between neighbours.
const SIGN = 0.022;
const SMALLEST_SIGN = 0.003;
const APART = 0.35;
// What spans the space between its two points.
const REACHING = ['spring', 'distance', 'beam'];

// A point given in the model frame at the design position, in the axes of a body.
function local(head, on, point) {
  const p = new THREE.Vector3(...point);
  if (on === null) return p;
  const { position, rotation: [w, x, y, z] } = head.bodies[on].pose;
  return p.sub(new THREE.Vector3(...position)).applyQuaternion(new THREE.Quaternion(x, y, z, w).conjugate());
}

function turn(head, on, axis) {
  const v = new THREE.Vector3(...axis);
  if (on === null) return v;
  const [w, x, y, z] = head.bodies[on].pose.rotation;
  return v.applyQuaternion(new THREE.Quaternion(x, y, z, w).conjugate());
}

// What moves with a body, or stands on the ground.
export function parent(player, on) { return on === null ? player.ground : player.groups[on].group; }

// The size of a sign: where half of the attachments stand closer together, as in a suspension, signs are smaller.
export function signSize({ items, extent }) {
  const points = items.filter(({ section }) => section === 'joint' || section === 'force').map(({ points }) => points.at(-1)).filter(Boolean);
  // A few hundred of many tell as much as all of them.
  const some = points.filter((_, i) => i % Math.ceil(points.length / 300) === 0);
  const nearest = some.map((a) => points.reduce((least, b) => {
    const gap = distance(a, b);
    return gap > 1e-3 * extent ? Math.min(least, gap) : least;
  }, Infinity));
  const gaps = nearest.filter(Number.isFinite).sort((a, b) => a - b);
  if (!gaps.length) return SIGN * extent;
  return Math.min(SIGN * extent, Math.max(SMALLEST_SIGN * extent, APART * gaps[gaps.length >> 1]));
}

// Symbols of joints, forces and loads, and lines between the ends of what spans a space.
export function jointSymbols(scene, player) {
  const { head } = player.run;
  const [symbols, steady, links] = [[], [], []];
  const size = signSize(head);
  head.items.forEach((item, place) => {
    const on = item.on.length > 1 ? item.on[1] : item.on[0];
    const last = item.points.length - 1;
    const bearing = bearingOf(head, item, on);
    const axis = item.kind === 'load' ? acting(item) : bearing?.axis ?? (item.axis && turn(head, on, item.axis));
    // Points of the ground that a signal looks at stand alone, as the cones beside a road.
    const alone = item.section === 'signal' && on === null;
    const shape = symbol(item, axis, alone ? SIGN * head.extent : size, bearing?.radius);
    shape.position.copy(local(head, on, item.points[last]));
    shape.traverse((part) => { part.userData = { kind: 'item', place }; });
    parent(player, on).add(shape);
    symbols.push(shape);
    // A load in the model frame does not turn with its body.
    if (item.kind === 'load' && item.words.in !== 'body' && on !== null) steady.push({ shape, on, turned: shape.quaternion.clone() });
    // What reaches from one point to another is drawn as a line between them.
    if (REACHING.includes(item.kind) && distance(item.points[0], item.points[1]) > 0) {
      const geometry = new THREE.BufferGeometry().setFromPoints([new THREE.Vector3(), new THREE.Vector3()]);
      const line = new THREE.Line(geometry, new THREE.LineBasicMaterial({ color: item.section === 'force' ? '#009e73' : '#777777' }));
      line.frustumCulled = false;
      scene.add(line);
      const ends = item.points.slice(0, 2).map((point, i) => ({ on: item.on[i], at: local(head, item.on[i], point) }));
      links.push({ line, ends });
    }
  });
  return { symbols, steady, links };
}

// The axis of a bearing on its body and the radius of the shaft in it; none where an item is no bearing.
function bearingOf(head, item, on) {
  const free = bearingAxis(item);
  const round = ['hinge', 'cylindrical'].includes(item.kind) && item.on.includes(null);
  if (on === null || (free === null && !round)) return null;
  const own = new THREE.Vector3();
  if (free === null) own.fromArray(item.axis);
  else {
    const [x = 0, y = 0, z = 0] = item.numbers.orientation ?? [];
    const angle = Math.hypot(x, y, z);
    own.setComponent(free, 1);
    if (angle > 0) own.applyAxisAngle(new THREE.Vector3(x, y, z).divideScalar(angle), angle);
  }
  const axis = turn(head, on, own.toArray());
  // The thinnest of the body's slender cylinders along the axis is its shaft; a disc or a wheel is none.
  const { shape, shapes = [] } = head.bodies[on];
  const tubes = [shape, ...shapes.map(([each]) => each)].map((each) => each?.tube).filter((tube) => tube && tube.length >= 2 * tube.outer_radius && Math.abs(axis.dot(new THREE.Vector3(...tube.axis))) > 0.999);
  if (!tubes.length && free === null) return null;
  const most = BEARING * head.extent;
  return { axis, radius: tubes.length ? Math.min(...tubes.map((tube) => tube.outer_radius), most) : 0.3 * most };
}

// Which way a load acts: its force, or its torque where there is no force.
function acting({ numbers: { force, torque } }) {
  const given = [force, torque].find((vector) => vector?.some(Boolean));
  return given && new THREE.Vector3(...given);
}

// The axes of frames, bodies and joints.
export function frameAxes(player) {
  const { head } = player.run;
  const arrows = [];
  const triads = head.frames.map((frame) => {
    const axes = triad(0.07 * player.size);
    axes.position.copy(local(head, frame.on, frame.pose.position));
    const [w, x, y, z] = frame.pose.rotation;
    axes.quaternion.set(x, y, z, w);
    if (frame.on !== null) {
      const [bw, bx, by, bz] = head.bodies[frame.on].pose.rotation;
      axes.quaternion.premultiply(new THREE.Quaternion(bx, by, bz, bw).conjugate());
    }
    parent(player, frame.on).add(axes);
    return axes;
  });
  const origin = triad(0.1 * player.size);
  player.ground.add(origin);
  for (const { group } of player.groups) {
    const axes = triad(0.05 * player.size);
    group.add(axes);
    triads.push(axes);
  }
  triads.push(origin);
  // Positive is where the axis of a joint points.
  for (const { axis, on, points } of head.items) {
    if (!axis) continue;
    const arrow = pointer(AXIS, turn(head, on[0], axis), 0.08 * player.size);
    arrow.position.copy(local(head, on[0], points[0]));
    parent(player, on[0]).add(arrow);
    arrows.push(arrow);
  }
  return { triads, axes: arrows };
}

function distance(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

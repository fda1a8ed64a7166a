// Flexible bodies in the scene: deformed as they are at a time or in a mode, coloured by what is asked for, with the edges of their elements and
// their undeformed outline.

import * as THREE from 'three';
import { BODIES, diverging, viridis } from './colours.js';
import { slerp, turned } from './quaternions.js';
import { bytes } from './source.js';

const STEPS = 256;
const GREY = [138, 146, 153];
const OUTLINE = '#6d777e';
// Faces that meet at less than so many degrees have no outline between them.
const SHARP = 30;
// A mesh with more edges than this is drawn without them at first.
const MANY_LINES = 60000;
// The largest deformation is drawn at this part of the scene's extent where nothing else moves.
const AUTOMATIC = 0.06;

// Opacity of the edges of elements.
const LINES = 0.22;
// The lights of the scene: a lamp at the camera and the sky.
export const LAMP = 2;
export const SKY = 1.4;
// The part of a field's colour that does not depend on the light, and what a surface reflects of the rest: with full light (a diffuse surface
// returns light/π) the colour is that of the bar, and never brighter.
const GLOW = 0.4;
const REFLECTED = ((1 - GLOW) * Math.PI) / (LAMP + SKY);

export const DISPLACEMENT = 'displacement';

export class FlexibleBodies {
  constructor(scene, run, extent, cut, redraw) {
    const { head: { flexible }, frames, motion } = run;
    Object.assign(this, { frames, extent, redraw, modes: motion.shapes ? motion : null });
    this.scalars = frames.scalars;
    this.factor = 1;
    this.hidden = new Set();
    this.showing = { outline: true, lines: true };
    this.texture = new THREE.DataTexture(new Uint8Array(2 * STEPS * 4), STEPS, 2);
    Object.assign(this.texture, { minFilter: THREE.LinearFilter, magFilter: THREE.LinearFilter, colorSpace: THREE.SRGBColorSpace });
    this.peak = new THREE.Object3D();
    scene.add(this.peak);
    this.bodies = flexible.skins.map((skin, place) => this.build(scene, skin, place, cut));
    const edges = this.bodies.reduce((sum, { lines }) => sum + lines.geometry.index.count / 2, 0);
    this.showing.lines = edges <= MANY_LINES;
    this.held = this.bodies.map((body, place) => Boolean(this.modes) || frames.isHeld(place, body.centre, body.size));
    this.colourBy(null);
  }

  build(scene, skin, place, cut) {
    const points = new Float32Array(bytes(skin.points).buffer);
    const count = points.length / 3;
    const geometry = new THREE.BufferGeometry();
    const position = new THREE.BufferAttribute(points.slice(), 3).setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute('position', position);
    geometry.setAttribute('uv', new THREE.BufferAttribute(new Float32Array(2 * count), 2).setUsage(THREE.DynamicDrawUsage));
    geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(bytes(skin.triangles).buffer), 1));
    geometry.computeBoundingBox();
    const box = geometry.boundingBox.clone();
    const material = new THREE.MeshStandardMaterial({ color: BODIES[place % BODIES.length], metalness: 0, roughness: 0.8, side: THREE.DoubleSide, flatShading: !skin.round, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
    const mesh = new THREE.Mesh(geometry, material);
    mesh.userData = { kind: 'flexible', place };
    const edges = new THREE.BufferGeometry();
    edges.setAttribute('position', position);
    edges.setIndex(new THREE.BufferAttribute(new Uint32Array(bytes(skin.lines).buffer), 1));
    const lines = new THREE.LineSegments(edges, new THREE.LineBasicMaterial({ color: '#101418', transparent: true, opacity: LINES }));
    const outline = new THREE.LineSegments(this.undeformed(skin, geometry, points), new THREE.LineBasicMaterial({ color: OUTLINE, transparent: true, opacity: 0.55, depthWrite: false }));
    const group = new THREE.Group();
    group.add(mesh, lines);
    for (const object of [mesh, lines]) object.frustumCulled = false;
    scene.add(group, outline);
    cut.clip(mesh, lines);
    // Where the numbers of this body begin in a frame.
    const first = this.bodyEnd ?? 0;
    this.bodyEnd = first + count * (3 + skin.scalars.length);
    return { ...skin, points, count, first, group, mesh, lines, outline, material, base: material.color.clone(), values: new Float32Array(count), displacements: new Float32Array(3 * count), centre: box.getCenter(new THREE.Vector3()).toArray(), size: box.getSize(new THREE.Vector3()).length() || 1, box };
  }

  // Lines along a beam, the sharp edges of a solid.
  undeformed({ outline = '' }, geometry, points) {
    const own = new Uint32Array(bytes(outline).buffer);
    if (!own.length) return new THREE.EdgesGeometry(geometry, SHARP);
    const lines = new THREE.BufferGeometry();
    lines.setAttribute('position', new THREE.BufferAttribute(points, 3));
    return lines.setIndex(new THREE.BufferAttribute(own, 1));
  }

  // Whether some body goes about: then deformations alone are exaggerated, and rigid bodies stay where they are.
  get goesAbout() { return this.held.some((held) => !held); }

  // The largest displacement that is drawn: over the run, or in a mode.
  get largest() { return this.modes ? this.frames.range(-1, this.held, this.modes.number)[1] : this.frames.range(-1, this.held)[1]; }

  // A round factor that makes small deformations visible.
  automatic() {
    const wanted = (AUTOMATIC * this.extent) / this.largest;
    if (this.modes || this.goesAbout || !(wanted > 2) || !Number.isFinite(wanted)) return 1;
    const decade = 10 ** Math.floor(Math.log10(wanted));
    return [5, 2, 1].map((digit) => digit * decade).find((factor) => factor <= wanted);
  }

  // Colours by a scalar or by the displacement; by body for nothing.
  colourBy(name) {
    this.by = name;
    this.scalar = this.scalars.findIndex((scalar) => scalar.name === name);
    this.unit = name === DISPLACEMENT ? (this.modes ? '1' : 'm') : this.scalars[this.scalar]?.unit ?? '1';
    this.setRange();
    for (const { material, base } of this.bodies) {
      material.map = name ? this.texture : null;
      if (name) material.color.setScalar(REFLECTED);
      else material.color.set(base);
      // Colours that are read off a bar must not depend much on the light.
      material.emissiveMap = material.map;
      material.emissive.set(name ? '#ffffff' : '#000000');
      material.emissiveIntensity = GLOW;
      material.needsUpdate = true;
    }
  }

  // The range of the colours: the run's, that of the time that is shown, or one that is given.
  setRange(range = this.modes ? [0, 1] : this.frames.range(this.scalar, this.held)) {
    if (!this.by) return;
    let [low, high] = range;
    if (this.signed = low < -1e-9 * Math.abs(high)) {
      // Tension and compression are told apart by their colours.
      high = Math.max(-low, high);
      low = -high;
    } else low = this.by === DISPLACEMENT ? 0 : Math.min(low, high);
    if (!(high > low)) high = low + (Math.abs(low) || 1);
    Object.assign(this, { low, high });
    const map = this.signed ? diverging : viridis;
    for (let i = 0; i < STEPS; i++) {
      this.texture.image.data.set([...map(i / (STEPS - 1)), 255], 4 * i);
      this.texture.image.data.set([...GREY, 255], 4 * (STEPS + i));
    }
    this.texture.needsUpdate = true;
  }

  // Displacements and values of all bodies at a time; whether the numbers are here.
  fetch(time) {
    const { frames } = this;
    if (!frames.count) return true;
    const [frame, part] = this.modes ? [Math.min(this.modes.number, frames.count - 1), 0] : frames.place(time);
    const next = Math.min(frame + (part > 0 ? 1 : 0), frames.count - 1);
    const [a, b] = [frame, next].map((k) => frames.numbers(k, this.redraw));
    if (!this.modes) frames.ahead(frame, this.redraw);
    if (!a || !b) return false;
    this.bodies.forEach((body, place) => this.take(body, place, a, b, [frame, next, part]));
    return true;
  }

  take(body, place, a, b, [frame, next, part]) {
    const { count, first, points, displacements, values, scalars } = body;
    const floating = !this.held[place];
    const from = this.frames.motion(frame, place);
    const to = this.frames.motion(next, place);
    if (floating) {
      const [w, x, y, z] = slerp([...from.subarray(3)], [...to.subarray(3)], part);
      const centre = [0, 1, 2].map((i) => this.centred(from, body)[i] * (1 - part) + this.centred(to, body)[i] * part);
      const arm = turned([w, x, y, z], body.centre);
      body.group.position.set(...centre.map((c, i) => c - arm[i]));
      body.group.quaternion.set(x, y, z, w);
    } else {
      // A held body stays where it is, and its displacements are those in the model frame.
      body.group.position.set(0, 0, 0);
      body.group.quaternion.identity();
    }
    const matrices = floating ? null : [from, to].map(rotation);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) {
        const at = first + 3 * i + k;
        const [ua, ub] = floating ? [a[at], b[at]] : [whole(matrices[0], from, points, a, i, k, first), part > 0 ? whole(matrices[1], to, points, b, i, k, first) : 0];
        displacements[3 * i + k] = ua + (part > 0 ? part * (ub - ua) : 0);
      }
    }
    const own = scalars.indexOf(this.scalar);
    if (this.by === DISPLACEMENT) {
      // Only the shape of a mode has a meaning, not its size.
      const unit = this.modes ? this.largest || 1 : 1;
      for (let i = 0; i < count; i++) values[i] = Math.hypot(displacements[3 * i], displacements[3 * i + 1], displacements[3 * i + 2]) / unit;
    } else if (own < 0) values.fill(NaN);
    else {
      const start = first + (3 + own) * count;
      for (let i = 0; i < count; i++) values[i] = a[start + i] + part * (b[start + i] - a[start + i]);
    }
  }

  // Where the centre of a body is by its mean motion.
  centred(motion, { centre }) {
    const moved = turned([...motion.subarray(3)], centre);
    return moved.map((c, i) => c + motion[i]);
  }

  update(time, selected, swing = 1) {
    const here = this.fetch(time);
    this.waiting = !here;
    if (here && this.rangeNow) this.setRange(this.seenRange());
    // Of tension and compression the larger one.
    let most = { size: -Infinity };
    for (const [place, body] of this.bodies.entries()) {
      const { group, mesh, lines, outline, material } = body;
      group.visible = !this.hidden.has(place);
      lines.visible = this.showing.lines || selected?.kind === 'flexible' && selected.place === place;
      outline.visible = this.showing.outline && group.visible;
      outline.position.copy(group.position);
      outline.quaternion.copy(group.quaternion);
      const chosen = selected?.kind === 'flexible' && selected.place === place;
      lines.material.color.set(chosen ? '#ff2d87' : '#101418');
      lines.material.opacity = chosen ? 0.9 : LINES;
      if (!here) continue;
      this.place(body, swing * this.factor);
      if (!this.by || !group.visible) continue;
      for (let i = 0; i < body.count; i++) if (Math.abs(body.values[i]) > most.size) most = { size: Math.abs(body.values[i]), value: body.values[i], body, i };
    }
    if (here) this.most = most.body ? most : null;
    if (this.most && here) this.peak.position.fromBufferAttribute(this.most.body.mesh.geometry.attributes.position, this.most.i).applyMatrix4(this.world(this.most.body));
    this.peak.updateMatrixWorld();
  }

  world({ group }) {
    group.updateMatrixWorld();
    return group.matrixWorld;
  }

  place({ mesh, points, displacements, values, count, round }, factor) {
    const { position, uv } = mesh.geometry.attributes;
    for (let i = 0; i < 3 * count; i++) position.array[i] = points[i] + factor * displacements[i];
    position.needsUpdate = true;
    if (this.by) {
      const scale = 1 / (this.high - this.low);
      for (let i = 0; i < count; i++) {
        const known = !Number.isNaN(values[i]);
        // Half a step at both ends, so that the texture does not blend over its border.
        const part = known ? Math.min(Math.max((values[i] - this.low) * scale, 0), 1) : 0;
        uv.array[2 * i] = (0.5 + part * (STEPS - 1)) / STEPS;
        uv.array[2 * i + 1] = known ? 0.25 : 0.75;
      }
      uv.needsUpdate = true;
    }
    if (round) mesh.geometry.computeVertexNormals();
    mesh.geometry.boundingSphere = null;
    mesh.geometry.boundingBox = null;
  }

  // The smallest and largest value that is seen now.
  seenRange() {
    let [low, high] = [Infinity, -Infinity];
    for (const { values } of this.bodies) {
      for (const value of values) {
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
    return low <= high ? [low, high] : [0, 0];
  }

  // What is under the pointer, from a hit of a ray: the value there, the undeformed point and the displacement.
  probe({ object, face, point }) {
    const body = this.bodies[object.userData.place];
    const corners = [face.a, face.b, face.c];
    const at = corners.map((i) => new THREE.Vector3().fromBufferAttribute(object.geometry.attributes.position, i));
    const local = object.worldToLocal(point.clone());
    const weights = THREE.Triangle.getBarycoord(local, ...at, new THREE.Vector3())?.toArray() ?? [1, 0, 0];
    const mean = (array, width, k) => corners.reduce((sum, i, c) => sum + weights[c] * array[width * i + k], 0);
    const nearest = corners[weights.indexOf(Math.max(...weights))];
    return {
      body, nearest, value: this.by ? mean(body.values, 1, 0) : NaN, unit: this.unit,
      point: [0, 1, 2].map((k) => mean(body.points, 3, k)), displacement: [0, 1, 2].map((k) => mean(body.displacements, 3, k)),
    };
  }

  // Where a point of a body is drawn now.
  drawn(place, i) {
    const body = this.bodies[place];
    return new THREE.Vector3().fromBufferAttribute(body.mesh.geometry.attributes.position, i).applyMatrix4(this.world(body));
  }

  // Corners of the boxes around the bodies that are shown, where their mean motion takes them in some frames.
  reach(time) {
    const corners = [];
    const { frames } = this;
    const every = Math.max(1, frames.count >> 5);
    const chosen = time === undefined || !frames.count ? Array.from({ length: Math.ceil(frames.count / every) }, (_, i) => i * every) : [frames.place(time)[0]];
    this.bodies.forEach(({ box: { min, max } }, place) => {
      if (this.hidden.has(place)) return;
      const own = Array.from({ length: 8 }, (_, i) => [i & 1 ? min.x : max.x, i & 2 ? min.y : max.y, i & 4 ? min.z : max.z]);
      const grown = this.modes ? 0 : this.factor * (frames.count ? Math.max(0, ...chosen.map((k) => frames.rest[k][2 * place + (this.held[place] ? 1 : 0)])) : 0);
      const poses = this.held[place] || !chosen.length ? [null] : chosen.map((k) => this.frames.motion(k, place));
      for (const motion of poses) {
        for (const corner of own) {
          const at = motion ? turned([...motion.subarray(3)], corner).map((c, i) => c + motion[i]) : corner;
          corners.push(new THREE.Vector3(...at));
        }
      }
      // Large displacements of what is held, in any direction.
      if (grown > 0.02 * this.extent) {
        const side = Math.min(grown, this.extent);
        for (const corner of own) for (let axis = 0; axis < 3; axis++) for (const sign of [-1, 1]) corners.push(new THREE.Vector3(...corner).setComponent(axis, corner[axis] + 0.5 * sign * side));
      }
    });
    return corners;
  }
}

// The rotation matrix less the identity of a motion, by rows.
function rotation([, , , w, x, y, z]) {
  return [
    -2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
    2 * (x * y + w * z), -2 * (x * x + z * z), 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), -2 * (x * x + y * y),
  ];
}

// The displacement of a point in the model frame along an axis: p + (R − 1) X + R u, without cancellation where R is near 1.
function whole(matrix, motion, points, numbers, i, k, first) {
  let sum = motion[k] + numbers[first + 3 * i + k];
  for (let j = 0; j < 3; j++) sum += matrix[3 * k + j] * (points[3 * i + j] + numbers[first + 3 * i + j]);
  return sum;
}

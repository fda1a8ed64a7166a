// The three-dimensional scene: bodies, joints, frames and arrows, moved to where they are at a time.

import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { ViewHelper } from 'three/addons/helpers/ViewHelper.js';
import { Arrows } from './arrows.js';
import { frameAxes, jointSymbols, parent } from './attachments.js';
import { placeAmong } from './bisect.js';
import { BODIES, CHOSEN, scale } from './colours.js';
import { Cut } from './cut.js';
import { Distance } from './distance.js';
import { mark, outline } from './edges.js';
import { Films } from './films.js';
import { FlexibleBodies, LAMP, SKY } from './flexible.js';
import { Labels } from './labels.js';
import { Roads } from './road.js';
import { Exaggerated, bytes } from './source.js';
import { withSuitableUnit } from './units.js';

// Bodies that have nothing of what the others are coloured by.
const ASIDE = '#8a9299';
// A run that takes bodies so many times farther than the scene is large is not looked at as a whole, nor is a vehicle that drives so far.
const FAR = { mechanism: 4, vehicle: 2 };

// A sign that is selected is so many times as large.
const LARGER = 1.5;
// Of the others so many must be inside a body for it to hide the mechanism.
const INSIDE = 0.5;
// So much of a body's size must be inside.
const MOST = 0.8;

// A body so many times as long as wide is slender.
const SLENDER = 2.5;
// The small axes in the corner of the picture and their balls, in pixels.
const CORNER = 128;
const BALL = 12;

export class Stage {
  constructor(canvas, runs) {
    this.canvas = canvas;
    this.runs = runs;
    this.hidden = new Set();
    this.time = runs[0].motion.begin;
    this.showing = { joints: true, frames: false, arrows: false, films: true, glass: false, names: false };
    this.colour = 'body';
    this.field = new Map();
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, stencil: true, preserveDrawingBuffer: true });
    this.renderer.localClippingEnabled = true;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.autoClear = false;
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(35, 1, 0.001, 1000);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener('change', () => { this.dirty = true; });
    const light = new THREE.DirectionalLight('#ffffff', LAMP);
    light.position.set(0.4, 0.8, 1);
    this.camera.add(light);
    this.scene.add(this.camera, new THREE.HemisphereLight('#ffffff', '#8a8f94', SKY));
    this.helper = new ViewHelper(this.camera, canvas);
    this.helper.setLabels('x', 'y', 'z');
    this.head = runs[0].head;
    this.head.extent = this.wholeExtent();
    this.cut = new Cut(this.scene, this.head.extent);
    this.up();
    this.players = runs.map((run, i) => this.build(run, i > 0));
    const arrived = () => { if (this.flexible.waiting) this.update(this.time, this.selected); };
    this.flexible = runs[0].frames ? new FlexibleBodies(this.scene, runs[0], this.head.extent, this.cut, arrived) : null;
    this.distance = new Distance(this.scene, this.head.extent);
    this.names();
    this.grid();
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    this.resize();
    this.fit();
  }

  // The extent of rigid and flexible bodies.
  wholeExtent() {
    const { bodies, extent, flexible } = this.head;
    const box = new THREE.Box3();
    for (const { points } of flexible?.skins ?? []) box.union(new THREE.Box3().setFromArray(new Float32Array(bytes(points).buffer)));
    const size = box.isEmpty() ? 0 : box.getSize(new THREE.Vector3()).length();
    if (!(size > 0)) return extent;
    return bodies.length ? Math.max(extent, size) : size;
  }

  // Against gravity, or along z where there is none.
  up() {
    const g = new THREE.Vector3(...this.head.gravity);
    const up = g.length() > 0 ? g.negate().normalize() : new THREE.Vector3(0, 0, 1);
    this.camera.up.copy(up);
    this.upward = up;
  }

  build(run, ghost) {
    const { head, motion } = run;
    const size = head.extent;
    const groups = head.bodies.map((body, place) => {
      const group = new THREE.Group();
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(bytes(body.mesh.points).buffer), 3));
      geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(bytes(body.mesh.triangles).buffer), 1));
      geometry.computeVertexNormals();
      const base = new THREE.Color(ghost ? '#8a9299' : BODIES[place % BODIES.length]);
      const material = new THREE.MeshStandardMaterial({ color: base, metalness: 0.25, roughness: 0.5, transparent: ghost, opacity: ghost ? 0.35 : 1, depthWrite: !ghost });
      const mesh = new THREE.Mesh(geometry, material);
      if (!ghost) mesh.userData = { kind: 'body', place };
      const edges = outline(geometry);
      // Nodes of beams and attachments of solids are on what is drawn itself.
      if (!isNode(head, body.name)) group.add(mesh, edges);
      this.scene.add(group);
      const entry = { group, mesh, material, base, edges };
      if (!ghost && mesh.parent) this.cut.add(entry);
      if (motion.start && mesh.parent) this.rest(edges, motion.start[place]);
      return entry;
    });
    const ground = new THREE.Group();
    this.scene.add(ground);
    const player = { run, motion, shown: new Exaggerated(motion), groups, ground, ghost, size };
    if (!ghost) {
      Object.assign(this, jointSymbols(this.scene, player), frameAxes(player));
      this.arrows = new Arrows(this.scene, run);
      this.roads = new Roads(this.scene, run);
      this.films = new Films(head, motion, (on) => parent(player, on));
      this.cut.clip(...this.films.rings.map(({ shape }) => shape), ...this.symbols);
      this.onBodies = head.bodies.map((_, body) => Array.from(motion.items.keys()).filter((index) => head.items[motion.items[index]].on.includes(body)));
    }
    return player;
  }

  // The outline of a body at rest, behind the mode that it swings through.
  rest({ geometry }, [x, y, z, w, a, b, c]) {
    const outline = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: '#6d777e', transparent: true, opacity: 0.45, depthWrite: false }));
    outline.position.set(x, y, z);
    outline.quaternion.set(a, b, c, w);
    this.outlines ??= [];
    this.outlines.push(outline);
    this.scene.add(outline);
  }

  // Bodies first, then frames and what joins them.
  names() {
    const [{ groups, run: { head } }] = this.players;
    const named = (shown) => () => this.showing.names && shown();
    const bodies = head.bodies.map(({ name }, i) => ({ name, kind: 'body', object: groups[i].group, shown: named(() => groups[i].group.visible && Boolean(groups[i].mesh.parent)) }));
    const frames = head.frames.map(({ name }, i) => ({ name, kind: 'frame', object: this.triads[i], shown: named(() => this.triads[i].visible) }));
    const items = head.items.map(({ name, section }, i) => ({ name, kind: section, object: this.symbols[i], shown: named(() => this.symbols[i].visible) }));
    const peak = { kind: 'peak', object: this.flexible?.peak, words: () => this.peakWords(), shown: () => Boolean(this.flexible?.by && this.flexible.most && !this.flexible.modes), rank: () => 8 };
    const distance = { kind: 'distance', object: this.distance.middle, words: () => this.distance.words(), shown: () => this.distance.line.visible, rank: () => 9 };
    this.labels = new Labels(this.canvas.parentElement, [...bodies, ...frames, ...items, ...this.arrows.values, distance, peak]);
  }

  grid() {
    const size = 10 ** Math.ceil(Math.log10(this.head.extent * 1.5));
    this.cell = size / 20;
    this.gridLines = new THREE.GridHelper(size, 20, '#8a949b', '#8a949b');
    this.gridLines.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), this.upward);
    this.gridLines.material.transparent = true;
    this.gridLines.material.opacity = 0.3;
    this.gridLines.material.depthWrite = false;
    // Below everything that moves.
    let lowest = Infinity;
    const { motion, groups } = this.players[0];
    const at = new Float64Array(7);
    const point = new THREE.Vector3();
    groups.forEach(({ mesh }, body) => {
      if (!mesh.parent) return;
      mesh.geometry.computeBoundingSphere();
      const reach = mesh.geometry.boundingSphere.radius;
      for (let frame = 0; frame < motion.frames; frame += Math.max(1, motion.frames >> 6)) {
        motion.pose(body, [frame, 0], at);
        lowest = Math.min(lowest, point.set(at[0], at[1], at[2]).dot(this.upward) - Math.min(reach, 0.3 * this.head.extent));
      }
    });
    for (const point of this.flexible?.reach() ?? []) lowest = Math.min(lowest, point.dot(this.upward));
    if (Number.isFinite(lowest)) this.gridLines.position.copy(this.upward).multiplyScalar(lowest);
    this.scene.add(this.gridLines);
  }

  // Whether the run takes bodies far away.
  leaves(points = this.reach()) {
    return new THREE.Box3().setFromPoints(points).getSize(new THREE.Vector3()).length() > FAR[this.head.items.some(({ road }) => road) ? 'vehicle' : 'mechanism'] * this.head.extent;
  }

  // Everything that moves, over the whole run, fills the view; what goes far away is looked at where it is now.
  fit(direction) {
    let points = this.reach();
    if (this.leaves(points)) points = this.reach(this.time);
    const box = new THREE.Box3().setFromPoints(points);
    const center = box.getCenter(new THREE.Vector3());
    const toward = (direction ?? this.obliquely(box.getSize(new THREE.Vector3()))).normalize();
    const right = new THREE.Vector3().crossVectors(this.upward, toward);
    if (right.lengthSq() < 1e-12) right.set(this.upward.y, this.upward.z, this.upward.x).projectOnPlane(toward);
    right.normalize();
    const above = new THREE.Vector3().crossVectors(toward, right);
    const slope = Math.tan(this.camera.fov * Math.PI / 360);
    // What stands over the left of the picture leaves less room.
    const taken = Math.min(this.inset?.() ?? 0, 0.5 * this.canvas.clientWidth) / (this.canvas.clientWidth || 1);
    const aspect = this.camera.aspect * (1 - taken);
    let distance = 1e-6;
    for (const point of points) {
      const [x, y, z] = [right, above, toward].map((axis) => point.clone().sub(center).dot(axis));
      distance = Math.max(distance, z + Math.max(Math.abs(x) / (slope * aspect), Math.abs(y) / slope));
    }
    distance *= 1.18;
    this.taken = taken;
    this.controls.target.copy(center);
    this.camera.position.copy(center).addScaledVector(toward, distance);
    this.camera.near = distance / 500;
    this.camera.far = distance * 50;
    this.shift();
    this.controls.update();
    this.dirty = true;
  }

  // The middle of the scene is in the middle of the room that is left.
  shift() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    if (this.taken > 0 && width) this.camera.setViewOffset(width, height, -0.5 * this.taken * width, 0, width, height);
    else this.camera.clearViewOffset();
    this.camera.updateProjectionMatrix();
  }

  // Corners of the boxes around all bodies that are shown, at a time, or else in some frames and with where things attach to the ground.
  reach(time) {
    const at = new Float64Array(7);
    const points = [];
    const { motion, groups } = this.players[0];
    groups.forEach(({ mesh }, body) => {
      if (this.hidden.has(body) || !mesh.parent) return;
      mesh.geometry.computeBoundingBox();
      const { min, max } = mesh.geometry.boundingBox;
      const every = Math.max(1, motion.frames >> 6);
      const places = time === undefined ? Array.from({ length: Math.ceil(motion.frames / every) }, (_, i) => [i * every, 0]) : [motion.place(time)];
      for (const place of places) {
        motion.pose(body, place, at);
        const turn = new THREE.Quaternion(at[4], at[5], at[6], at[3]);
        for (let i = 0; i < 8; i++) {
          const corner = new THREE.Vector3(i & 1 ? min.x : max.x, i & 2 ? min.y : max.y, i & 4 ? min.z : max.z);
          points.push(corner.applyQuaternion(turn).add(new THREE.Vector3(at[0], at[1], at[2])));
        }
      }
    });
    // What only measures may be far away, as the cones beside a road, and what drives away leaves the ground where it was.
    for (const item of this.head.items.filter(({ section }) => time === undefined && section !== 'signal' && section !== 'sensor')) {
      const [wide = 0] = item.numbers.outer_radius ?? [];
      item.points.filter((_, i) => item.on[i] === null).forEach((point) => {
        for (const side of [-wide, wide]) points.push(...[[side, 0, 0], [0, side, 0], [0, 0, side]].map((off) => new THREE.Vector3(...point).add(new THREE.Vector3(...off))));
      });
    }
    points.push(...this.flexible?.reach(time) ?? []);
    if (!points.length) points.push(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1));
    return points;
  }

  // A flat mechanism is looked at nearly square to its plane, anything else from a corner.
  obliquely(size) {
    const edges = size.toArray();
    const thin = edges.indexOf(Math.min(...edges));
    const flat = edges[thin] < 0.25 * [...edges].sort((a, b) => a - b)[1];
    const normal = new THREE.Vector3().setComponent(thin, 1);
    const aside = new THREE.Vector3(1, 0.35, 0.8).projectOnPlane(this.upward).normalize();
    // A slender body is seen from its side.
    const [, second, longest] = [...edges].sort((a, b) => a - b);
    const along = new THREE.Vector3().setComponent(edges.indexOf(longest), 1);
    if (this.flexible && longest > SLENDER * second && Math.abs(along.dot(this.upward)) < 0.5) {
      const level = new THREE.Vector3().crossVectors(along, this.upward).normalize();
      return level.addScaledVector(along, 0.45).addScaledVector(this.upward, 0.4);
    }
    if (!flat) return aside.addScaledVector(this.upward, 0.45);
    // Lying flat it is seen from above.
    if (Math.abs(normal.dot(this.upward)) > 0.9) return aside.multiplyScalar(0.7).addScaledVector(this.upward, 1);
    const side = new THREE.Vector3().crossVectors(this.upward, normal);
    return normal.addScaledVector(this.upward, 0.25).addScaledVector(side, 0.35);
  }

  look(axis, side = 1) {
    const direction = new THREE.Vector3().setComponent(axis, side);
    // Looking along the vertical needs a nudge, or the camera would not know which way is up.
    if (Math.abs(direction.dot(this.upward)) > 0.99) direction.addScaledVector(this.camera.up.clone().set(this.upward.y, this.upward.z, this.upward.x), 1e-3);
    this.fit(direction);
  }

  // A click on a ball of the small axes in the corner looks from there; whether it was one.
  turnTo({ offsetX, offsetY }) {
    const { clientWidth, clientHeight } = this.canvas;
    const at = [offsetX - (clientWidth - CORNER / 2), clientHeight - CORNER / 2 - offsetY];
    let best = {};
    for (const axis of [0, 1, 2]) {
      for (const side of [1, -1]) {
        const seen = new THREE.Vector3().setComponent(axis, side).applyQuaternion(this.camera.quaternion.clone().conjugate());
        const off = Math.hypot(at[0] - seen.x * CORNER / 4, at[1] - seen.y * CORNER / 4);
        // Of two behind each other the one in front.
        if (off < BALL && !(best.depth > seen.z)) best = { axis, side, depth: seen.z };
      }
    }
    if (best.axis === undefined) return false;
    this.look(best.axis, best.side);
    return true;
  }

  // Goes around the vertical, and up or down.
  orbit(around, down) {
    const { target } = this.controls;
    const turn = new THREE.Quaternion().setFromUnitVectors(this.upward, new THREE.Vector3(0, 1, 0));
    const at = new THREE.Spherical().setFromVector3(this.camera.position.clone().sub(target).applyQuaternion(turn));
    at.theta += around;
    at.phi += down;
    this.camera.position.setFromSpherical(at.makeSafe()).applyQuaternion(turn.conjugate()).add(target);
    this.controls.update();
    this.dirty = true;
  }

  // So many times as far away.
  nearer(times) {
    const { target } = this.controls;
    this.camera.position.sub(target).multiplyScalar(times).add(target);
    this.controls.update();
    this.dirty = true;
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    if (!width || !height) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.shift();
    this.dirty = true;
  }

  // What stands under the pointer.
  pick(event) {
    const seen = this.hit(event);
    return seen ? { ...seen.object.userData } : null;
  }

  // Takes the point under the pointer as an end of a distance; whether there was one.
  measure(event) {
    const hit = this.hit(event);
    if (!hit) return false;
    const point = Distance.meant(hit, this.camera, this.canvas.clientWidth, this.canvas.clientHeight);
    const { kind, place } = hit.object.userData;
    if (kind === 'flexible') {
      // It goes with the nearest point of the mesh.
      const { nearest } = this.flexible.probe(hit);
      this.distance.add({ flexible: place, nearest }, null);
      return true;
    }
    const on = kind === 'body' ? place : this.head.items[place].on.at(-1);
    this.distance.add(on, on === null ? point : this.players[0].groups[on].group.worldToLocal(point.clone()));
    return true;
  }

  hit(event) {
    const rect = this.canvas.getBoundingClientRect();
    const pointer = new THREE.Vector2(((event.clientX - rect.left) / rect.width) * 2 - 1, 1 - ((event.clientY - rect.top) / rect.height) * 2);
    const ray = new THREE.Raycaster();
    ray.setFromCamera(pointer, this.camera);
    const cutAway = ({ point }) => this.cut.axis !== null && this.cut.plane.distanceToPoint(point) < 0;
    return ray.intersectObjects(this.scene.children, true).find((hit) => hit.object.isMesh && hit.object.userData.kind && shown(hit.object) && !cutAway(hit)) ?? null;
  }

  // Moves everything to where it is at a time.
  update(time, selected) {
    this.time = time;
    this.selected = selected;
    const at = new Float64Array(7);
    for (const { motion, shown, groups, ghost } of this.players) {
      const place = motion.place(time);
      groups.forEach(({ group, material, base, edges }, body) => {
        shown.pose(body, place, at);
        group.position.set(at[0], at[1], at[2]);
        group.quaternion.set(at[4], at[5], at[6], at[3]);
        group.visible = !this.hidden.has(body);
        const chosen = !ghost && selected?.kind === 'body' && selected.place === body;
        material.emissive.set(chosen ? CHOSEN : '#000000');
        material.emissiveIntensity = 0.35;
        mark(edges, chosen, ghost ? null : this.cut);
        if (!ghost) material.color.set(this.shade(body, place, time) ?? base);
        group.updateMatrixWorld();
      });
    }
    const [first] = this.players;
    this.flexible?.update(time, selected, this.runs[0].motion.swing?.(first.motion.place(time)));
    const world = (on, point) => (on?.flexible !== undefined ? this.flexible.drawn(on.flexible, on.nearest) : on === null ? point.clone() : point.clone().applyMatrix4(first.groups[on].group.matrixWorld));
    this.symbols.forEach((shape, item) => {
      shape.visible = this.showing.joints;
      const part = this.part(item, time);
      const chosen = selected?.kind === 'item' && selected.place === item;
      if (chosen) shape.visible = true;
      shape.scale.setScalar(chosen ? LARGER : 1);
      shape.traverse(({ material }) => {
        if (!material) return;
        material.color.set(part === null ? material.userData.own : scale(part));
        material.emissive.set(chosen ? CHOSEN : '#000000');
        material.emissiveIntensity = 0.7;
        // What is selected is seen through what stands before it.
        material.depthTest = !chosen;
      });
    });
    for (const axes of [...this.triads, ...this.axes]) axes.visible = this.showing.frames;
    for (const { shape, on, turned } of this.steady) shape.quaternion.copy(first.groups[on].group.quaternion).conjugate().multiply(turned);
    for (const { line, ends } of this.links) {
      line.visible = this.showing.joints;
      line.geometry.setFromPoints(ends.map(({ on, at: point }) => world(on, point)));
    }
    this.distance.update(world);
    this.goAlong();
    const place = first.motion.place(time);
    this.arrows.update(place, this.showing.arrows, this.hidden, (on, point) => this.carried(on, point, place));
    this.cut.update(!this.showing.glass);
    this.films.update(place, this.showing.films, this.hidden, this.colour, (item) => this.part(item, time));
    this.dirty = true;
  }

  // The camera goes with a body, or with none.
  follow(body) {
    this.followed = body;
    this.last = null;
    this.goAlong();
  }

  goAlong() {
    if (this.followed == null) return;
    const { position } = this.players[0].groups[this.followed].group;
    this.gridAlong(position);
    if (this.last) {
      const moved = position.clone().sub(this.last);
      this.camera.position.add(moved);
      this.controls.target.add(moved);
      this.cut.goAlong(moved);
      this.controls.update();
    }
    this.last = position.clone();
  }

  // The grid goes along by whole cells, so that it seems to stand still.
  gridAlong(position) {
    const level = position.clone().projectOnPlane(this.upward);
    const [x, z] = [new THREE.Vector3(1, 0, 0), new THREE.Vector3(0, 0, 1)].map((axis) => axis.applyQuaternion(this.gridLines.quaternion));
    const height = this.gridLines.position.dot(this.upward);
    this.gridLines.position.copy(this.upward).multiplyScalar(height);
    for (const axis of [x, z]) this.gridLines.position.addScaledVector(axis, Math.round(level.dot(axis) / this.cell) * this.cell);
  }

  // Where a point on a body is drawn, which is elsewhere where the motion is exaggerated.
  carried(on, point, place) {
    const [{ motion, shown, groups }] = this.players;
    if (on === null || shown.factor === 1) return point;
    const [x, y, z, ...[w, ...v]] = motion.pose(on, place);
    point.sub(new THREE.Vector3(x, y, z)).applyQuaternion(new THREE.Quaternion(...v, w).conjugate());
    return point.applyMatrix4(groups[on].group.matrixWorld);
  }

  // How many times the motion since the start is drawn.
  exaggerate(factor) {
    for (const { shown } of this.players) shown.factor = this.flexible?.goesAbout ? 1 : factor;
    if (this.flexible) this.flexible.factor = factor;
  }

  // The value under the pointer on a flexible body.
  probe(event) {
    const hit = this.flexible && this.hit(event);
    return hit?.object.userData.kind === 'flexible' ? this.flexible.probe(hit) : null;
  }

  peakWords() {
    const { most, unit } = this.flexible;
    return most ? `peak ${withSuitableUnit(most.value, unit)}` : '';
  }

  // Bodies like glass, so that films, joints and arrows inside are seen.
  glass(on) {
    this.showing.glass = on;
    for (const { groups, ghost } of this.players) {
      for (const { material } of groups) {
        Object.assign(material, { transparent: on || ghost, opacity: on ? 0.16 : ghost ? 0.35 : 1, depthWrite: !on && !ghost, needsUpdate: true });
      }
    }
    for (const { material } of this.flexible?.bodies ?? []) Object.assign(material, { transparent: on, opacity: on ? 0.3 : 1, depthWrite: !on, needsUpdate: true });
    this.dirty = true;
  }

  // Not cut, then across x, y and z.
  nextCut() {
    const next = this.cut.axis === null ? 0 : this.cut.axis + 1;
    this.cut.across(next > 2 ? null : next, this.controls.target, this.camera.position);
    this.dirty = true;
  }

  // Cuts a mechanism open that one of its bodies hides, but no vehicle on its road: across the level axis that points most toward the viewer. Whether it did.
  openUp() {
    const groups = this.players[0].groups.filter(({ mesh }) => mesh.parent);
    if (groups.length < 4 || this.head.items.some(({ road }) => road)) return false;
    const boxes = groups.map(({ mesh }) => new THREE.Box3().setFromObject(mesh));
    const centers = boxes.map((box) => box.getCenter(new THREE.Vector3()));
    // Most of a body is inside another one, and a body is covered where another is the first that one sees toward its middle.
    const within = (box, k) => box.containsBox(new THREE.Box3().setFromCenterAndSize(centers[k], boxes[k].getSize(new THREE.Vector3()).multiplyScalar(MOST)));
    const enough = INSIDE * (groups.length - 1);
    const inside = boxes.map((box, i) => [...groups.keys()].filter((k) => k !== i && within(box, k))).filter((list) => list.length >= enough);
    if (!inside.length) return false;
    const meshes = groups.map(({ mesh }) => mesh);
    const covered = centers.map((center, k) => {
      const sight = center.clone().sub(this.camera.position);
      const [first] = new THREE.Raycaster(this.camera.position, sight.clone().normalize(), 0, sight.length()).intersectObjects(meshes, false);
      return first && first.object !== meshes[k];
    });
    if (!inside.some((list) => list.filter((k) => covered[k]).length >= enough)) return false;
    const toward = this.camera.position.clone().sub(this.controls.target).projectOnPlane(this.upward);
    const [axis] = [0, 1, 2].sort((a, b) => Math.abs(toward.getComponent(b)) - Math.abs(toward.getComponent(a)));
    this.cut.across(axis, this.controls.target, this.camera.position);
    this.dirty = true;
    return true;
  }

  // Takes a scalar of contacts and gears to colour by: for each item its times and values. What spans many powers of ten,
  // as the thickness of films, is spread over them.
  colourBy(name, columns = new Map()) {
    const thin = /(thickness|gap)$/.test(name);
    const log = /thickness$/.test(name);
    this.colour = name;
    this.flexible?.colourBy(name.startsWith('field ') ? name.slice(6) : null);
    this.field = columns;
    this.range = { low: Infinity, high: 0, log, thin };
    for (const [, values] of columns.values()) {
      for (const value of values) {
        const size = Math.abs(value);
        if (size > 0) this.range.low = Math.min(this.range.low, size);
        this.range.high = Math.max(this.range.high, size);
      }
    }
    // Twelve powers of ten tell nothing more than six.
    this.range.low = Math.max(this.range.low, 1e-6 * this.range.high);
    if (!log || this.range.low >= this.range.high) Object.assign(this.range, { low: 0, log: false });
  }

  // What an item has of the scalar at a time, as a part of the range; none where it has none.
  part(item, time) {
    const column = this.field?.get(item);
    if (!column?.[0].length) return null;
    const [times, values] = column;
    const value = Math.abs(values[placeAmong(times, time)[0]]);
    const { range } = this;
    if (range.log) return Math.log(Math.max(value, range.low) / range.low) / Math.log(range.high / range.low);
    return range.high > 0 ? value / range.high : 0;
  }

  // The colour of a body by what acts on it; none where it keeps its own.
  shade(body, place, time) {
    if (this.colour === 'force') return scale(this.force(body, place));
    if (this.flexible?.by) return ASIDE;
    if (!this.field?.size) return null;
    const parts = this.head.items.map((item, i) => (item.on.includes(body) ? this.part(i, time) : null)).filter((part) => part !== null);
    if (!parts.length) return ASIDE;
    // Of films the thinnest counts, of all else the largest.
    return scale(this.range.thin ? Math.min(...parts) : Math.max(...parts));
  }

  // The largest force of an item on a body, as a part of the largest of the run.
  force(body, place) {
    const load = new Float64Array(9);
    const { motion } = this.players[0];
    const sizes = this.onBodies[body].map((index) => Math.hypot(...motion.load(index, place, load).subarray(3, 6)));
    return this.arrows.largest[0] > 0 ? Math.max(0, ...sizes) / this.arrows.largest[0] : 0;
  }

  paint(background) {
    this.scene.background = new THREE.Color(background);
    this.dirty = true;
  }

  draw() {
    if (!this.dirty) return;
    this.dirty = false;
    this.renderer.clear();
    this.renderer.render(this.scene, this.camera);
    this.helper.render(this.renderer);
    this.labels.update(this.camera);
  }

  // Where a body is drawn, for tests.
  pose(body) {
    const { group } = this.players[0].groups[body];
    const { x, y, z, w } = group.quaternion;
    return { position: group.position.toArray(), rotation: [w, x, y, z], visible: group.visible };
  }
}

// Whether a body is a node of a flexible body, as "arm/tip" is of "arm".
export function isNode({ flexible }, name) {
  return (flexible?.skins ?? []).some((skin) => name.startsWith(`${skin.name}/`));
}

function shown(object) {
  for (let at = object; at; at = at.parent) if (!at.visible) return false;
  return true;
}

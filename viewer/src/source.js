// Where the numbers come from: the server that the page was loaded from, or the page itself.

import { placeAmong } from './bisect.js';
import { Frames } from './frames.js';
import { times, turn } from './quaternions.js';

// Numbers of a load in each frame, by which a motion is packed.
const LOAD = 9;

export async function open() {
  const embedded = document.getElementById('halfshaft-data');
  if (embedded) return Promise.all(JSON.parse(embedded.textContent).map(Embedded.open));
  const count = Number(document.querySelector('meta[name=halfshaft-runs]').content);
  return Promise.all(Array.from({ length: count }, (_, i) => Served.open(i)));
}

async function get(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

class Run {
  // The place of a channel, by its name.
  place(name) {
    this.places ??= new Map(this.head.channels.map((channel, place) => [channel.name, place]));
    return this.places.get(name);
  }
}

class Served extends Run {
  static async open(i) {
    const run = new Served();
    run.base = `data/${i}`;
    run.head = await (await get(`${run.base}/head.json`)).json();
    run.motion = new Motion(await (await get(`${run.base}/motion`)).arrayBuffer());
    const { flexible } = run.head;
    if (flexible) {
      const heads = await (await get(`${run.base}/flexible`)).arrayBuffer();
      run.frames = new Frames(flexible, heads, async (frame) => (await get(`${run.base}/flexible/${frame}`)).arrayBuffer());
    }
    return run;
  }

  // Times and values of a channel, thinned out to what a plot can show; `even` takes the same rows of every channel.
  async column(place, { from = -Infinity, to = Infinity, points = 3000, even = false } = {}) {
    const query = new URLSearchParams({ points });
    if (Number.isFinite(from)) query.set('from', from);
    if (Number.isFinite(to)) query.set('to', to);
    if (even) query.set('even', 1);
    const answer = await get(`${this.base}/column/${place}?${query}`);
    return halves(new Float64Array(await answer.arrayBuffer()));
  }
}

class Embedded extends Run {
  static async open({ head, motion, columns, even, flexible }) {
    const run = new Embedded();
    run.head = JSON.parse(new TextDecoder().decode(await inflated(head)));
    run.motion = new Motion(await unpacked(motion, LOAD));
    run.columns = columns;
    run.even = even;
    if (run.head.flexible) run.frames = new Frames(run.head.flexible, await unpacked(flexible.heads), (frame) => unpacked(flexible.frames[frame]));
    return run;
  }

  async column(place, { from = -Infinity, to = Infinity, even = false } = {}) {
    const text = (even ? this.even : this.columns)[place];
    if (!text) return [[], []];
    const [times, values] = halves(new Float32Array(await unpacked(text)));
    const inside = Array.from(times.keys()).filter((i) => times[i] >= from && times[i] <= to);
    return [inside.map((i) => times[i]), inside.map((i) => values[i])];
  }
}

function halves(numbers) {
  const middle = numbers.length / 2;
  return [numbers.slice(0, middle), numbers.slice(middle)];
}

// The bytes that stand in a text.
export function bytes(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const numbers = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) numbers[i] = letters.charCodeAt(i);
  return numbers;
}

// What `packed.rs` has made short.
async function inflated(text) {
  return new Uint8Array(await new Response(new Blob([bytes(text)]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer());
}

// Numbers of four bytes from the planes of their differences to the number `stride` places before.
async function unpacked(text, stride = 1) {
  const planes = await inflated(text);
  const count = planes.length / 4;
  const words = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const step = planes[i] | (planes[count + i] << 8) | (planes[2 * count + i] << 16) | (planes[3 * count + i] << 24);
    words[i] = i < stride ? step : step + words[i - stride];
  }
  return words.buffer;
}

// Poses of bodies, loads of items and states of films in frames over time.
export class Motion {
  constructor(buffer) {
    this.buffer = buffer;
    const [frames, bodies, loads, films] = new Uint32Array(buffer, 0, 4);
    let at = 16;
    const take = (Type, count) => {
      const array = new Type(buffer, at, count);
      at += array.byteLength;
      return array;
    };
    this.frames = frames;
    this.bodies = bodies;
    this.time = take(Float64Array, frames);
    this.poses = take(Float32Array, bodies * frames * 7);
    this.items = take(Uint32Array, loads);
    this.loads = take(Float32Array, loads * frames * 9);
    this.films = take(Uint32Array, films);
    this.states = take(Float32Array, films * frames * 3);
  }

  get begin() { return this.time[0]; }
  get end() { return this.time[this.frames - 1]; }

  // The frame at or before a time, and how far the next one is reached.
  place(time) { return placeAmong(this.time, time); }

  // Position and unit quaternion (w, x, y, z); straight lines between frames, the quaternion along the shorter way.
  pose(body, [frame, part], out = new Float64Array(7)) {
    const a = (body * this.frames + frame) * 7;
    const b = part > 0 ? a + 7 : a;
    for (let i = 0; i < 3; i++) out[i] = this.poses[a + i] + part * (this.poses[b + i] - this.poses[a + i]);
    let dot = 0;
    for (let i = 3; i < 7; i++) dot += this.poses[a + i] * this.poses[b + i];
    const sign = dot < 0 ? -1 : 1;
    let norm = 0;
    for (let i = 3; i < 7; i++) {
      out[i] = (1 - part) * this.poses[a + i] + part * sign * this.poses[b + i];
      norm += out[i] * out[i];
    }
    for (let i = 3; i < 7; i++) out[i] /= Math.sqrt(norm);
    return out;
  }

  // Point, force and torque of the load number `index`.
  load(index, place, out = new Float64Array(9)) { return this.between(this.loads, 9, index, place, out); }

  // The largest force and the largest torque of the load number `index` in any frame.
  largestLoad(index) {
    const { loads, frames } = this;
    let [force, torque] = [0, 0];
    for (let at = index * frames * 9; at < (index + 1) * frames * 9; at += 9) {
      force = Math.max(force, loads[at + 3] ** 2 + loads[at + 4] ** 2 + loads[at + 5] ** 2);
      torque = Math.max(torque, loads[at + 6] ** 2 + loads[at + 7] ** 2 + loads[at + 8] ** 2);
    }
    return [Math.sqrt(force), Math.sqrt(torque)];
  }

  // Thickness, force of the oil and force of what touches, of the film number `index`.
  film(index, place, out = new Float64Array(3)) { return this.between(this.states, 3, index, place, out); }

  between(numbers, width, index, [frame, part], out) {
    const a = (index * this.frames + frame) * width;
    const b = part > 0 ? a + width : a;
    for (let i = 0; i < width; i++) out[i] = numbers[a + i] + part * (numbers[b + i] - numbers[a + i]);
    return out;
  }
}

// The motion with all that happened since the start made so many times as large.
export class Exaggerated {
  constructor(motion) {
    this.motion = motion;
    this.factor = 1;
    this.begin = new Float64Array(7);
  }

  pose(body, place, out) {
    this.motion.pose(body, place, out);
    if (this.factor === 1) return out;
    const start = this.motion.pose(body, [0, 0], this.begin);
    for (let i = 0; i < 3; i++) out[i] = start[i] + this.factor * (out[i] - start[i]);
    const [w, x, y, z] = times(out.subarray(3), [start[3], -start[4], -start[5], -start[6]]);
    const half = Math.atan2(Math.hypot(x, y, z), Math.abs(w));
    const size = Math.hypot(x, y, z) * (w < 0 ? -1 : 1);
    const angle = size === 0 ? 0 : (2 * half * this.factor) / size;
    out.set(times(turn([angle * x, angle * y, angle * z]), start.subarray(3)), 3);
    return out;
  }
}

// Frames of flexible bodies: how they deform and what stresses they have. They are read when they are needed; between two of them numbers
// run along straight lines, and the mean motion of a body along its arc.

import { placeAmong } from './bisect.js';
import { turned } from './quaternions.js';

// Bytes of the frames that are kept in memory, and how many are read ahead of the one that is shown.
const KEPT = 192e6;
const AHEAD = 3;
// A body whose mean motion stays below these, as an angle and as a part of its size, is held: its displacements count from where it was.
const HELD_ANGLE = 0.15;
const HELD_PART = 0.15;

export class Frames {
  // `heads` are the heads of all frames in a row; `read` gives the body of a frame.
  constructor(flexible, heads, read) {
    const { layout, skins } = flexible;
    this.skins = skins;
    this.scalars = layout.scalars;
    this.bytes = layout.bytes;
    this.read = read;
    this.kept = new Map();
    const [size] = layout.bytes;
    this.count = Math.floor(heads.byteLength / size);
    const doubles = 1 + 7 * layout.bodies;
    const of = (frame, at, length, Type) => new Type(heads.slice(frame * size + at, frame * size + at + length * Type.BYTES_PER_ELEMENT));
    const each = Array.from({ length: this.count }, (_, frame) => ({
      motion: of(frame, 0, doubles, Float64Array),
      rest: of(frame, 8 * doubles, 2 * (layout.bodies + layout.scalars.length), Float32Array),
    }));
    this.time = Float64Array.from(each, ({ motion }) => motion[0]);
    this.motions = each.map(({ motion }) => motion);
    this.rest = each.map(({ rest }) => rest);
  }

  // Position and quaternion of a body's mean motion in a frame.
  motion(frame, body) { return this.motions[frame].subarray(1 + 7 * body, 8 + 7 * body); }

  // Whether the mean motion of a body is so small that it is looked at in the model frame; `centre` and `size` are those of the body.
  isHeld(body, centre, size) {
    return this.motions.every((_, frame) => {
      const [x, y, z, w, ...v] = this.motion(frame, body);
      const moved = turned([w, ...v], centre).map((c, i) => c + [x, y, z][i] - centre[i]);
      return Math.hypot(...moved) <= HELD_PART * size && 2 * Math.atan2(Math.hypot(...v), Math.abs(w)) <= HELD_ANGLE;
    });
  }

  // The smallest and largest value of a scalar over the run, or in a frame; zero to the largest displacement for none.
  range(scalar, held, frame) {
    const of = (k) => {
      const rest = this.rest[k];
      const bodies = this.skins.length;
      if (scalar >= 0) return [...rest.subarray(2 * (bodies + scalar), 2 * (bodies + scalar) + 2)];
      return [0, Math.max(0, ...this.skins.map((_, body) => rest[2 * body + (held[body] ? 1 : 0)]))];
    };
    if (frame !== undefined) return of(frame);
    const all = Array.from({ length: this.count }, (_, k) => of(k));
    return all.length ? [Math.min(...all.map(([low]) => low)), Math.max(...all.map(([, high]) => high))] : [0, 0];
  }

  // The frame at or before a time, and how far the next one is reached.
  place(time) { return placeAmong(this.time, time); }

  // The numbers of a frame if they are here; otherwise they are fetched, and `arrived` is called.
  numbers(frame, arrived) {
    const kept = this.kept.get(frame);
    if (kept) {
      // What was used last goes last.
      this.kept.delete(frame);
      this.kept.set(frame, kept);
      return kept.numbers ?? null;
    }
    const entry = {};
    const found = this.read(frame);
    if (found instanceof ArrayBuffer) entry.numbers = new Float32Array(found);
    else {
      entry.coming = found.then((buffer) => {
        entry.numbers = new Float32Array(buffer);
        arrived?.();
      }, () => this.kept.delete(frame));
    }
    this.kept.set(frame, entry);
    const most = Math.max(AHEAD + 5, Math.floor(KEPT / Math.max(1, this.bytes[1])));
    for (const old of this.kept.keys()) {
      if (this.kept.size <= most) break;
      this.kept.delete(old);
    }
    return entry.numbers ?? null;
  }

  // Fetches the next frames before they are shown.
  ahead(frame, arrived) {
    for (let k = frame + 2; k < Math.min(frame + 2 + AHEAD, this.count); k++) if (!this.kept.has(k)) this.numbers(k, arrived);
  }

  // Waits for the frames around a time.
  async settled(time) {
    if (!this.count) return;
    const [frame] = this.place(time);
    for (const k of [frame, Math.min(frame + 1, this.count - 1)]) {
      this.numbers(k);
      await this.kept.get(k)?.coming;
    }
  }
}

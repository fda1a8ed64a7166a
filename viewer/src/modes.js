// A mode of vibration as a motion: everything swings once through its shape, exaggerated so that it is seen.

import { times, turn } from './quaternions.js';
import { Motion } from './source.js';

// The largest displacement, as a part of the scene's extent; one swing takes so long on the screen, in so many frames.
const SWING = 0.06;
const SECONDS = 2;
const FRAMES = 81;

export class ModeMotion extends Motion {
  constructor(head, still, frames) {
    super(still.buffer);
    this.head = head;
    this.flexible = frames;
    this.start = head.bodies.map((_, body) => Float64Array.from(still.pose(body, [0, 0])));
    this.frames = FRAMES;
    this.time = Float64Array.from({ length: FRAMES }, (_, i) => (SECONDS * i) / (FRAMES - 1));
    this.show(0);
  }

  // Chooses a mode. Shapes give displacements in the model frame and rotations about the body's own axes.
  show(number) {
    const { shape } = this.head.modes[number];
    this.number = number;
    // A mass point has no rotations, and what a mode does not name stands still.
    this.shapes = this.head.bodies.map(({ name }) => Array.from({ length: 6 }, (_, i) => shape[name]?.[i] ?? 0));
    const reach = this.shapes.map(([x, y, z, a, b, c]) => Math.max(Math.hypot(x, y, z), 0.1 * this.head.extent * Math.hypot(a, b, c)));
    // Flexible bodies swing with the others; their frames are the modes.
    const flexible = number < (this.flexible?.count ?? 0) ? this.flexible.range(-1, [], number)[1] : 0;
    const most = Math.max(...reach, flexible, 0);
    this.amplitude = most > 0 ? (SWING * this.head.extent) / most : 0;
  }

  // How far the shape is reached.
  swing([frame, part]) { return this.amplitude * Math.sin((2 * Math.PI * (frame + part)) / (FRAMES - 1)); }

  pose(body, [frame, part], out = new Float64Array(7)) {
    const swing = this.swing([frame, part]);
    const shape = this.shapes[body];
    const start = this.start[body];
    for (let i = 0; i < 3; i++) out[i] = start[i] + swing * shape[i];
    out.set(times(start.subarray(3), turn(shape.slice(3).map((angle) => swing * angle))), 3);
    return out;
  }
}

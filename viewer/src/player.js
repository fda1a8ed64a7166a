// The clock of the page: plays, pauses, loops, and tells everybody what time it is.

export const SPEEDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

export class Player {
  constructor(motion) {
    this.motion = motion;
    this.time = motion.begin;
    this.playing = false;
    this.loop = true;
    // The whole run in something like ten seconds.
    const length = motion.end - motion.begin;
    this.speed = SPEEDS.find((speed) => speed >= length / 12) ?? SPEEDS.at(-1);
    this.listeners = [];
    // A second cursor, to which times and values are compared.
    this.marker = null;
  }

  on(listener) { this.listeners.push(listener); }
  tell() { for (const listener of this.listeners) listener(this); }

  toggle() {
    this.playing = !this.playing && this.motion.frames > 1;
    if (this.playing && this.time >= this.motion.end) this.time = this.motion.begin;
    this.last = undefined;
    this.tell();
  }

  pause() {
    this.playing = false;
    this.tell();
  }

  seek(time) {
    this.time = Math.min(Math.max(time, this.motion.begin), this.motion.end);
    this.tell();
  }

  // Sets the second cursor; without a time it goes.
  mark(time = null) {
    this.marker = time;
    this.tell();
  }

  step(frames) {
    this.playing = false;
    const [frame] = this.motion.place(this.time);
    const next = Math.min(Math.max(frame + frames, 0), this.motion.frames - 1);
    this.seek(this.motion.time[next]);
  }

  faster(by) {
    const place = SPEEDS.indexOf(this.speed);
    this.speed = SPEEDS[Math.min(Math.max(place + by, 0), SPEEDS.length - 1)];
    this.tell();
  }

  // Called for each picture with the clock's milliseconds.
  tick(now) {
    if (!this.playing) return;
    const passed = this.last === undefined ? 0 : (now - this.last) / 1000;
    this.last = now;
    const { begin, end } = this.motion;
    let time = this.time + passed * this.speed;
    if (time > end) {
      if (this.loop) time = begin + ((time - begin) % (end - begin || 1));
      else {
        time = end;
        this.playing = false;
      }
    }
    this.time = time;
    this.tell();
  }
}

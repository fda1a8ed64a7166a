// Ranges of axes and their marks.

export function padded(low, high) {
  if (low === null) return [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  const room = high - low > 1e-9 * size ? 0.06 * (high - low) : 0.1 * size || 1;
  return [low - room, high + room];
}

// An axis over some pixels: where a value stands on it, and its round marks.
export class Axis {
  constructor(lists, log, pixels) {
    this.log = log;
    this.pixels = pixels;
    let [low, high] = [Infinity, -Infinity];
    for (const list of lists) {
      for (const value of list) {
        const place = this.place(value);
        if (place === null) continue;
        low = Math.min(low, place);
        high = Math.max(high, place);
      }
    }
    [this.low, this.high] = padded(low <= high ? low : null, high);
  }

  // On a logarithmic axis nothing but positive numbers has a place.
  place(value) {
    const place = this.log ? Math.log10(value) : value;
    return Number.isFinite(place) ? place : null;
  }

  get perPixel() { return (this.high - this.low) / this.pixels; }

  // As much room on both sides as makes each pixel stand for so much.
  widen(perPixel) {
    const middle = (this.low + this.high) / 2;
    [this.low, this.high] = [-1, 1].map((side) => middle + (side * perPixel * this.pixels) / 2);
  }

  pixel(value) {
    const place = this.place(value);
    return place === null ? null : (place - this.low) / this.perPixel;
  }

  ticks(count) {
    if (!this.log || this.high - this.low < 0.7) {
      const values = round(this.log ? 10 ** this.low : this.low, this.log ? 10 ** this.high : this.high, count);
      return this.log ? values.filter((value) => value > 0) : values;
    }
    const digits = this.high - this.low < 1.5 ? [1, 2, 5] : [1];
    const stride = Math.max(1, Math.ceil((this.high - this.low) / count));
    const ticks = [];
    for (let power = Math.floor(this.low); power <= this.high; power++) {
      if (power % stride) continue;
      for (const digit of digits) ticks.push(digit * 10 ** power);
    }
    return ticks.filter((tick) => this.place(tick) >= this.low && this.place(tick) <= this.high);
  }
}

function round(low, high, count) {
  const rough = (high - low) / count;
  const decade = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * decade).find((candidate) => candidate >= rough);
  const list = [];
  for (let i = Math.ceil(low / step); i * step <= high && list.length < 20; i++) list.push(i * step);
  return list;
}

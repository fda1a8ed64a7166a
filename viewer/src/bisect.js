// Where a time is among times that rise: the last one at or before it, and how far the next one is reached.
export function placeAmong(times, time) {
  let low = 0;
  let high = times.length - 1;
  if (time >= times[high]) return [high, 0];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle; else high = middle;
  }
  const gap = times[high] - times[low];
  return [low, gap > 0 ? Math.max(0, (time - times[low]) / gap) : 0];
}

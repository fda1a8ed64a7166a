// Quaternions w, x, y, z.

// The unit quaternion of a rotation vector.
export function turn([x, y, z]) {
  const angle = Math.hypot(x, y, z);
  const part = angle === 0 ? 0.5 : Math.sin(angle / 2) / angle;
  return [Math.cos(angle / 2), part * x, part * y, part * z];
}

// The product of two quaternions w, x, y, z: first the second, then the first.
export function times([a, b, c, d], [w, x, y, z]) {
  return [a * w - b * x - c * y - d * z, a * x + b * w + c * z - d * y, a * y - b * z + c * w + d * x, a * z + b * y - c * x + d * w];
}

// A point turned by a unit quaternion.
export function turned(q, [x, y, z]) {
  const [, ...v] = times(times(q, [0, x, y, z]), [q[0], -q[1], -q[2], -q[3]]);
  return v;
}

// The unit quaternion between two, along the shorter arc.
export function slerp(a, b, part) {
  let dot = a.reduce((sum, x, i) => sum + x * b[i], 0);
  const sign = dot < 0 ? -1 : 1;
  dot *= sign;
  const angle = Math.acos(Math.min(1, dot));
  const [from, to] = angle < 1e-6 ? [1 - part, part] : [Math.sin((1 - part) * angle) / Math.sin(angle), Math.sin(part * angle) / Math.sin(angle)];
  const q = a.map((x, i) => from * x + sign * to * b[i]);
  const norm = Math.hypot(...q);
  return q.map((x) => x / norm);
}

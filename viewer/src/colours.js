// Colours that people who see few of them can tell apart (Okabe & Ito), and a scale that grows steadily in brightness.

export const LINES = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#777777'];
export const BODIES = [
  '#5b8db8', '#d98a5b', '#5fae95', '#c79ab5', '#d9b45b', '#8cc3e6', '#9aa3a8', '#7f79b8',
  '#b8c4cf', '#a3562e', '#2f7d66', '#93577b', '#a67f1e', '#4c8fbd', '#656e74', '#4f4a8a',
];

const SCALE = [[0, 32, 77], [62, 79, 107], [124, 123, 120], [188, 175, 111], [255, 234, 70]];

// Cividis in five steps: 0 dark blue, 1 yellow.
export function scale(part) {
  const x = Math.min(Math.max(part, 0), 1) * (SCALE.length - 1);
  const i = Math.min(Math.floor(x), SCALE.length - 2);
  const mix = SCALE[i].map((from, k) => Math.round(from + (x - i) * (SCALE[i + 1][k] - from)));
  return `rgb(${mix.join(',')})`;
}

export const GRADIENT = `linear-gradient(90deg, ${[0, 0.25, 0.5, 0.75, 1].map(scale).join(', ')})`;

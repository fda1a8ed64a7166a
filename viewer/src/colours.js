// Colours that people who see few of them can tell apart (Okabe & Ito), and a scale that grows steadily in brightness.

// So many colours of lines stand in the style sheet, brighter ones for the dark.
export const LINES = 7;
export const BODIES = [
  '#5b8db8', '#d98a5b', '#5fae95', '#c79ab5', '#d9b45b', '#8cc3e6', '#9aa3a8', '#7f79b8',
  '#b8c4cf', '#a3562e', '#2f7d66', '#93577b', '#a67f1e', '#4c8fbd', '#656e74', '#4f4a8a',
];

// What is selected.
export const CHOSEN = '#ff2d87';

const SCALE = [[0, 32, 77], [62, 79, 107], [124, 123, 120], [188, 175, 111], [255, 234, 70]];

// Cividis in five steps: 0 dark blue, 1 yellow; red, green and blue up to 255.
export function mixed(part) {
  const x = Math.min(Math.max(part, 0), 1) * (SCALE.length - 1);
  const i = Math.min(Math.floor(x), SCALE.length - 2);
  return SCALE[i].map((from, k) => Math.round(from + (x - i) * (SCALE[i + 1][k] - from)));
}

export function scale(part) { return `rgb(${mixed(part).join(',')})`; }

export const GRADIENT = `linear-gradient(90deg, ${[0, 0.25, 0.5, 0.75, 1].map(scale).join(', ')})`;

// A colour of the page, by its name in the style sheet; each is read once for a theme.
const inks = new Map();
export function ink(name) {
  if (!inks.has(name)) inks.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  return inks.get(name);
}
export const forgetInks = () => inks.clear();

// Viridis in nine steps, for fields that are positive; and blue over white to red for those that have a sign.
const VIRIDIS = [[68, 1, 84], [71, 45, 123], [59, 82, 139], [44, 114, 142], [33, 145, 140], [40, 174, 128], [94, 201, 98], [173, 220, 48], [253, 231, 37]];
const DIVERGING = [[33, 80, 160], [67, 131, 193], [137, 186, 220], [205, 225, 238], [244, 244, 244], [250, 214, 195], [239, 154, 122], [211, 82, 73], [158, 18, 48]];

const along = (steps) => (part) => {
  const x = Math.min(Math.max(part, 0), 1) * (steps.length - 1);
  const i = Math.min(Math.floor(x), steps.length - 2);
  return steps[i].map((from, k) => Math.round(from + (x - i) * (steps[i + 1][k] - from)));
};
export const viridis = along(VIRIDIS);
export const diverging = along(DIVERGING);

// A gradient of a map upward.
export const upward = (map) => `linear-gradient(0deg, ${Array.from({ length: 17 }, (_, i) => `rgb(${map(i / 16).join(',')})`).join(', ')})`;

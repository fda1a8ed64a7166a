// Numbers with their units, as engineers write them.

import { placeAmong } from './bisect.js';
import { short, spelled } from './numbers.js';

// How many of the shown unit are one of the SI unit.
const SHOWN = {
  rad: ['deg', 180 / Math.PI],
  'rad/s': ['rpm', 30 / Math.PI],
  Pa: ['MPa', 1e-6],
  'N/m': ['N/µm', 1e-6],
};
// Lengths from these on, in metres.
const LENGTHS = [[10, 'm', 1], [5e-4, 'mm', 1e3], [0, 'µm', 1e6]];
// Stiffnesses below this are shown in N/m.
const SOFT = 1e5;

// The unit in which values are shown, and how many of it are one of the SI unit.
export function shownUnit(values, unit) {
  const largest = Math.max(...values.map(Math.abs), 0);
  if (unit === 'm') {
    const [, name, size] = largest > 0 ? LENGTHS.find(([from]) => largest >= from) : LENGTHS[1];
    return [name, size];
  }
  if (unit === 'N/m' && largest < SOFT) return [unit, 1];
  return SHOWN[unit] ?? [unit, 1];
}

// Units of stresses and of energies for each volume, from these values on.
const PREFIXED = { Pa: [[1e5, 'MPa', 1e-6], [1e2, 'kPa', 1e-3], [0, 'Pa', 1]], 'J/m^3': [[1e5, 'MJ/m^3', 1e-6], [1e2, 'kJ/m^3', 1e-3], [0, 'J/m^3', 1]] };

// The unit of a field whose largest value is given, and how many of it are one of the SI unit.
export function fieldUnit(largest, unit) {
  const [, name, size] = PREFIXED[unit]?.find(([from]) => Math.abs(largest) >= from) ?? [0, ...shownUnit([largest], unit)];
  return [spelled(name), size];
}

const PREFIXES = [['M', 1e6], ['k', 1e3], ['', 1], ['m', 1e-3], ['µ', 1e-6], ['n', 1e-9]];

// The unit of a plot whose largest value is given, as in the report, and how many of it are one of the SI unit.
export function plotUnit(largest, unit) {
  if (unit === 'm' || (unit === 'N/m' && largest >= SOFT)) return shownUnit([largest], unit);
  if (!/^(N|J|W|Pa)(?![\w^])/.test(unit) || !(largest > 0)) return [unit, 1];
  const [prefix, size] = PREFIXES.find(([, from]) => largest >= from) ?? PREFIXES.at(-1);
  return [`${prefix}${unit}`, 1 / size];
}

// A value of a field with the unit that suits it.
export function withSuitableUnit(value, unit, digits = 4) {
  const [name, size] = fieldUnit(value, unit);
  return name === '1' ? short(value, digits) : `${short(size * value, digits)} ${name}`;
}

// Values of an SI unit with the unit that suits them; roundings of zero are zero.
export function quantity(values, unit = '1') {
  const [name, size] = shownUnit(values, unit);
  const least = 1e-12 * Math.max(...values.map(Math.abs));
  const list = values.map((value) => short(Math.abs(value) > least ? size * value : 0)).join(', ');
  return name === '1' ? list : `${list} ${spelled(name)}`;
}

// What the file says of numbers: its own words; a formula with what it amounts to; a bare number with its SI unit.
export function asWritten(text, values, unit) {
  if (text === undefined) return quantity(values, unit);
  if (text.includes('=')) return `${quantity(values, unit)} (${text})`;
  const bare = text.split(',').every((part) => Number.isFinite(Number(part)));
  if (bare && unit && values.some(Boolean)) return `${text} ${spelled(unit)}`;
  return text;
}

// The value at a time, on the straight line between samples; none outside of them.
export function valueAt(times, values, time) {
  const last = times.length - 1;
  if (last < 0 || !(time >= times[0] && time <= times[last])) return null;
  const [at, part] = placeAmong(times, time);
  if (part === 0) return values[at];
  if (values[at] == null || values[at + 1] == null) return null;
  return values[at] + part * (values[at + 1] - values[at]);
}

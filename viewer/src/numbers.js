// Numbers for people.

export function short(value, digits = 4) {
  if (value === 0 || !Number.isFinite(value)) return value === 0 ? '0' : '–';
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-3) return value.toExponential(digits - 1).replace(/\.?0+e/, 'e').replace('e+', 'e');
  return String(Number(value.toPrecision(digits)));
}

// `kg m^2` as it is printed, kg·m², and `um` as µm.
export function spelled(unit) {
  const raised = { '-': '⁻', 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' };
  return unit.replace(/\^(-?\d+)/g, (_, power) => [...power].map((digit) => raised[digit]).join('')).replace(/\bu(?=(m|s|rad|N)\b)/g, 'µ').replaceAll(' ', '·');
}

export function withUnit(name, unit) {
  return unit === '1' ? name : `${name} in ${spelled(unit)}`;
}

// The sharp edges of bodies against those that three.js finds, which is slower.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoxGeometry, BufferAttribute, BufferGeometry, ConeGeometry, CylinderGeometry, EdgesGeometry, SphereGeometry, TorusKnotGeometry } from 'three';
import { sharpEdges } from '../src/edges.js';

// Edges without direction and order.
function named(ends) {
  const corner = (i) => Array.from(ends.slice(3 * i, 3 * i + 3), (x) => (Math.round(1e4 * x) / 1e4 + 0).toFixed(4)).join(' ');
  return Array.from({ length: ends.length / 6 }, (_, i) => [corner(2 * i), corner(2 * i + 1)].sort().join(' to ')).sort();
}

test('edges are those of three.js', () => {
  const open = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 1]), 3)).setIndex([0, 1, 2, 2, 1, 3, 3, 1, 4]);
  for (const geometry of [new BoxGeometry(3, 2, 1), new CylinderGeometry(1, 2, 3, 24), new ConeGeometry(1, 2, 8), new SphereGeometry(2, 10, 6), new TorusKnotGeometry(3, 1, 40, 7), open]) {
    const index = geometry.index.array;
    const found = named(sharpEdges(geometry.getAttribute('position').array, index));
    assert.deepEqual(found, named(new EdgesGeometry(geometry, 30).getAttribute('position').array), geometry.type);
  }
});

test('bodies of a thousandth of a millimetre have edges too', () => {
  const small = new BoxGeometry(3e-6, 2e-6, 1e-6);
  assert.equal(sharpEdges(small.getAttribute('position').array, small.index.array).length, 12 * 6);
});

// Films of oil and faces that touch: rings on their bodies, coloured by what they carry.

import * as THREE from 'three';
import { mixed } from './colours.js';
import { bytes } from './source.js';

const OIL = new THREE.Color('#e0a63a');
// The scale in so many steps, as numbers.
const STEPS = 255;
const SHADES = Array.from({ length: STEPS + 1 }, (_, i) => {
  const [red, green, blue] = mixed(i / STEPS);
  return new THREE.Color().setRGB(red / 255, green / 255, blue / 255, THREE.SRGBColorSpace);
});
const shade = (part) => SHADES[Math.round(STEPS * Math.min(Math.max(part, 0), 1))];

export class Films {
  constructor(head, motion, parent) {
    this.motion = motion;
    this.state = new Float64Array(3);
    this.rings = head.films.map(({ item, body, area, mesh, oil }) => {
      const geometry = new THREE.BufferGeometry();
      const points = new Float32Array(bytes(mesh.points).buffer);
      geometry.setAttribute('position', new THREE.BufferAttribute(points, 3));
      geometry.setAttribute('color', new THREE.BufferAttribute(new Float32Array(points.length), 3));
      geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(bytes(mesh.triangles).buffer), 1));
      geometry.computeVertexNormals();
      // Between two faces at the same place the film is the one that is seen.
      const material = new THREE.MeshStandardMaterial({ vertexColors: true, side: THREE.DoubleSide, roughness: 0.4, transparent: true, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2 });
      const shape = new THREE.Mesh(geometry, material);
      shape.userData = { kind: 'item', place: item };
      parent(body).add(shape);
      return { item, body, area, shape, oil: new Float32Array(bytes(oil).buffer), index: motion.films.indexOf(item) };
    });
    // The largest pressure of the run anywhere.
    this.largest = 0;
    for (const ring of this.rings) {
      const peak = ring.oil.reduce((most, value) => Math.max(most, value), 0);
      for (let frame = 0; ring.index >= 0 && frame < motion.frames; frame++) {
        this.largest = Math.max(this.largest, this.pressure(ring, [frame, 0], peak), this.pressure(ring, [frame, 0], 0));
      }
    }
  }

  // Where the oil has so many times its mean pressure.
  pressure({ index, area }, place, oil) {
    const [, wet, dry] = this.motion.film(index, place, this.state);
    return (oil * wet + dry) / area;
  }

  // Colours by the pressure, by a part of a scale for each item, or as oil.
  update(place, visible, hidden, by, part) {
    for (const ring of this.rings) {
      const { shape, oil, index, item, body } = ring;
      shape.visible = visible && !hidden.has(body);
      if (!shape.visible) continue;
      const even = part(item);
      const spread = by === 'pressure' && index >= 0 && this.largest > 0;
      shape.material.opacity = spread || even !== null ? 1 : 0.75;
      // Pressure is a straight line in what the oil has at a corner.
      const dry = spread ? this.pressure(ring, place, 0) / this.largest : 0;
      const wet = spread ? this.pressure(ring, place, 1) / this.largest - dry : 0;
      const one = even === null ? OIL : shade(even);
      if (!spread && ring.shown === one) continue;
      ring.shown = spread ? null : one;
      const colours = shape.geometry.attributes.color;
      for (let corner = 0; corner < oil.length; corner++) {
        const { r, g, b } = spread ? shade(dry + oil[corner] * wet) : one;
        colours.setXYZ(corner, r, g, b);
      }
      colours.needsUpdate = true;
    }
  }
}

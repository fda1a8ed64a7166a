// Bodies cut open by a plane, with faces where the plane goes through them.
//
// For each body the surfaces behind the plane are counted in the stencil buffer, back faces up and front faces down. Where
// the count is not zero one looks into a solid, and there the plane is drawn in the body's colour.

import * as THREE from 'three';

export class Cut {
  constructor(scene, size) {
    this.scene = scene;
    this.size = 20 * size;
    this.plane = new THREE.Plane();
    this.axis = null;
    // A point near what is cut, around which the faces are drawn.
    this.middle = new THREE.Vector3();
    this.bodies = [];
    this.clipped = [];
  }

  // A body's group with the mesh that is cut.
  add({ group, mesh, edges, base }) {
    const order = 1 + this.bodies.length;
    const counters = [[THREE.BackSide, THREE.IncrementWrapStencilOp], [THREE.FrontSide, THREE.DecrementWrapStencilOp]].map(([side, zPass]) => {
      const material = new THREE.MeshBasicMaterial({
        side, clippingPlanes: [this.plane], colorWrite: false, depthWrite: false, depthTest: false,
        stencilWrite: true, stencilFunc: THREE.AlwaysStencilFunc, stencilFail: zPass, stencilZFail: zPass, stencilZPass: zPass,
      });
      const counter = new THREE.Mesh(mesh.geometry, material);
      counter.renderOrder = -1000 + order;
      group.add(counter);
      return counter;
    });
    const replace = THREE.ReplaceStencilOp;
    const cap = new THREE.Mesh(new THREE.PlaneGeometry(this.size, this.size), new THREE.MeshStandardMaterial({
      color: base, roughness: 0.8, stencilWrite: true, stencilRef: 0, stencilFunc: THREE.NotEqualStencilFunc, stencilFail: replace, stencilZFail: replace, stencilZPass: replace,
    }));
    cap.renderOrder = -1000 + order + 0.5;
    cap.onAfterRender = (renderer) => renderer.clearStencil();
    this.scene.add(cap);
    this.bodies.push({ group, mesh, counters, cap });
    this.clip(mesh, edges);
    this.across(null);
  }

  // Further things that the plane cuts.
  clip(...objects) {
    for (const object of objects) object.traverse(({ material }) => { if (material) this.clipped.push(material); });
  }

  // Cuts across an axis at a point, away from the viewer; none for nothing.
  across(axis, point, viewer) {
    this.axis = axis;
    if (axis !== null) {
      const toward = Math.sign(viewer.clone().sub(point).getComponent(axis)) || 1;
      this.plane.setFromNormalAndCoplanarPoint(new THREE.Vector3().setComponent(axis, -toward), point);
      this.middle.copy(point);
    }
    for (const material of this.clipped) {
      material.clippingPlanes = axis === null ? null : [this.plane];
      material.needsUpdate = true;
    }
    this.update(true);
  }

  // The plane goes along with what the camera follows.
  goAlong(moved) {
    this.plane.translate(moved);
    this.middle.add(moved);
  }

  // Caps follow the colours of their bodies, and are as visible as these.
  update(solid) {
    for (const { group, mesh, counters, cap } of this.bodies) {
      for (const part of [...counters, cap]) part.visible = this.axis !== null && solid && group.visible;
      if (!cap.visible) continue;
      cap.material.color.copy(mesh.material.color).multiplyScalar(0.85);
      this.plane.projectPoint(this.middle, cap.position);
      cap.lookAt(cap.position.clone().sub(this.plane.normal));
    }
  }
}

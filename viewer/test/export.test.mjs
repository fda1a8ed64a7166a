// Files for other programs, read by one of them.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { AnimationMixer } from 'three';
import { csv, halfshaft, scratch } from './common.mjs';
import { HOSTILE, MODEL } from './model.mjs';

before(() => {
  writeFileSync(join(scratch, 'rods.toml'), MODEL);
  halfshaft('run', 'rods.toml', '--csv', '--quiet');
});

test('three.js plays the motion of the glTF file', async () => {
  halfshaft('view', 'runs/rods', '--export', 'rods.glb', '--frames', '201');
  const bytes = readFileSync(join(scratch, 'rods.glb'));
  const { scene, animations } = await new GLTFLoader().parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), '');
  assert.equal(animations.length, 1);
  assert.ok(Math.abs(animations[0].duration - 2) < 1e-6);
  const body = scene.children[0].children[1];
  assert.equal(body.userData.name ?? body.name, HOSTILE);
  const mixer = new AnimationMixer(scene);
  mixer.clipAction(animations[0]).play();
  mixer.setTime(0.75);
  const columns = csv('runs/rods');
  const row = columns.time.findIndex((time) => Math.abs(time - 0.75) < 1e-9);
  body.position.toArray().forEach((x, i) => assert.ok(Math.abs(x - columns[`${HOSTILE}.position_${'xyz'[i]}`][row]) < 1e-6));
});

test('a list of times, and for each of them the bodies and their loads', () => {
  halfshaft('view', 'runs/rods', '--export', 'rods.pvd', '--frames', '3');
  const list = readFileSync(join(scratch, 'rods.pvd'), 'utf8');
  assert.deepEqual([...list.matchAll(/timestep="([^"]*)"/g)].map((match) => Number(match[1])), [0, 0, 1, 1, 2, 2]);
  assert.equal(readdirSync(join(scratch, 'rods')).length, 6);
});

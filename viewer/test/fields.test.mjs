// Flexible bodies: how they are drawn, what their colours mean, and what the probe says.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { browse, csv, halfshaft, page, pictures, ready, scratch, serve, until } from './common.mjs';
import { BEAM, CANTILEVER, SWINGING } from './flexible-models.mjs';

let browser;

before(async () => {
  const modes = CANTILEVER.replace('type = "statics"', 'type = "modes"').replace(/\[\[force[\s\S]*/, '');
  for (const [name, text] of Object.entries({ CANTILEVER, SWINGING, BEAM, modes })) {
    writeFileSync(join(scratch, `${name.toLowerCase()}.toml`), text);
    halfshaft('run', `${name.toLowerCase()}.toml`, '--csv', '--quiet');
  }
  browser = await browse();
});

after(() => browser?.close());

async function shown(subject, look, options) {
  const server = serve(subject);
  try {
    const { tab, seen } = await page(browser, options);
    await ready(tab, await server.address);
    await look(tab);
    assert.deepEqual(seen.trouble, []);
    await tab.close();
  } finally {
    server.stop();
  }
}

const near = (a, b, tolerance) => assert.ok(Math.abs(a - b) <= tolerance, `${a} ${b}`);
const settled = (tab) => until(tab, () => !halfshaft.stage.flexible.waiting);
const seek = async (tab, time) => {
  await tab.evaluate((at) => halfshaft.player.seek(at), time);
  await settled(tab);
};

// Where a point of the picture is on the screen.
const pixel = (tab, place, i) => tab.evaluate(([body, node]) => {
  const { stage } = halfshaft;
  const at = stage.flexible.drawn(body, node).project(stage.camera);
  const { left, top, width, height } = stage.canvas.getBoundingClientRect();
  return [left + ((at.x + 1) / 2) * width, top + ((1 - at.y) / 2) * height];
}, [place, i]);

test('a cantilever is drawn deformed so many times, coloured by its stress, with a bar that has range and unit', async () => {
  await shown('runs/cantilever', async (tab) => {
    await settled(tab);
    const seen = await tab.evaluate(() => {
      const { flexible } = halfshaft.stage;
      const [{ points, displacements, mesh, count, values }] = flexible.bodies;
      const at = mesh.geometry.attributes.position.array;
      let worst = 0;
      for (let i = 0; i < 3 * count; i++) worst = Math.max(worst, Math.abs(at[i] - points[i] - flexible.factor * displacements[i]));
      // The lowest displacement is that of the tip.
      let tip = 0;
      for (let i = 0; i < count; i++) tip = Math.min(tip, displacements[3 * i + 2]);
      return { worst, tip, factor: flexible.factor, by: flexible.by, held: flexible.held, largest: Math.max(...values), low: flexible.low, high: flexible.high, uv: mesh.material.map !== null };
    });
    assert.ok(seen.worst < 1e-6 && seen.uv && seen.by === 'von_mises' && seen.held[0], JSON.stringify(seen));
    // Timoshenko's cantilever: P ℓ³/(3 E I) + P ℓ/(G A 5/6); hex20 on this mesh is within 1 %.
    near(seen.tip, -0.3816e-3, 0.01 * 0.3816e-3);
    assert.equal(seen.factor, 20);
    near(seen.high, seen.largest, 1e-6 * seen.largest);
    // P ℓ/W at the clamped end, disturbed by the end itself.
    near(seen.largest, (50 * 0.2) / (0.02 * 0.01 ** 2 / 6), 0.15 * seen.largest);
    const bar = await tab.locator('#colourbar').innerText();
    assert.match(bar, /von Mises stress, MPa/);
    assert.match(bar, /deformation × 20/);
    const ticks = (await tab.locator('#colourbar .ticks span').allInnerTexts()).map(Number);
    near(ticks[0], seen.high / 1e6, 6e-3 * ticks[0]);
    near(ticks.at(-1), seen.low / 1e6, 6e-3 * ticks[0]);
    await tab.screenshot({ path: join(pictures, 'fields-cantilever.png') });
  }, { viewport: { width: 1440, height: 860 } });
});

test('the probe reads the value, the place and the displacement under the mouse', async () => {
  await shown('runs/cantilever', async (tab) => {
    await settled(tab);
    // A node in the middle of the upper face, which the camera sees from above.
    const node = await tab.evaluate(() => {
      const [{ points, count }] = halfshaft.stage.flexible.bodies;
      let best = [Infinity, 0];
      for (let i = 0; i < count; i++) {
        const off = Math.hypot(points[3 * i] + 0.05, points[3 * i + 1], points[3 * i + 2] - 0.005);
        if (off < best[0]) best = [off, i];
      }
      return best[1];
    });
    await tab.mouse.move(...await pixel(tab, 0, node));
    await until(tab, () => !document.getElementById('probe').hidden);
    const [value, what, place, displacement] = (await tab.locator('#probe').innerText()).split('\n');
    const expected = await tab.evaluate((i) => halfshaft.stage.flexible.bodies[0].values[i], node);
    assert.match(what, /arm: von Mises stress/);
    near(Number(value.match(/[\d.]+/)[0]) * 1e6, expected, 0.03 * expected);
    assert.match(place, /at -4\d(\.\d+)?|at -5\d(\.\d+)?/);
    assert.match(displacement, /displacement .* (mm|µm)/);
    // What else can be chosen.
    const options = await tab.locator('#colour option').allInnerTexts();
    for (const name of ['largest principal stress', 'strain energy density', 'displacement']) assert.ok(options.includes(`by ${name}`), `${options}`);
    await tab.locator('#colour').selectOption('field principal_3');
    await until(tab, () => halfshaft.stage.flexible.signed);
    await tab.locator('#colour').selectOption('field displacement');
    await until(tab, () => document.getElementById('colourbar').innerText.startsWith('displacement'));
    assert.match(await tab.locator('#colourbar').innerText(), /displacement, µm|displacement, mm/);
    // Outside of the body there is no value.
    await tab.mouse.move(500, 100);
    await until(tab, () => document.getElementById('probe').hidden);
  }, { viewport: { width: 1440, height: 860 } });
});

test('the picture has the colours of the bar, darker in the shade and never brighter', async () => {
  await shown('runs/cantilever', async (tab) => {
    await settled(tab);
    // Ranges in which the whole body is at the lower end of the bar, at the upper one, and in the middle of two signs.
    for (const [range, bar] of [[[0, 1e30], [68, 1, 84]], [[0, 1e-30], [253, 231, 37]], [[-1e30, 1e30], [244, 244, 244]]]) {
      const drawn = await tab.evaluate(([low, high]) => {
        const { stage } = halfshaft;
        const [body] = stage.flexible.bodies;
        body.lines.visible = false;
        stage.flexible.setRange([low, high]);
        stage.update(stage.time, stage.selected);
        stage.dirty = true;
        stage.draw();
        // The middle of the body; its surface is in front of it.
        const at = stage.flexible.drawn(0, 0).set(0, 0, 0);
        for (let i = 0; i < body.count; i++) at.addScaledVector(stage.flexible.drawn(0, i), 1 / body.count);
        at.project(stage.camera);
        const gl = stage.renderer.getContext();
        const colour = new Uint8Array(4);
        gl.readPixels(((at.x + 1) / 2) * gl.drawingBufferWidth, ((at.y + 1) / 2) * gl.drawingBufferHeight, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, colour);
        return [...colour.subarray(0, 3)];
      }, range);
      // A surface that is lit reflects a little as it is, of any colour: 0.02 of white, which is 39 of 255 on black.
      const linear = (x) => (x / 255) ** 2.2;
      for (const [k, x] of drawn.entries()) {
        assert.ok(linear(x) <= linear(bar[k]) + 0.02, `too bright: ${drawn} for ${bar}`);
        assert.ok(linear(x) >= 0.4 * linear(bar[k]) - 0.01, `too dark: ${drawn} for ${bar}`);
      }
    }
  });
});

test('an equilibrium has values in place of curves and no clock, a motion has both', async () => {
  const clock = ['play', 'loop', 'scrub', 'time', 'marker', 'speed'];
  const visible = (tab) => tab.evaluate((ids) => ids.filter((id) => document.getElementById(id).checkVisibility()), clock);
  await shown('runs/cantilever', async (tab) => {
    await until(tab, () => document.querySelectorAll('#plots .readout').length > 0);
    assert.equal(await tab.locator('#plots .uplot').count(), 0);
    assert.match(await tab.locator('#plots .readout').first().innerText(), /arm\s+[\d.]+ MPa/);
    assert.deepEqual(await visible(tab), []);
  });
  await shown('runs/swinging', async (tab) => {
    await until(tab, () => document.querySelectorAll('#plots .uplot').length > 0);
    assert.deepEqual(await visible(tab), clock);
    // A stress is in a unit with a prefix, as in the report, and the marks of an axis differ.
    assert.match(await tab.locator('#plots .readout').first().innerText(), /[kM]Pa/);
  });
});

test('a body that goes about deforms in its moving frame, where its channels say', async () => {
  await shown('runs/swinging', async (tab) => {
    const columns = csv('runs/swinging');
    assert.deepEqual(await tab.evaluate('halfshaft.stage.flexible.held'), [false]);
    assert.equal(await tab.evaluate('halfshaft.stage.flexible.factor'), 1);
    // The mean of the end face is the attachment.
    const tip = () => tab.evaluate(() => {
      const { flexible } = halfshaft.stage;
      const [{ points, count }] = flexible.bodies;
      const sum = [0, 0, 0];
      let n = 0;
      for (let i = 0; i < count; i++) {
        if (Math.abs(points[3 * i] - 0.5) > 1e-6) continue;
        const { x, y, z } = flexible.drawn(0, i);
        [x, y, z].forEach((c, k) => { sum[k] += c; });
        n += 1;
      }
      return sum.map((c) => c / n);
    });
    for (const part of [0.2, 0.5, 0.83, 1]) {
      const row = Math.round(part * (columns.time.length - 1));
      await seek(tab, columns.time[row]);
      const [x, , z] = await tip();
      // Between frames, a three hundredth of the swing apart, the error is below a millimetre.
      near(x, columns['arm/tip.position_x'][row], 1e-3);
      near(z, columns['arm/tip.position_z'][row], 1e-3);
    }
    // The range of the colours is that of the run, or of the time.
    const range = () => tab.evaluate(() => [halfshaft.stage.flexible.low, halfshaft.stage.flexible.high]);
    const whole = await range();
    await seek(tab, 0);
    await tab.locator('#colourbar .range').click();
    await settled(tab);
    const now = await range();
    assert.ok(now[1] < whole[1], `${now} ${whole}`);
    await tab.locator('#colourbar .range').click();
    assert.deepEqual(await range(), whole);
    // Exaggeration adds to the deformation only.
    await seek(tab, columns.time.at(-1));
    const before = await tip();
    await tab.locator('#exaggerate').evaluate((slider) => {
      slider.value = 2;
      slider.dispatchEvent(new Event('input'));
    });
    const after = await tip();
    const moved = Math.hypot(...after.map((c, i) => c - before[i]));
    assert.ok(moved > 0 && moved < 0.2, `${before} ${after}`);
    await tab.screenshot({ path: join(pictures, 'fields-swinging.png') });
  }, { viewport: { width: 1440, height: 860 } });
});

test('a mode swings the mesh beside its outline', async () => {
  await shown('runs/modes', async (tab) => {
    await settled(tab);
    const state = (time) => tab.evaluate((at) => {
      halfshaft.player.pause();
      halfshaft.player.seek(at);
      const { flexible, head: { extent } } = halfshaft.stage;
      const [{ mesh, points, count, outline }] = flexible.bodies;
      const now = mesh.geometry.attributes.position.array;
      let most = 0;
      for (let i = 0; i < count; i++) most = Math.max(most, Math.hypot(...[0, 1, 2].map((k) => now[3 * i + k] - points[3 * i + k])));
      return { most: most / extent, by: flexible.by, outline: outline.visible, high: flexible.high };
    }, time);
    const { most, by, outline, high } = await state(0.5);
    // A quarter of the swing of two seconds.
    near(most, 0.06, 1e-4);
    assert.ok(by === 'displacement' && outline && high === 1);
    near((await state(0)).most, 0, 1e-6);
    near((await state(1.5)).most, 0.06, 1e-4);
    assert.match(await tab.locator('#colourbar').innerText(), /relative to the largest/);
    await state(0.5);
    await tab.screenshot({ path: join(pictures, 'fields-mode.png') });
    await tab.keyboard.press('n');
    await settled(tab);
    near((await state(0.5)).most, 0.06, 1e-4);
    await tab.keyboard.press('w');
    assert.equal((await state(0.5)).outline, false);
    await tab.keyboard.press('e');
    assert.equal(await tab.evaluate('halfshaft.stage.flexible.bodies[0].lines.visible'), false);
  }, { viewport: { width: 1440, height: 860 } });
});

test('beams are tubes with the stresses of their sections', async () => {
  await shown('runs/beam', async (tab) => {
    const columns = csv('runs/beam');
    await seek(tab, columns.time.at(-1));
    const { skins, largest, tip } = await tab.evaluate(() => {
      const { flexible } = halfshaft.stage;
      const [body] = flexible.bodies;
      let z = 0;
      for (let i = 0; i < body.count; i++) if (Math.abs(body.points[3 * i] - 1) < 1e-6) z = Math.min(z, body.displacements[3 * i + 2]);
      return { skins: halfshaft.runs[0].head.flexible.skins.map(({ name }) => name), largest: Math.max(...body.values), tip: z };
    });
    assert.deepEqual(skins, ['bar']);
    const last = (name) => columns[name].at(-1);
    const channel = Math.max(...Object.keys(columns).filter((name) => /^bar\/element \d+\.von_mises$/.test(name)).map(last));
    // The picture has every second of the points at which stresses are largest.
    near(largest, channel, 0.01 * channel);
    near(tip, last('bar/tip.position_z'), 1e-6 + 0.01 * Math.abs(tip));
    await tab.screenshot({ path: join(pictures, 'fields-beam.png') });
  }, { viewport: { width: 1440, height: 860 } });
});

test('flexible bodies are listed, hidden and isolated like others', async () => {
  await shown('runs/beam', async (tab) => {
    await tab.locator('#tree .row', { hasText: 'bar' }).first().locator('.eye').click();
    assert.equal(await tab.evaluate('halfshaft.stage.flexible.bodies[0].group.visible'), false);
    await tab.keyboard.press('u');
    assert.equal(await tab.evaluate('halfshaft.stage.flexible.bodies[0].group.visible'), true);
    await tab.locator('#tree .row .name', { hasText: 'bar' }).first().click();
    assert.match(await tab.locator('#inspector').innerText(), /bar\s+flexible body/);
  });
});

test('a model that has not been run shows its flexible bodies undeformed', async () => {
  await shown('swinging.toml', async (tab) => {
    assert.equal(await tab.evaluate('halfshaft.stage.flexible.frames.count'), 0);
    assert.ok(await tab.evaluate('halfshaft.stage.flexible.bodies[0].group.visible'));
    assert.equal(await tab.locator('#colourbar').isVisible(), false);
  });
});

test('fields can be switched off, and are in an offline file', async () => {
  halfshaft('run', 'swinging.toml', '--set', 'record.fields=0', '--out', 'runs/without', '--quiet');
  await shown('runs/without', async (tab) => {
    assert.equal(await tab.evaluate('halfshaft.runs[0].head.flexible'), null);
  });
  halfshaft('view', 'runs/swinging', '--export', 'swinging.html');
  const { tab, seen } = await page(browser);
  await ready(tab, pathToFileURL(join(scratch, 'swinging.html')).href);
  await seek(tab, 0.2);
  const most = await tab.evaluate('halfshaft.stage.flexible.most.value');
  assert.ok(most > 0);
  assert.deepEqual(seen.trouble, []);
  await tab.close();
});

test('on a phone the bar leaves room for the body', async () => {
  await shown('runs/cantilever', async (tab) => {
    await settled(tab);
    const bar = await tab.locator('#colourbar').boundingBox();
    const stage = await tab.locator('#stage').boundingBox();
    assert.ok(bar.width < 0.4 * stage.width && bar.y + bar.height <= stage.y + stage.height, JSON.stringify([bar, stage]));
    await tab.screenshot({ path: join(pictures, 'fields-phone.png') });
  }, { viewport: { width: 390, height: 844 } });
});

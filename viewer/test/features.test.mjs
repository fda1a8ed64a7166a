// What one reads off a scene: numbers at cursors, distances, units, modes, trains, recordings, and all of it on a phone.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { browse, csv, halfshaft, page, pictures, ready, report, root, scratch, serve, until } from './common.mjs';
import { AWAY, GEARBOX, MIXED, MODEL, NESTED, OPEN_RING, SPRUNG, TRAIN } from './model.mjs';

let browser;

before(async () => {
  writeFileSync(join(scratch, 'rods.toml'), MODEL);
  writeFileSync(join(scratch, 'gearbox.toml'), GEARBOX);
  writeFileSync(join(scratch, 'nested.toml'), NESTED);
  writeFileSync(join(scratch, 'sprung.toml'), SPRUNG);
  writeFileSync(join(scratch, 'train.toml'), TRAIN);
  writeFileSync(join(scratch, 'mixed.toml'), MIXED);
  writeFileSync(join(scratch, 'away.toml'), AWAY);
  writeFileSync(join(scratch, 'ring.toml'), OPEN_RING);
  writeFileSync(join(scratch, 'train-modes.toml'), TRAIN.replace('type = "transient"\nend = "1 s"', 'type = "modes"').replace(/\[\[plot[\s\S]*/, ''));
  halfshaft('run', 'rods.toml', '--csv', '--quiet');
  halfshaft('run', 'gearbox.toml', '--quiet');
  halfshaft('run', 'sprung.toml', '--quiet');
  halfshaft('run', 'train.toml', '--csv', '--quiet');
  halfshaft('run', 'train-modes.toml', '--quiet');
  halfshaft('run', join(root, 'examples/powertrain/six-speed.toml'), '--set', 'analysis.end=0.5 s', '--out', 'six', '--quiet');
  halfshaft('run', join(root, 'examples/powertrain/automatic/gear_3.toml'), '--out', 'gear_3', '--quiet');
  browser = await browse();
});

after(() => browser?.close());

// Opens a run or a model, looks at it, and says what went wrong in the page.
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
const number = (text) => Number(text.match(/-?[\d.]+(e-?\d+)?/)[0]);

test('a plot opens on its own times, even between two samples, and in the unit of the file', async () => {
  // Steps of 20 ms, a plot over 5 ms.
  const plot = `\n[[plot]]\ntitle = "Close"\nchannels = ["upper.position_y"]\nunits = ["um"]\nover = ["0.501 s", "0.506 s"]\n`;
  writeFileSync(join(scratch, 'close.toml'), MODEL.replace('step = "1 ms"', 'step = "20 ms"') + plot);
  halfshaft('run', 'close.toml', '--quiet');
  await shown('runs/close', async (tab) => {
    const [from, to, unit, samples] = await tab.evaluate(() => {
      const { plot } = halfshaft.plots.cards.find((card) => card.title === 'Close');
      return [plot.scales.x.min, plot.scales.x.max, plot.axes[1].label, plot.data[0].length];
    });
    near(from, 0.501, 1e-9);
    near(to, 0.506, 1e-9);
    assert.match(unit, /µm$/);
    assert.ok(samples > 1, samples);
  });
});

test('plots have values at the time, at a second cursor with differences, and under the mouse', async () => {
  await shown('runs/rods', async (tab) => {
    const columns = csv('runs/rods');
    const angle = (time) => columns['pivot.angle'][columns.time.findIndex((t) => Math.abs(t - time) < 1e-9)] * (180 / Math.PI);
    await tab.evaluate('halfshaft.player.seek(0.5)');
    await tab.keyboard.press('k');
    await tab.evaluate('halfshaft.player.seek(1.5)');
    const cell = async (kind) => number(await tab.locator(`.readout td.${kind}`).first().innerText());
    // Five digits are shown.
    near(await cell('now'), angle(1.5), 1e-3 * Math.abs(angle(1.5)));
    near(await cell('marker'), angle(0.5), 1e-3 * Math.abs(angle(0.5)));
    near(await cell('difference'), angle(1.5) - angle(0.5), 2e-3 * Math.abs(angle(1.5)));
    assert.match(await tab.locator('.readout th.difference').first().innerText(), /Δ 1 s/);
    // The mouse in the middle of the plot is at half the time.
    const over = await tab.locator('.card .u-over').first().boundingBox();
    await tab.mouse.move(over.x + over.width / 2, over.y + 30);
    near(number(await tab.locator('.readout th.mouse').first().innerText().then((text) => text.slice(5))), 1, 0.01);
    near(await cell('mouse'), angle(1), 0.05 * Math.abs(angle(1)) + 1);
    await tab.screenshot({ path: join(pictures, 'view-cursors.png') });
    // A click with shift sets the second cursor; the key takes it away.
    await tab.locator('.card .u-over').first().click({ position: { x: over.width / 4, y: 20 }, modifiers: ['Shift'] });
    near(await tab.evaluate('halfshaft.player.marker'), 0.5, 0.02);
    assert.equal(await tab.evaluate('halfshaft.player.time'), 1.5);
    await tab.keyboard.press('k');
    assert.equal(await tab.locator('.readout td.marker').count(), 0);
    // The inspector has the values of what is selected.
    await tab.locator('#tree .name', { hasText: 'pivot' }).click();
    const chip = tab.locator('#inspector .chips button', { hasText: /^angle/ }).first();
    await until(tab, () => [...document.querySelectorAll('#inspector .chips output')].some((output) => output.textContent.includes('rad')));
    near(number(await chip.locator('output').innerText()), angle(1.5) * (Math.PI / 180), 2e-3);
  });
});

test('arrows have their values, and texts do not cover each other', async () => {
  await shown('runs/rods', async (tab) => {
    await tab.keyboard.press('a');
    await tab.keyboard.press('m');
    await tab.evaluate('halfshaft.player.seek(0.75)');
    await until(tab, () => [...document.querySelectorAll('#labels .value')].some((label) => label.style.visibility === 'visible'));
    const { texts, boxes, sizes } = await tab.evaluate(() => {
      const labels = [...document.querySelectorAll('#labels span')].filter((label) => label.style.visibility === 'visible');
      const { arrows } = halfshaft.stage.arrows;
      return {
        texts: labels.map((label) => label.textContent),
        boxes: labels.map((label) => label.getBoundingClientRect()).map(({ left, top, right, bottom }) => [left, top, right, bottom]),
        sizes: arrows.flatMap(({ pair, sizes: both }) => both.filter((_, kind) => pair[kind].visible)),
      };
    });
    const values = texts.filter((text) => / [mk]?N(·m)?$/.test(text));
    assert.ok(values.length > 0, `${texts}`);
    // Three digits of one of the loads each.
    const prefix = (value) => ({ mN: 1e-3, kN: 1e3 })[value.match(/[mk]?N/)[0]] ?? 1;
    for (const value of values) assert.ok(sizes.some((size) => Math.abs(size / (prefix(value) * number(value)) - 1) < 6e-3), `${value} ${sizes}`);
    for (const [i, a] of boxes.entries()) {
      for (const b of boxes.slice(i + 1)) assert.ok(!(a[0] < b[2] - 1 && b[0] < a[2] - 1 && a[1] < b[3] - 1 && b[1] < a[3] - 1), `${texts} ${a} ${b}`);
    }
    await tab.screenshot({ path: join(pictures, 'view-values.png') });
  });
});

test('what is selected stands out in the scene and in the list', async () => {
  await shown('runs/gearbox', async (tab) => {
    const row = tab.locator('#tree .row.selected');
    await tab.evaluate('halfshaft.actions.select({ kind: "item", place: halfshaft.runs[0].head.items.findIndex(({ name }) => name === "stage") })');
    assert.match(await row.innerText(), /stage/);
    const look = () => tab.evaluate(() => {
      const { head, symbols, players: [{ groups }] } = halfshaft.stage;
      const symbol = symbols[head.items.findIndex(({ name }) => name === 'stage')];
      return { sign: [symbol.scale.x, symbol.children[0].material.emissive.getHex(), symbol.children[0].material.depthTest], body: groups[0].material.emissive.getHex(), edges: groups[0].edges.material.color.getHex() };
    });
    const item = await look();
    assert.ok(item.sign[0] > 1 && item.sign[1] > 0 && item.sign[2] === false && item.body === 0, JSON.stringify(item));
    await tab.evaluate('halfshaft.actions.select({ kind: "body", place: 0 })');
    const body = await look();
    assert.ok(body.sign[0] === 1 && body.sign[1] === 0 && body.body > 0 && body.edges !== item.edges, JSON.stringify(body));
    // Its edges are seen through other bodies, and where it is cut away; those of the others are not.
    await tab.keyboard.press('c');
    const edges = await tab.evaluate(() => halfshaft.stage.players[0].groups.map(({ edges: { material } }) => [material.depthTest, material.clippingPlanes?.length ?? 0]));
    assert.deepEqual(edges.slice(0, 2), [[false, 0], [true, 1]]);
    await tab.keyboard.press('c');
    await tab.screenshot({ path: join(pictures, 'view-selected.png') });
  });
});

test('small wheels have their sharp edges, and no lines where faces of a tooth meet in a plane', async () => {
  await shown('runs/gearbox', async (tab) => {
    const edges = await tab.evaluate(() => halfshaft.stage.players[0].groups.map(({ edges: { geometry } }) => {
      const { array } = geometry.getAttribute('position');
      const radius = (at) => Math.hypot(array[at + 1], array[at + 2]);
      const starts = Array.from({ length: array.length / 6 }, (_, i) => 6 * i);
      // The root of the teeth of module 2 mm; within it there is nothing but circles on an end face.
      const root = Math.max(...starts.map(radius)) - 4.5e-3;
      const radial = starts.filter((at) => Math.abs(array[at] - array[at + 3]) < 1e-6 && Math.abs(radius(at) - radius(at + 3)) > 1e-3 && Math.min(radius(at), radius(at + 3)) < 0.95 * root);
      return { count: starts.length, radial: radial.length };
    }));
    for (const { count, radial } of edges) assert.ok(count > 200 && radial === 0, JSON.stringify(edges));
  });
});

test('the inspector speaks the units of the file and says what follows from a pair of wheels', async () => {
  await shown('runs/gearbox', async (tab) => {
    await tab.locator('#tree .name', { hasText: 'stage' }).click();
    const facts = await tab.evaluate(() => Object.fromEntries([...document.querySelectorAll('#inspector .facts')].flatMap((list) => [...list.querySelectorAll('dt')].map((term) => [term.textContent, term.nextSibling.textContent]))));
    // As written; by a parameter; a plain count.
    assert.equal(facts['helix angle'], '20 deg');
    assert.equal(facts.module, '2 mm (= m)');
    assert.equal(facts.teeth, '19, 57');
    // 76 teeth of 2 mm: a = 76/cos 20°.
    near(number(facts['centre distance']), 76 / Math.cos(Math.PI / 9), 0.01);
    // ε_β = b sin β/(π m).
    near(number(facts['overlap ratio']), (28 * Math.sin(Math.PI / 9)) / (2 * Math.PI), 1e-3);
    assert.ok(number(facts['transverse contact ratio']) > 1.2 && number(facts['transverse contact ratio']) < 1.8);
    assert.match(facts['mean mesh stiffness'], /N\/µm/);
    // Two points are two bodies, one point is one row.
    assert.deepEqual(Object.keys(facts).filter((name) => name.startsWith('point on')), ['point on pinion', 'point on wheel']);
    await tab.locator('#tree .name', { hasText: 'left' }).click();
    assert.match(await tab.locator('#inspector').innerText(), /position\s*0, 0, 0 mm/);
  });
});

test('bearings are drawn as bearings about their shafts', async () => {
  await shown('gearbox.toml', async (tab) => {
    const { meshes, along, radius } = await tab.evaluate(() => {
      const { head, symbols } = halfshaft.stage;
      const bearing = symbols[head.items.findIndex(({ name }) => name === 'left')];
      const axis = bearing.up.clone().set(0, 1, 0).applyQuaternion(bearing.quaternion);
      bearing.children[0].geometry.computeBoundingBox();
      return { meshes: bearing.children.length, along: axis.toArray(), radius: bearing.children[1].geometry.parameters.points.map(({ x }) => x) };
    });
    // Two rings and nine balls about x, from the shaft's 15 mm on.
    assert.equal(meshes, 11);
    near(Math.abs(along[0]), 1, 1e-9);
    near(Math.max(...radius), 1.8 * 0.015, 1e-9);
    await tab.waitForTimeout(200);
    await tab.screenshot({ path: join(pictures, 'view-bearings.png') });
  });
});

test('a mechanism inside a housing is shown cut open, any other whole', async () => {
  await shown('nested.toml', async (tab) => {
    assert.match(await tab.locator('#cut').innerText(), /Cut [xyz]/);
    assert.equal(await tab.evaluate('halfshaft.stage.cut.bodies.every(({ cap }) => cap.visible)'), true);
    await tab.screenshot({ path: join(pictures, 'view-open.png') });
  });
  for (const whole of ['gearbox.toml', 'ring.toml']) await shown(whole, async (tab) => assert.equal(await tab.locator('#cut').innerText(), 'Cut', whole));
});

test('the camera follows a body', async () => {
  await shown('runs/rods', async (tab) => {
    await tab.locator('#tree .row[data-kind=body] .name').first().click();
    await tab.keyboard.press('v');
    const away = () => tab.evaluate(() => {
      const { camera, players: [{ groups }] } = halfshaft.stage;
      return { off: camera.position.clone().sub(groups[0].group.position).toArray(), at: groups[0].group.position.toArray() };
    });
    const first = await away();
    await tab.evaluate('halfshaft.player.seek(1.2)');
    const then = await away();
    assert.ok(Math.hypot(...then.at.map((x, i) => x - first.at[i])) > 0.1);
    then.off.forEach((x, i) => near(x, first.off[i], 1e-9));
    await tab.keyboard.press('v');
    await tab.evaluate('halfshaft.player.seek(0)');
    const left = await away();
    assert.ok(Math.hypot(...left.off.map((x, i) => x - first.off[i])) > 0.1);
  });
});

test('a distance between two points that move', async () => {
  await shown('runs/rods', async (tab) => {
    await tab.keyboard.press('d');
    // The far ends of the two rods, where they are seen.
    const pixel = (body, local) => tab.evaluate(([place, point]) => {
      const { camera, canvas, players: [{ groups }] } = halfshaft.stage;
      const { group } = groups[place];
      const { x, y } = group.position.clone().set(...point).applyMatrix4(group.matrixWorld).project(camera);
      return { x: ((x + 1) / 2) * canvas.clientWidth, y: ((1 - y) / 2) * canvas.clientHeight };
    }, [body, local]);
    await tab.locator('#canvas').click({ position: await pixel(0, [-0.3, 0, 0.03]) });
    await tab.locator('#canvas').click({ position: await pixel(1, [0.3, 0, 0.04]) });
    const read = () => tab.evaluate('({ words: halfshaft.stage.distance.words(), points: halfshaft.stage.distance.points.map(({ on, local }) => [on, local.toArray()]) })');
    const begin = await read();
    assert.deepEqual(begin.points.map(([on]) => on), [0, 1]);
    // The rods lie along x at the start: 0.3 m left of the first middle, 1 m between the middles, 0.3 m right of the second. The surface
    // that was hit is up to 4 cm off, and a pixel is some millimetres.
    near(number(begin.words) / (begin.words.includes('mm') ? 1000 : 1), 1.6, 0.05);
    await until(tab, () => [...document.querySelectorAll('#labels .distance')].some((label) => label.style.visibility === 'visible'));
    await tab.evaluate('halfshaft.player.seek(0.8)');
    const [a, b] = await tab.evaluate('[0, 1].map((body) => halfshaft.stage.pose(body))');
    const world = ({ position, rotation: [w, , , z] }, [x, y, c]) => {
      const angle = 2 * Math.atan2(z, w);
      return [position[0] + Math.cos(angle) * x - Math.sin(angle) * y, position[1] + Math.sin(angle) * x + Math.cos(angle) * y, position[2] + c];
    };
    const [p, q] = [world(a, begin.points[0][1]), world(b, begin.points[1][1])];
    const words = (await read()).words;
    near(number(words) / (words.includes('mm') ? 1000 : 1), Math.hypot(...p.map((x, i) => x - q[i])), 1e-3);
    await tab.screenshot({ path: join(pictures, 'view-distance.png') });
    await tab.keyboard.press('Escape');
    assert.equal(await tab.evaluate('halfshaft.stage.distance.points.length'), 0);
  });
});

test('a mode has its frequency, damping and shares beside it, and the shape at rest behind it', async () => {
  await shown('runs/sprung', async (tab) => {
    const card = await tab.locator('#mode-card').innerText();
    assert.match(card, /Mode 1: 1\.59\d* Hz/);
    assert.match(card, /damping ratio\s*0 %/);
    assert.match(card, /potential energy\s*spring\s*100 %/);
    assert.match(card, /kinetic energy\s*mass\s*100 %/);
    await tab.evaluate('halfshaft.player.pause(); halfshaft.player.seek(0.5)');
    const { rest, moved } = await tab.evaluate('({ rest: halfshaft.stage.outlines[0].position.toArray(), moved: halfshaft.stage.pose(0).position })');
    assert.deepEqual(rest, [0, 0, 0]);
    assert.ok(Math.abs(moved[1]) > 0.01);
  });
});

test('a body that only turns is plotted by its speed, and a joint without a force by nothing', async () => {
  writeFileSync(join(scratch, 'wheel.toml'), `format = 1
title = "A wheel on its bearing"
[analysis]
type = "transient"
end = "0.5 s"
[[body]]
name = "wheel"
shape = { cylinder = { radius = "60 mm", length = "20 mm", material = "steel" } }
[[joint]]
name = "bearing"
type = "hinge"
between = ["ground", "wheel"]
axis = "z"
[[force]]
name = "drive"
type = "load"
on = "wheel"
torque = ["0 N m", "0 N m", "2 N m"]
`);
  halfshaft('run', 'wheel.toml', '--out', 'wheel', '--quiet');
  const server = serve('wheel');
  const { tab } = await page(browser);
  await ready(tab, await server.address);
  const titles = await tab.locator('.card h3').allTextContents();
  assert.deepEqual(titles.slice(0, -1), ['wheel: angular velocity']);
  assert.match(titles.at(-1), /Energy/);
  await tab.close();
  server.stop();
});

test('a train turns in its mass-elastic diagram, with speeds and torques', async () => {
  await shown('runs/train', async (tab) => {
    const columns = csv('runs/train');
    await until(tab, () => document.querySelector('[data-disc="0"] .value').textContent !== '');
    await tab.evaluate('halfshaft.player.seek(0.5)');
    const row = columns.time.findIndex((time) => time >= 0.5);
    const rpm = number(await tab.locator('[data-disc="0"] .value').textContent());
    near(rpm, columns['motor.speed'][row] * (30 / Math.PI), 0.02 * Math.abs(rpm) + 1);
    const torque = number(await tab.locator('[data-link="1"] .value').textContent());
    near(torque, columns['shaft.torque'][row], 0.02 * Math.abs(torque) + 0.1);
    const drawing = await tab.locator('.train svg').evaluate((svg) => svg.outerHTML);
    assert.match(drawing, /i = 3/);
    assert.match(drawing, /0\.1 kg·m²/);
    // The stripes of a disc move.
    const stripes = () => tab.locator('[data-disc="0"] .stripes').getAttribute('d');
    const first = await stripes();
    await tab.evaluate('halfshaft.player.seek(0.55)');
    assert.notEqual(await stripes(), first);
    await tab.locator('#tree .name', { hasText: 'stage' }).click();
    assert.match(await tab.locator('#inspector').innerText(), /ratio\s*3/);
    await tab.screenshot({ path: join(pictures, 'view-train-turning.png') });
  });
});

test('the modes of a train swing in its diagram, first the elastic one', async () => {
  await shown('runs/train-modes', async (tab) => {
    assert.match(await tab.locator('#mode-card h2').innerText(), /Mode 2: [1-9]/);
    assert.match(await tab.locator('#mode-card').innerText(), /potential energy\s*shaft\s*100 %/);
    await tab.evaluate('halfshaft.player.pause(); halfshaft.player.seek(0.5)');
    const heights = await tab.locator('.train circle').evaluateAll((dots) => dots.map((dot) => Number(dot.getAttribute('cy'))));
    const shape = await tab.evaluate('halfshaft.train.discs.map(({ name }) => halfshaft.runs[0].head.modes[1].shape[name])');
    const discs = await tab.evaluate('halfshaft.train.discs.map(({ centre }) => centre[1])');
    // A quarter of a swing: as far up as the shape says.
    heights.forEach((y, i) => near(discs[i] - y, 34 * shape[i], 0.01));
    assert.equal(await tab.locator('#tree .row').count(), 5);
    await tab.screenshot({ path: join(pictures, 'view-train-modes.png') });
    // On a phone the train runs down, and swings sideways; the diagram follows the width of the window.
    await tab.setViewportSize({ width: 390, height: 844 });
    await until(tab, () => halfshaft.train.direction === 'down');
    const aside = await tab.locator('.train circle').evaluateAll((dots) => dots.map((dot) => Number(dot.getAttribute('cx'))));
    const places = await tab.evaluate('halfshaft.train.discs.map(({ centre }) => centre[0])');
    aside.forEach((x, i) => near(x - places[i], 34 * shape[i], 0.01));
  });
});

test('the shape of a mode goes through the symbol of a planetary set', async () => {
  await shown('gear_3', async (tab) => {
    const hubs = await tab.locator('[data-hub]').evaluateAll((groups) => groups.map((group) => group.dataset.hub));
    assert.equal(hubs.length, 4);
    const rest = await tab.locator('path.rest').getAttribute('d');
    // Each of them connects three discs.
    for (const hub of hubs) assert.equal(rest.split(`L${hub}`).length - 1, 3, hub);
    await tab.screenshot({ path: join(pictures, 'view-gear-3-modes.png') });
  });
});

test('a long diagram fits on a phone, in the viewer and in the report, with letters that can be read', async () => {
  for (const folder of ['six', 'gear_3']) {
    await shown(folder, async (tab) => {
      const box = await tab.evaluate(() => {
        const div = document.querySelector('div.train');
        const svg = div.querySelector('svg');
        return { scrolls: div.scrollWidth - div.clientWidth, size: svg.getBoundingClientRect().width / svg.viewBox.baseVal.width, discs: svg.querySelectorAll('[data-disc]').length };
      });
      assert.ok(box.scrolls <= 0 && box.size > 0.85 && box.discs > 11, `${folder}: ${JSON.stringify(box)}`);
      assert.deepEqual(await covered(tab), [], folder);
      await tab.screenshot({ path: join(pictures, `view-phone-${folder}.png`), fullPage: true });
    }, { viewport: { width: 390, height: 844 } });
    const { tab } = await page(browser, { viewport: { width: 390, height: 844 } });
    await report(tab, pathToFileURL(join(scratch, folder, 'report.html')).href);
    const widths = await tab.locator('svg.train').evaluateAll((drawings) => drawings.map((svg) => svg.getBoundingClientRect().width));
    // The one that runs across is not shown.
    assert.ok(widths[0] === 0 && widths[1] > 250 && widths[1] <= 374, `${widths}`);
    assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), folder);
    await tab.close();
  }
});

test('a vehicle is not cut open, and the modes of a flexible body are drawn at its own size', async () => {
  await shown(join(root, 'examples/vehicles/four-wheel-drive-launch.toml'), async (tab) => {
    assert.ok(await tab.evaluate('halfshaft.stage.players[0].groups.length') > 40);
    assert.equal(await tab.evaluate('halfshaft.stage.cut.axis'), null);
  });
  halfshaft('run', join(root, 'examples/superelements/spur_pinion.toml'), '--out', 'pinion', '--quiet');
  await shown('pinion', async (tab) => {
    // A pinion of 83 mm: the scene has its size, of which the largest displacement is a small part.
    const { extent } = await tab.evaluate('({ extent: halfshaft.runs[0].head.extent })');
    assert.ok(extent > 0.04 && extent < 0.15, `${extent} m`);
    await tab.screenshot({ path: join(pictures, 'view-pinion-mode.png') });
  });
});

// Texts of a diagram that cover each other.
const covered = (tab) => tab.evaluate(() => {
  const texts = [...document.querySelectorAll('.train text')].filter((text) => text.textContent).map((text) => [text.textContent, text.getBoundingClientRect()]);
  const cover = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
  return texts.flatMap(([words, a], i) => texts.slice(i + 1).filter(([, b]) => cover(a, b)).map(([others]) => `${words} / ${others}`));
});

// Symbols, discs and ends on the ground that touch each other.
const touching = (tab) => tab.evaluate(() => {
  const parts = [...document.querySelectorAll('.train .s, .train rect:not(.b)')].map((part) => part.getBoundingClientRect());
  return parts.flatMap((a, i) => parts.slice(i + 1).filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length;
});

test('symbols of a crowded diagram do not touch, and on a phone each has its name', async () => {
  for (const [width, height] of [[1400, 860], [390, 844]]) {
    await shown('six', async (tab) => {
      assert.equal(await touching(tab), 0, `${width}`);
      const { texts, names } = await tab.evaluate(() => ({
        texts: [...document.querySelectorAll('.train text')].map((text) => text.textContent),
        names: halfshaft.runs[0].head.train.links.map(({ name }) => name),
      }));
      // Across, one stage among many lines has none.
      const without = names.filter((name) => !texts.includes(name));
      assert.ok(without.length <= (width < 700 ? 0 : 1), `${width}: ${without}`);
    }, { viewport: { width, height } });
  }
});

test('texts of a crowded diagram do not cover each other', async () => {
  for (const model of ['powertrain/six-speed.toml', 'powertrain/automatic/gear_1.toml', 'powertrain/ravigneaux.toml']) {
    await shown(join(root, 'examples', model), async (tab) => {
      assert.ok(await tab.locator('.train text').count() > 15, model);
      assert.deepEqual(await covered(tab), [], model);
    });
  }
  // Nor do the values that a run adds.
  await shown('six', async (tab) => {
    await until(tab, () => document.querySelector('[data-disc="0"] .value').textContent !== '');
    await tab.evaluate('halfshaft.player.seek(0.4)');
    assert.deepEqual(await covered(tab), []);
    // What stands still does so without roundings.
    const values = await tab.locator('.train .value').allTextContents();
    assert.ok(!values.some((value) => /e-\d/.test(value)), `${values}`);
    await tab.screenshot({ path: join(pictures, 'view-six-speed.png') });
  });
});

test('a model with bodies has the diagram of its driveline below the scene, on a phone among the plots', async () => {
  halfshaft('run', 'mixed.toml', '--csv', '--quiet');
  const columns = csv('runs/mixed');
  await shown('runs/mixed', async (tab) => {
    await until(tab, () => document.querySelector('[data-disc="0"] .value').textContent !== '');
    const [stage, diagram] = await Promise.all(['#stage', '#diagram .train svg'].map((which) => tab.locator(which).boundingBox()));
    assert.ok(diagram.y >= stage.y + stage.height - 1 && stage.height > 300, `${JSON.stringify([stage, diagram])}`);
    await tab.evaluate('halfshaft.player.seek(2)');
    const rpm = columns['motor.speed'][columns.time.findIndex((time) => time >= 2)] * (30 / Math.PI);
    near(number(await tab.locator('[data-disc="0"] .value').textContent()), rpm, 0.01 * rpm);
    // The branch to the body has its name, and is an item of the scene.
    assert.match(await tab.locator('.train svg').evaluate((svg) => svg.textContent), /wheel/);
    await tab.locator('[data-link="1"] .s').click();
    assert.equal(await tab.locator('#inspector h2').innerText(), 'hub');
    assert.equal(await tab.locator('#tree .row.selected').innerText().then((text) => text.split('\n')[0]), 'hub');
    await tab.locator('[data-disc="1"] rect').click();
    assert.equal(await tab.locator('#inspector h2').innerText(), 'output');
    assert.deepEqual(await tab.locator('.train .chosen').evaluateAll((parts) => parts.map((part) => part.dataset.disc)), ['1']);
    await tab.screenshot({ path: join(pictures, 'view-mixed.png') });
    // The key takes it away, and the scene takes its place.
    await tab.keyboard.press('s');
    assert.equal(await tab.locator('div.train').isVisible(), false);
    await until(tab, (before) => document.getElementById('canvas').getBoundingClientRect().height > before + 50, stage.height);
    await tab.locator('#train').click();
    assert.equal(await tab.locator('div.train').isVisible(), true);
  });
  await shown('runs/mixed', async (tab) => {
    assert.equal(await tab.locator('#right div.train').count(), 1);
    const { width } = await tab.locator('.train svg').boundingBox();
    assert.ok(width <= 374 && await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}`);
    await tab.screenshot({ path: join(pictures, 'view-phone-mixed.png') });
  }, { viewport: { width: 390, height: 844 } });
});

test('what drives away is followed from the start, with the grid below it', async () => {
  halfshaft('run', 'away.toml', '--quiet');
  await shown('runs/away', async (tab) => {
    assert.equal(await tab.locator('#follow').getAttribute('aria-pressed'), 'true');
    await tab.evaluate('halfshaft.player.seek(4)');
    const { seen, position, grid } = await tab.evaluate(() => {
      const { stage } = halfshaft;
      const { position } = stage.pose(0);
      return { seen: stage.controls.target.clone().set(...position).project(stage.camera).toArray(), position, grid: stage.gridLines.position.x };
    });
    near(position[0], 120, 0.01);
    assert.ok(Math.abs(seen[0]) < 0.9 && Math.abs(seen[1]) < 0.9 && seen[2] < 1, `${seen}`);
    near(grid, 120, 1);
    // It is not cut open; a cut goes along.
    assert.equal(await tab.evaluate(() => halfshaft.stage.cut.axis), null);
    const depth = () => tab.evaluate(() => { const { stage } = halfshaft; return stage.cut.plane.distanceToPoint(stage.controls.target.clone().set(...stage.pose(0).position)); });
    await tab.keyboard.press('c');
    const before = await depth();
    await tab.evaluate('halfshaft.player.seek(1)');
    near(await depth(), before, 0.01);
    await tab.evaluate('halfshaft.player.seek(4)');
    // Pressed once more it stays where it is.
    await tab.locator('#follow').click();
    assert.equal(await tab.locator('#follow').getAttribute('aria-pressed'), 'false');
  });
});

test('a vehicle has its road, patches of other grip and the paths of its wheels', async () => {
  halfshaft('run', join(root, 'examples/vehicles/sedan-slippery.toml'), '--set', 'analysis.end=0.3 s', '--out', 'runs/slippery', '--quiet');
  await shown('runs/slippery', async (tab) => {
    const { patches, paths, surfaces, first, wheel, hub, rim } = await tab.evaluate(() => {
      const { stage } = halfshaft;
      const { paths, patches, surfaces } = stage.roads;
      const { position } = paths[0].line.geometry.attributes;
      const radius = ({ geometry }) => { geometry.computeBoundingSphere(); return geometry.boundingSphere.radius; };
      return {
        hub: radius(stage.symbols[stage.head.items.findIndex(({ kind }) => kind === 'hinge')].children[0]), rim: radius(stage.players[0].groups[paths[0].wheel].mesh),
        patches: patches.map(({ scale, edges }) => [scale, edges[0], edges[1]]), paths: paths.length, surfaces: surfaces.length,
        first: [position.getX(0), position.getY(0)], wheel: stage.pose(paths[0].wheel, stage.players[0].motion.begin).position,
      };
    });
    assert.deepEqual([paths, surfaces], [4, 1]);
    // One under the left wheels, one under the right ones.
    assert.deepEqual(patches.map(([scale]) => scale).sort(), [0.08, 0.75]);
    assert.ok(patches.every(([, from, to]) => from < to));
    near(first[0], wheel[0], 0.01);
    near(first[1], wheel[1], 0.01);
    // Signs of joints are small beside the parts of a car.
    assert.ok(hub < 0.2 * rim, `${hub} ${rim}`);
    await tab.screenshot({ path: join(pictures, 'view-road.png') });
  });
});

test('a video and a series of pictures', async () => {
  await shown('runs/rods', async (tab) => {
    await tab.evaluate('halfshaft.player.speed = 5; halfshaft.player.tell()');
    const saved = async (as) => {
      await tab.keyboard.press('r');
      await tab.locator('#record-as').selectOption(as);
      await tab.locator('#record-rate').fill('10');
      const [download] = await Promise.all([tab.waitForEvent('download'), tab.locator('#record-start').click()]);
      await tab.locator('#record-stop').click();
      return [download.suggestedFilename(), readFileSync(await download.path())];
    };
    const [video, webm] = await saved('video');
    // EBML, the container of WebM.
    assert.deepEqual([video, webm.subarray(0, 4).toString('hex')], ['halfshaft.webm', '1a45dfa3']);
    assert.ok(webm.includes('webm') && webm.length > 5000, `${webm.length}`);
    const [archive, zip] = await saved('pictures');
    assert.equal(archive, 'halfshaft.zip');
    // 2 s at five times the speed, ten in a second: five pictures.
    assert.equal(zip.toString('latin1').split('frame-').length - 1, 2 * 5);
    assert.equal(zip.readUInt16LE(zip.length - 12), 5);
    const png = zip.indexOf(Buffer.from('89504e47', 'hex'));
    assert.equal(zip.readUInt32BE(png + 16), await tab.evaluate('halfshaft.stage.canvas.width & ~1'));
  }, { viewport: { width: 900, height: 600 }, acceptDownloads: true });
});

test('plots of the report have values and can be zoomed, under a policy that names their script', async () => {
  const { tab, seen } = await page(browser);
  await report(tab, pathToFileURL(join(scratch, 'runs/train/report.html')).href);
  const headings = await tab.locator('h2').allInnerTexts();
  assert.deepEqual(headings.filter((heading) => ['Train', 'Plots', 'Energy', 'Solver'].includes(heading)), ['Train', 'Plots', 'Energy', 'Solver']);
  assert.match(await tab.locator('header').innerText(), /\d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  assert.match(await tab.locator('body').innerText(), /energy balance closed/);
  const figure = tab.locator('svg.figure:has(rect[data-x])').first();
  const values = tab.locator('.values').first();
  // The script starts after the first picture.
  await values.waitFor({ state: 'attached' });
  const frame = await figure.locator('rect[data-x]').first().boundingBox();
  const at = (part) => [frame.x + part * frame.width, frame.y + frame.height / 2];
  await tab.mouse.move(...at(0.5));
  const columns = csv('runs/train');
  const rpm = columns['motor.speed'][columns.time.findIndex((time) => time >= 0.5)] * (30 / Math.PI);
  const words = (await values.innerText()).replaceAll('−', '-');
  // The line is drawn to a fraction of a pixel, of which the frame has 250.
  near(Number(words.match(/motor\.speed (-?[\d.]+)/)[1]), rpm, 0.02 * Math.abs(rpm));
  const curve = figure.locator('path[data-label]').first();
  const whole = await curve.getAttribute('d');
  await tab.mouse.move(...at(0.25));
  await tab.mouse.down();
  await tab.mouse.move(...at(0.5));
  await tab.mouse.up();
  assert.notEqual(await curve.getAttribute('d'), whole);
  // A quarter of the time fills the frame: its middle is at 0.375 s, in the unit of the axis.
  await tab.mouse.move(...at(0.5));
  const along = Number((await values.innerText()).match(/time in (m?s) ([\d.]+)/)[2]);
  near(along, along > 10 ? 375 : 0.375, along > 10 ? 2 : 2e-3);
  await tab.screenshot({ path: join(pictures, 'report-zoomed.png') });
  await tab.mouse.dblclick(...at(0.5));
  assert.equal(await curve.getAttribute('d'), whole);
  assert.deepEqual(seen.trouble, []);
  // On a phone nothing but the plots themselves is wider than the screen.
  await tab.setViewportSize({ width: 390, height: 844 });
  assert.ok(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  const letters = await tab.evaluate(() => {
    const svg = document.querySelector('svg.figure:has(rect[data-x])');
    return (12 * svg.getBoundingClientRect().width) / svg.viewBox.baseVal.width;
  });
  assert.ok(letters >= 10, `${letters} pixels`);
  await tab.screenshot({ path: join(pictures, 'report-phone.png') });
  await tab.close();
});

test('plots of the report are drawn for the width of a phone, with the same values', async () => {
  const { tab, seen } = await page(browser, { viewport: { width: 390, height: 844 } });
  await report(tab, pathToFileURL(join(scratch, 'runs/train/report.html')).href);
  const figures = await tab.evaluate(() => [...document.querySelectorAll('svg.figure:has(rect[data-x])')].map((svg) => {
    const box = svg.getBoundingClientRect();
    const inside = [...svg.querySelectorAll('path[data-label], text')].filter((part) => getComputedStyle(part).visibility !== 'hidden').every((part) => {
      const { left, right } = part.getBoundingClientRect();
      return left >= -1 && right <= innerWidth + 1;
    });
    return { width: box.width, inside, letters: (12 * box.width) / svg.viewBox.baseVal.width };
  }));
  assert.ok(figures.length > 1);
  for (const { width, inside, letters } of figures) assert.ok(width <= 390 && inside && letters >= 10, JSON.stringify(figures));
  assert.match(await tab.locator('.legend').first().innerText(), /motor\.speed[\s\S]*load\.speed/);
  // The mass-elastic diagram of three discs fits too.
  assert.ok((await tab.locator('svg.train.down').boundingBox()).width <= 374);
  const frame = await tab.locator('svg.figure rect[data-x]').first().boundingBox();
  await tab.locator('svg.figure rect[data-x]').first().scrollIntoViewIfNeeded();
  const { x, y } = await tab.locator('svg.figure rect[data-x]').first().boundingBox();
  await tab.mouse.move(x + frame.width / 2, y + frame.height / 2);
  const columns = csv('runs/train');
  const rpm = columns['motor.speed'][columns.time.findIndex((time) => time >= 0.5)] * (30 / Math.PI);
  const words = (await tab.locator('.values').first().innerText()).replaceAll('−', '-');
  near(Number(words.match(/motor\.speed (-?[\d.]+)/)[1]), rpm, 0.02 * Math.abs(rpm));
  await tab.screenshot({ path: join(pictures, 'report-narrow.png'), fullPage: true });
  assert.deepEqual(seen.trouble, []);
  await tab.close();
});

test('everything is in reach on a phone', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  for (const subject of ['runs/gearbox', 'runs/train']) {
    await shown(subject, async (tab) => {
      const { over, stage, narrow } = await tab.evaluate(() => ({
        over: document.documentElement.scrollWidth > innerWidth,
        stage: document.getElementById('stage').getBoundingClientRect().height,
        narrow: [...document.querySelectorAll('footer button, footer select, footer input')].filter((part) => part.checkVisibility()).filter((part) => part.getBoundingClientRect().right > innerWidth + 1).map(({ id }) => id),
      }));
      assert.deepEqual([over, narrow], [false, []]);
      if (subject === 'runs/gearbox') assert.ok(stage > 250, `${stage}`);
      // The list comes and goes by its button.
      assert.equal(await tab.locator('#left').isVisible(), false);
      await tab.locator('#parts').click();
      await tab.locator('#tree .name').first().click();
      assert.equal(await tab.locator('#left').isVisible(), true);
      await tab.locator('#parts').click();
      assert.equal(await tab.locator('#left').isVisible(), false);
      assert.ok((await tab.locator('#plots .card').first().boundingBox()).width > 300);
      await tab.screenshot({ path: join(pictures, `view-phone-${subject.slice(5)}.png`) });
    }, phone);
  }
});

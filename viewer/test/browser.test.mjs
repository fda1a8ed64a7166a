// The report and the viewer in a real browser.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { browse, csv, halfshaft, page, pictures, ready, report, root, scratch, serve, until } from './common.mjs';
import { HOSTILE, MODEL, SPRUNG, SPUN } from './model.mjs';

let browser;
const file = (name) => pathToFileURL(join(scratch, name)).href;

before(async () => {
  writeFileSync(join(scratch, 'rods.toml'), MODEL);
  writeFileSync(join(scratch, 'other.toml'), MODEL.replace('-9.81', '-1.62'));
  halfshaft('run', 'rods.toml', '--csv', '--quiet');
  halfshaft('run', 'other.toml', '--quiet');
  browser = await browse();
});

after(() => browser?.close());

test('the report opens from disk, asks for nothing, and runs no script but its own', async () => {
  const { tab, seen } = await page(browser, { javaScriptEnabled: true });
  await report(tab, file('runs/rods/report.html'));
  assert.equal(await tab.locator('h1').innerText(), '<img src=x onerror=alert(2)> two rods');
  // The energies, the angles and the path.
  assert.equal(await tab.locator('svg.figure').count(), 3);
  assert.match(await tab.locator('details summary').first().innerText(), /channels without a plot/);
  await tab.screenshot({ path: join(pictures, 'report.png'), fullPage: true });
  await tab.emulateMedia({ colorScheme: 'dark' });
  await tab.screenshot({ path: join(pictures, 'report-dark.png') });
  assert.deepEqual(seen.requests, [file('runs/rods/report.html')]);
  assert.deepEqual(seen.trouble, []);
  await tab.close();
});

// What must hold from the server and from the file alike.
async function explore(tab, seen, name) {
  assert.equal(await tab.locator('#title').innerText(), '<img src=x onerror=alert(2)> two rods');
  assert.equal(await tab.locator('#tree .row[data-kind=body]').count(), 2);
  assert.equal(await tab.locator('#tree .row[data-kind=body] .name').nth(1).innerText(), HOSTILE);
  const columns = csv('runs/rods');
  assert.equal(await tab.evaluate('halfshaft.runs[0].head.channels.length'), Object.keys(columns).length - 1);
  assert.match(await tab.locator('#inspector').innerText(), new RegExp(`${Object.keys(columns).length - 1} in all`));
  assert.equal(await tab.locator('.card').count(), 2);

  // Scrubbing by the slider: the body is where the result file says.
  const exact = name === 'offline' ? await tab.evaluate('halfshaft.runs[0].motion.time[222]') : 0.75;
  await tab.locator('#scrub').evaluate((slider, time) => {
    slider.value = time;
    slider.dispatchEvent(new Event('input'));
  }, exact);
  const row = columns.time.findIndex((time) => Math.abs(time - exact) < 1e-9);
  assert.ok(row > 0);
  const pose = await tab.evaluate('halfshaft.stage.pose(1)');
  const axes = ['x', 'y', 'z'];
  // Single precision in the page.
  axes.forEach((axis, i) => assert.ok(Math.abs(pose.position[i] - columns[`${HOSTILE}.position_${axis}`][row]) < 1e-6, axis));
  ['w', ...axes].forEach((part, i) => assert.ok(Math.abs(pose.rotation[i] - columns[`${HOSTILE}.rotation_${part}`][row]) < 1e-6, part));
  await tab.waitForTimeout(200);
  await tab.screenshot({ path: join(pictures, `view-${name}.png`) });

  // Playing goes on, pausing stops.
  await tab.keyboard.press(' ');
  await until(tab, (from) => halfshaft.player.playing && halfshaft.player.time !== from, exact);
  await tab.keyboard.press(' ');
  const paused = await tab.evaluate('halfshaft.player.time');
  await tab.waitForTimeout(150);
  assert.equal(await tab.evaluate('halfshaft.player.time'), paused);

  // Hiding, isolating, and a click on the name shows the channels.
  await tab.locator('#tree .row[data-kind=body] .eye').nth(1).click();
  assert.equal(await tab.evaluate('halfshaft.stage.pose(1).visible'), false);
  await tab.locator('#tree .row[data-kind=body] .eye').nth(1).click();
  assert.equal(await tab.evaluate('halfshaft.stage.pose(1).visible'), true);
  await tab.locator('#tree .row[data-kind=body] .name').nth(1).click();
  assert.equal(await tab.locator('#inspector h2').innerText(), HOSTILE);
  await tab.keyboard.press('i');
  assert.deepEqual(await tab.evaluate('[0, 1].map((body) => halfshaft.stage.pose(body).visible)'), [false, true]);
  await tab.keyboard.press('u');
  await tab.locator('#inspector .chips button', { hasText: 'position_x' }).click();
  await until(tab, () => document.querySelectorAll('.card').length === 3);

  // A click into a plot sets the time.
  await tab.locator('.card .u-over').first().click({ position: { x: 10, y: 20 } });
  const early = await tab.evaluate('halfshaft.player.time');
  assert.ok(early < 0.5 && early !== paused, `${early}`);

  // Forces as arrows and as colours.
  await tab.keyboard.press('a');
  await tab.locator('#colour').selectOption('force');
  assert.match(await tab.locator('#legend').innerText(), /force, longest/);
  // Where the force of the first joint is largest, its arrow begins at its point and is as long as that force says.
  const arrow = await tab.evaluate(() => {
    const { arrows, head } = halfshaft.stage;
    const { motion, largest } = arrows;
    const size = (frame) => Math.hypot(...motion.load(0, [frame, 0]).slice(3, 6));
    const frame = Array.from(motion.time.keys()).reduce((best, i) => (size(i) > size(best) ? i : best), 0);
    halfshaft.player.seek(motion.time[frame]);
    const { position, children } = arrows.arrows[0].pair[0];
    return { at: position.toArray(), tip: children[1].position.y / head.extent, force: size(frame) / largest[0] };
  });
  assert.ok(Math.hypot(...arrow.at) < 1e-6, `${arrow.at}`);
  // The longest is 0.3 of the extent, and the middle of its tip stands 0.02 before the end.
  assert.ok(arrow.force > 0.5 && Math.abs(arrow.tip + 0.02 - 0.3 * arrow.force) < 1e-6, JSON.stringify(arrow));

  // Motion exaggerated tenfold goes ten times as far from the start.
  const moved = async () => tab.evaluate(() => {
    const now = halfshaft.stage.pose(0).position;
    return halfshaft.runs[0].motion.pose(0, [0, 0]).slice(0, 3).map((start, i) => now[i] - start);
  });
  const near = await moved();
  const exaggerate = (power) => tab.locator('#exaggerate').evaluate((slider, value) => {
    slider.value = value;
    slider.dispatchEvent(new Event('input'));
  }, power);
  await exaggerate(1);
  (await moved()).forEach((far, i) => assert.ok(Math.abs(far - 10 * near[i]) < 1e-6 + 1e-4 * Math.abs(far)));
  await exaggerate(0);

  // Cut open, then whole again.
  await tab.keyboard.press('c');
  assert.equal(await tab.locator('#cut').innerText(), 'Cut x');
  assert.equal(await tab.evaluate('halfshaft.stage.cut.bodies.every(({ cap }) => cap.visible)'), true);
  for (let i = 0; i < 3; i++) await tab.keyboard.press('c');
  assert.equal(await tab.evaluate('halfshaft.stage.cut.bodies.some(({ cap }) => cap.visible)'), false);
  await tab.locator('#theme').click();
  await tab.waitForTimeout(200);
  await tab.screenshot({ path: join(pictures, `view-${name}-dark.png`) });
  assert.deepEqual(seen.trouble, []);
}

test('the viewer from its server', async () => {
  const server = serve('runs/rods');
  try {
    const address = await server.address;
    const { tab, seen } = await page(browser);
    await ready(tab, address);
    await explore(tab, seen, 'server');
    const paint = await tab.evaluate(() => performance.getEntriesByType('paint').map(({ name, startTime }) => `${name} after ${Math.round(startTime)} ms`));
    console.log(paint.join(', '));
    assert.ok(seen.requests.length > 4);
    for (const url of seen.requests) assert.ok(url.startsWith(address) || url === 'data:,', url);
    await tab.close();
  } finally {
    server.stop();
  }
});

test('the viewer from one file on disk, without any request', async () => {
  halfshaft('view', 'runs/rods', '--export', 'rods.html', '--frames', '401');
  console.log(`offline file: ${(statSync(join(scratch, 'rods.html')).size / 1e6).toFixed(2)} MB`);
  const { tab, seen } = await page(browser);
  await ready(tab, file('rods.html'));
  await explore(tab, seen, 'offline');
  assert.deepEqual(seen.requests, [file('rods.html')]);
  await tab.close();
});

test('two runs beside each other', async () => {
  const server = serve('runs/rods', '--compare', 'runs/other');
  try {
    const { tab, seen } = await page(browser);
    await ready(tab, await server.address);
    assert.equal(await tab.evaluate('halfshaft.runs.length'), 2);
    await tab.evaluate('halfshaft.player.seek(0.6)');
    const heights = await tab.evaluate('halfshaft.stage.players.map((player) => player.groups[1].group.position.y)');
    // On the moon it has fallen less.
    assert.ok(heights[1] > heights[0] + 0.1, `${heights}`);
    assert.equal(await tab.locator('.readout tr').filter({ hasText: 'other run' }).count(), 2);
    // The path of both, each through where its body is.
    const paths = await tab.evaluate(() => {
      const { curves } = halfshaft.plots.cards[1];
      const place = ({ times }) => Array.from(times).findIndex((time) => Math.abs(time - 0.6) < 1e-9);
      return curves.map((curve) => ({ other: curve.other, y: curve.ys[place(curve)] }));
    });
    assert.deepEqual(paths.map(({ other }) => other), [false, true]);
    paths.forEach(({ y }, i) => assert.ok(Math.abs(y - heights[i]) < 1e-6, `${y} ${heights[i]}`));
    assert.match(await tab.locator('.orbit-legend').innerText(), /other run/);
    await tab.waitForTimeout(200);
    await tab.screenshot({ path: join(pictures, 'view-compare.png') });
    assert.deepEqual(seen.trouble, []);
    await tab.close();
  } finally {
    server.stop();
  }
});

test('everything can be reached by keys, on the screen of a laptop', async () => {
  const server = serve('runs/rods');
  try {
    const { tab, seen } = await page(browser, { viewport: { width: 1366, height: 768 } });
    await ready(tab, await server.address);
    // Nothing is cut off: the buttons above, the settings below with those of the arrows, and what the run has cost.
    await tab.keyboard.press('a');
    const { over, hidden } = await tab.evaluate(() => ({
      over: [...document.querySelectorAll('header, footer, body')].filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.tagName),
      hidden: [...document.querySelectorAll('header button, header select, footer button, footer select, footer input')]
        .filter((part) => part.checkVisibility()).filter((part) => part.getBoundingClientRect().right > innerWidth).map((part) => part.id),
    }));
    assert.deepEqual([over, hidden], [[], []]);
    assert.match(await tab.locator('#facts').innerText(), /× real time/);

    // The list by the arrow keys, a button by the space bar, a slider by its own keys.
    await tab.locator('#filter').focus();
    await tab.keyboard.press('Tab');
    await tab.keyboard.press('ArrowDown');
    await tab.keyboard.press('Enter');
    assert.equal(await tab.locator('#inspector h2').innerText(), HOSTILE);
    await tab.keyboard.press('Tab');
    await tab.keyboard.press('Tab');
    await tab.keyboard.press(' ');
    assert.deepEqual(await tab.evaluate('[halfshaft.stage.pose(1).visible, halfshaft.player.playing]'), [false, false]);
    await tab.keyboard.press(' ');
    await tab.locator('#exaggerate').focus();
    await tab.keyboard.press('End');
    assert.equal(await tab.locator('#factor').innerText(), '1000 ×');
    await tab.keyboard.press('Home');
    assert.deepEqual(await tab.evaluate('[halfshaft.stage.pose(1).visible, halfshaft.player.time]'), [true, 0]);

    // The camera: five degrees around the vertical for each step, and nearer.
    const seenFrom = async () => tab.evaluate(() => {
      const { camera, controls } = halfshaft.stage;
      const { x, y, z } = camera.position.clone().sub(controls.target);
      return { around: Math.atan2(x, z), up: Math.asin(y / Math.hypot(x, y, z)), far: Math.hypot(x, y, z) };
    });
    await tab.locator('#canvas').focus();
    const from = await seenFrom();
    for (const key of ['.', '.', 'ArrowUp', '+']) await tab.keyboard.press(key);
    const to = await seenFrom();
    const degrees = Math.PI / 180;
    assert.ok(Math.abs(to.around - from.around - 10 * degrees) < 1e-6 && Math.abs(to.up - from.up - 5 * degrees) < 1e-6, JSON.stringify([from, to]));
    assert.ok(Math.abs(from.far / to.far - 1.15) < 1e-6);
    // A click on the ball of z in the corner looks along z.
    const ball = await tab.evaluate(() => {
      const { camera, canvas } = halfshaft.stage;
      const z = camera.up.clone().set(0, 0, 1).applyQuaternion(camera.quaternion.clone().conjugate());
      return { x: canvas.clientWidth - 64 + 32 * z.x, y: canvas.clientHeight - 64 - 32 * z.y };
    });
    await tab.locator('#canvas').click({ position: ball });
    const front = await seenFrom();
    assert.ok(Math.abs(front.around) < 1e-6 && Math.abs(front.up) < 1e-6, JSON.stringify(front));
    // The list of keys names every one of them.
    await tab.keyboard.press('?');
    const keys = await tab.locator('#keys').innerText();
    for (const key of 'LFJXAOMCGKVDRNPHIUT') assert.ok(new RegExp(`\\b${key}\\b`).test(keys), key);
    await tab.keyboard.press('Escape');
    await tab.emulateMedia({ colorScheme: 'dark' });
    await tab.waitForTimeout(300);
    await tab.screenshot({ path: join(pictures, 'view-laptop.png') });
    assert.deepEqual(seen.trouble, []);
    await tab.close();
  } finally {
    server.stop();
  }
});

test('loads have arrows, and x-y plots logarithmic axes', async () => {
  writeFileSync(join(scratch, 'spun.toml'), SPUN);
  halfshaft('run', 'spun.toml', '--quiet');
  const server = serve('runs/spun');
  try {
    const { tab, seen } = await page(browser);
    await ready(tab, await server.address);
    await tab.keyboard.press('a');
    await tab.evaluate('halfshaft.player.seek(0.5)');
    // The disc has turned by so much; its loads are where their points are by now.
    const [w, , , z] = (await tab.evaluate('halfshaft.stage.pose(0)')).rotation;
    const angle = 2 * Math.atan2(z, w);
    const loads = await tab.evaluate(() => {
      const { arrows, runs: [{ head }] } = { arrows: halfshaft.stage.arrows, runs: halfshaft.runs };
      return Object.fromEntries(arrows.arrows.map(({ pair }, i) => [head.items[arrows.motion.items[i]].name, pair.map((arrow) => {
        // Where an arrow along y points to.
        const { x, y, z: c, w: d } = arrow.quaternion;
        return { visible: arrow.visible, at: arrow.position.toArray(), along: [2 * (x * y - d * c), 1 - 2 * (x * x + c * c), 2 * (y * c + d * x)] };
      })]));
    });
    const rim = [0.5 * Math.cos(angle), 0.5 * Math.sin(angle), 0];
    const near = (a, b) => a.every((x, i) => Math.abs(x - b[i]) < 1e-5);
    assert.ok(angle > 0.5 && near(loads.weight[0].at, rim) && near(loads.weight[0].along, [0, 0, -1]), JSON.stringify(loads.weight));
    assert.ok(near(loads.thruster[0].at, rim) && near(loads.thruster[0].along, [Math.cos(angle), Math.sin(angle), 0]), JSON.stringify(loads.thruster));
    assert.deepEqual(loads.couple.map(({ visible }) => visible), [false, true]);
    assert.ok(near(loads.couple[1].along, [0, 0, 1]));

    // Ten times the value, as far again; the point of a click is the one nearest to it.
    const { steps, log, before, after, wanted } = await tab.evaluate(() => {
      const [orbit, curves] = halfshaft.plots.cards;
      const [x, y] = orbit.axes;
      const [curve] = orbit.curves;
      const i = Math.floor(0.7 * curve.xs.length);
      const from = halfshaft.player.time;
      orbit.seek(...orbit.at(curve, i));
      return {
        steps: [x.pixel(1) - x.pixel(0.1), x.pixel(0.1) - x.pixel(0.01), y.pixel(0) === null],
        log: [curves.plot.scales.x.distr, curves.plot.scales.y.distr],
        before: from, after: halfshaft.player.time, wanted: curve.times[i],
      };
    });
    assert.ok(Math.abs(steps[0] - steps[1]) < 1e-9 && steps[2], `${steps}`);
    assert.deepEqual(log, [3, 3]);
    assert.ok(after === wanted && after !== before);
    await tab.waitForTimeout(200);
    await tab.screenshot({ path: join(pictures, 'view-loads.png') });
    assert.deepEqual(seen.trouble, []);
    await tab.close();
  } finally {
    server.stop();
  }
});

test('a model before it is run', async () => {
  const server = serve('rods.toml');
  try {
    const { tab, seen } = await page(browser);
    await ready(tab, await server.address);
    assert.match(await tab.locator('#note').innerText(), /has not been run/);
    assert.equal(await tab.locator('footer').isVisible(), false);
    // The frame of the file, one on each body, and the model frame.
    assert.equal(await tab.evaluate('halfshaft.stage.triads.filter((triad) => triad.visible).length'), 4);
    // Both joints turn about z.
    assert.deepEqual(await tab.evaluate('halfshaft.stage.axes.map((axis) => [axis.visible, axis.quaternion.x > 0.7])'), [[true, true], [true, true]]);
    assert.deepEqual(await tab.evaluate('halfshaft.stage.pose(1).position'), [1.5, 0, 0]);
    // Names stand beside what they belong to, as text, from the first picture on.
    await until(tab, () => !document.getElementById('labels').hidden);
    const names = await tab.locator('#labels span:visible').allInnerTexts();
    assert.ok(['upper', HOSTILE, 'elbow'].every((name) => names.includes(name)), `${names}`);
    await tab.keyboard.press('m');
    await until(tab, () => document.getElementById('labels').hidden);
    await tab.keyboard.press('m');
    await tab.waitForTimeout(200);
    await tab.screenshot({ path: join(pictures, 'view-model.png') });
    assert.deepEqual(seen.trouble, []);
    await tab.close();
  } finally {
    server.stop();
  }
});

test('a torsional train: its drawing and its plots, before and after it is run', async () => {
  halfshaft('new', 'train.toml', '--kind', 'train');
  halfshaft('run', 'train.toml', '--quiet');
  for (const subject of ['train.toml', 'runs/train']) {
    const server = serve(subject);
    try {
      const { tab, seen } = await page(browser);
      await ready(tab, await server.address);
      assert.equal(await tab.locator('#stage').isVisible(), false);
      const { width, height } = await tab.locator('.train svg').boundingBox();
      assert.ok(width > 500 && height > 100, `${width} ${height}`);
      if (subject === 'train.toml') assert.match(await tab.locator('#note').innerText(), /has not been run/);
      else {
        assert.equal(await tab.locator('.card').count(), 2);
        await tab.locator('#tree .name', { hasText: 'clutch' }).click();
        await tab.locator('#inspector .chips button', { hasText: 'slip' }).click();
        await until(tab, () => document.querySelectorAll('.card').length === 3);
        await tab.screenshot({ path: join(pictures, 'view-train.png') });
      }
      assert.deepEqual(seen.trouble, []);
      await tab.close();
    } finally {
      server.stop();
    }
  }
});

test('films with their pressure, and the forces of contacts', async () => {
  const ring = join(root, 'examples/contact/squeeze_film_ring.toml');
  halfshaft('run', ring, '--out', 'film', '--csv', '--quiet');
  const columns = csv('film');
  const server = serve('film');
  try {
    const { tab, seen } = await page(browser);
    await ready(tab, await server.address);
    const { films, items } = await tab.evaluate('({ films: halfshaft.runs[0].head.films.length, items: halfshaft.runs[0].head.items })');
    assert.equal(films, 1);
    const name = items.find(({ kind }) => kind === 'film').name;
    await tab.locator('#colour').selectOption('pressure');
    await tab.keyboard.press('a');
    assert.match(await tab.locator('#legend').innerText(), /pressure .* MPa/);
    // The film's load is the force of its channel.
    const row = Math.floor(columns.time.length / 2);
    await tab.evaluate((time) => halfshaft.player.seek(time), columns.time[row]);
    const force = await tab.evaluate(() => {
      const { motion, head } = halfshaft.runs[0];
      const index = Array.from(motion.items).findIndex((place) => head.items[place].kind === 'film');
      return Math.hypot(...motion.load(index, motion.place(halfshaft.player.time)).slice(3, 6));
    });
    const expected = Math.abs(columns[`${name}.normal_force`][row]);
    assert.ok(Math.abs(force / expected - 1) < 1e-3, `${force} ${expected}`);
    // At the edges the surrounding pressure, between them more than the mean.
    const [edge, middle, area] = await tab.evaluate(() => {
      const [film] = halfshaft.stage.films.rings;
      return [film.oil[0], Math.max(...film.oil), film.area];
    });
    assert.ok(Math.abs(edge) < 1e-6 && middle > 1.3 && area > 0, `${edge} ${middle}`);
    await tab.waitForTimeout(200);
    await tab.screenshot({ path: join(pictures, 'view-film.png') });
    assert.deepEqual(seen.trouble, []);
    await tab.close();
  } finally {
    server.stop();
  }
});

test('modes swing through their shapes', async () => {
  writeFileSync(join(scratch, 'modes.toml'), SPRUNG);
  halfshaft('run', 'modes.toml', '--quiet');
  const server = serve('runs/modes');
  try {
    const { tab, seen } = await page(browser);
    await ready(tab, await server.address);
    assert.equal(await tab.locator('#mode option').count(), 1);
    assert.match(await tab.locator('#mode').innerText(), /mode 1: 1\.59\d* Hz/);
    // A quarter of a swing: as far as it goes, along y alone.
    await tab.evaluate('halfshaft.player.pause(); halfshaft.player.seek(0.5)');
    const { position } = await tab.evaluate('halfshaft.stage.pose(0)');
    const extent = await tab.evaluate('halfshaft.runs[0].head.extent');
    assert.ok(Math.abs(Math.abs(position[1]) - 0.06 * extent) < 1e-6 && Math.abs(position[0]) < 1e-9, `${position}`);
    await tab.screenshot({ path: join(pictures, 'view-modes.png') });
    assert.deepEqual(seen.trouble, []);
    await tab.close();
  } finally {
    server.stop();
  }
});

test('modes of mass points, which do not turn', async () => {
  halfshaft('run', join(root, 'examples/rigid/string_of_beads.toml'), '--out', 'beads', '--quiet');
  const server = serve('beads');
  try {
    const { tab, seen } = await page(browser);
    await ready(tab, await server.address);
    await tab.evaluate('halfshaft.player.pause(); halfshaft.player.seek(0.5)');
    const beads = await tab.evaluate('[0, 2].map((bead) => halfshaft.stage.pose(bead))');
    const away = beads.map(({ position: [, y, z] }) => Math.hypot(y, z));
    const extent = await tab.evaluate('halfshaft.runs[0].head.extent');
    // Half a wave: the bead in the middle goes as far as is shown, the first of five half as far.
    assert.ok(Math.abs(away[1] - 0.06 * extent) < 1e-6 && Math.abs(away[0] / away[1] - 0.5) < 1e-6, `${away}`);
    assert.deepEqual(beads[1].rotation, [1, 0, 0, 0]);
    assert.deepEqual(seen.trouble, []);
    await tab.close();
  } finally {
    server.stop();
  }
});

test('a result of more than 100 MB', async () => {
  const pendulum = join(root, 'examples/rigid/pendulum.toml');
  halfshaft('run', pendulum, '--set', 'solver.step=10 us', '--out', 'large', '--quiet');
  const size = statSync(join(scratch, 'large/channels.parquet')).size;
  console.log(`channels.parquet: ${(size / 1e6).toFixed(0)} MB, report ${(statSync(join(scratch, 'large/report.html')).size / 1e3).toFixed(0)} kB`);
  assert.ok(size > 100e6, `${size}`);
  const server = serve('large');
  try {
    const { tab, seen } = await page(browser);
    const begun = Date.now();
    await ready(tab, await server.address);
    console.log(`shown after ${Date.now() - begun} ms`);
    assert.equal(await tab.evaluate('halfshaft.runs[0].head.rows'), 1_000_001);
    await tab.evaluate('halfshaft.player.seek(0.5)');
    const { position } = await tab.evaluate('halfshaft.stage.pose(0)');
    // The example's own expectation; frames are 2.5 ms apart, which a straight line bridges within 2e-5 m.
    assert.ok(Math.abs(position[0] + 0.39104879) < 1e-4 && Math.abs(position[1] + 0.92036995) < 1e-4, `${position}`);
    assert.deepEqual(seen.trouble, []);
    await tab.close();
  } finally {
    server.stop();
  }
});

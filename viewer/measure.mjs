// Measures the demo in a browser: node viewer/measure.mjs, after cargo build --release and npm ci in viewer/.
//
// Sizes of the report, of the page and of an offline file; time until something is seen, from disk and from the server; what a
// picture costs in the demo, in a run of a million samples and in one of thousands of channels.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pathToFileURL } from 'node:url';
import { browse, halfshaft, page, ready, root, scratch, serve } from './test/common.mjs';

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
const size = (name) => megabytes(statSync(join(scratch, name)).size);
const painted = (tab) => tab.evaluate(() => new Promise((done) => {
  new PerformanceObserver((list) => {
    const [paint] = list.getEntriesByName('first-contentful-paint');
    if (paint) done(Math.round(paint.startTime));
  }).observe({ type: 'paint', buffered: true });
}));

// What the page computes for a picture at another time, plots included, without the drawing of the 3D scene itself: that is
// the graphics card's, or here a slow imitation of one.
async function computing(tab) {
  const times = await tab.evaluate(async () => {
    const { player } = halfshaft;
    const { begin, end } = player.motion;
    const taken = [];
    for (let i = 0; i <= 40; i++) {
      const start = performance.now();
      player.seek(begin + ((end - begin) * i) / 40);
      // Plots draw themselves once everything else is done.
      await null;
      await null;
      taken.push(performance.now() - start);
    }
    return taken.sort((a, b) => a - b);
  });
  return `${times[20].toFixed(1)} ms of computing for each picture, 9 of 10 below ${times[36].toFixed(1)} ms`;
}

async function watch(browser, folder) {
  const server = serve(folder);
  const { tab } = await page(browser);
  const begun = Date.now();
  const address = await server.address;
  await ready(tab, address);
  const { channels, rows } = await tab.evaluate('({ channels: halfshaft.runs[0].head.channels.length, rows: halfshaft.runs[0].head.rows })');
  console.log(`${folder}: ${channels} channels, ${rows} samples; first paint ${await painted(tab)} ms, all shown ${Date.now() - begun} ms, ${await computing(tab)}`);
  const scripts = await tab.evaluate(async () => Promise.all(['viewer.js', 'viewer.css'].map(async (name) => (await fetch(name)).text())));
  await tab.close();
  server.stop();
  return scripts;
}

halfshaft('demo', '--out', 'demo');
console.log(`report of the demo: ${size('demo/report.html')}, channels ${size('demo/channels.parquet')}`);
halfshaft('view', 'demo', '--export', 'demo.html');
console.log(`the demo in one offline file: ${size('demo.html')}`);
halfshaft('run', join(root, 'examples/rigid/pendulum.toml'), '--set', 'solver.step=10 us', '--out', 'long', '--quiet');
halfshaft('run', join(root, 'examples/rigid/four_bar_40.toml'), '--out', 'wide', '--quiet');

const browser = await browse();
const { tab } = await page(browser);
await tab.goto(pathToFileURL(join(scratch, 'demo/report.html')).href);
console.log(`report of the demo: first paint ${await painted(tab)} ms`);
await ready(tab, pathToFileURL(join(scratch, 'demo.html')).href);
console.log(`offline file: first paint ${await painted(tab)} ms`);
await tab.close();
const scripts = await watch(browser, 'demo');
const bundle = scripts.join('');
console.log(`page bundle: ${megabytes(Buffer.byteLength(bundle))}, compressed ${megabytes(gzipSync(bundle).length)}`);
await watch(browser, 'long');
await watch(browser, 'wide');
await browser.close();

// Measures the demo in a browser: node viewer/measure.mjs, after cargo build --release and npm ci in viewer/.
//
// Sizes of the report, of the page and of an offline file; what it takes until something is seen, from disk and from the server; what a
// picture costs in the demo, in a run of a million samples and in one of thousands of channels.
//
// BASELINE names the program of another version. Both are then loaded in turns, ROUNDS times each (15 by default), and compared by the
// median of the ratios of neighbouring loads: single times on a machine with other work differ by a factor of two, these ratios by a few percent.
// What counts is the CPU time of the page's main thread: until the first paint, and until the page is ready (tasks, of which scripts). Other
// work disturbs it least.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pathToFileURL } from 'node:url';
import { browse, halfshaft, halfshaftOf, page, program, ready, root, scratch, serve, serveBy } from './test/common.mjs';

const programs = [program, process.env.BASELINE].filter(Boolean);
const rounds = Number(process.env.ROUNDS ?? 15);

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(3)} MB`;
const bytes = (name) => statSync(join(scratch, name)).size;
const median = (list) => quantile(list, 0.5);

function quantile(list, part) {
  const sorted = [...list].sort((a, b) => a - b);
  const at = part * (sorted.length - 1);
  const low = Math.floor(at);
  return sorted[low] + (at - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
}

// Loads an address in a fresh context without a cache: first paint, and the CPU time of the main thread until then and until the page is ready.
async function load(browser, address, isReport) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 860 } });
  const tab = await context.newPage();
  const session = await context.newCDPSession(tab);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await browser.startTracing(tab, { categories: ['loading', 'blink.user_timing', 'devtools.timeline'] });
  if (isReport) await tab.goto(address);
  else await ready(tab, address);
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name) => 1000 * metrics.find((metric) => metric.name === name).value;
  const paint = await painted(tab);
  const measured = { 'first paint': paint, 'CPU until first paint': cpuUntilPaint(await browser.stopTracing()), 'tasks until ready': of('TaskDuration'), scripts: of('ScriptDuration') };
  await context.close();
  return measured;
}

// CPU time that the page's main thread takes until the first paint, in ms, by the thread's own clock: other work on the machine takes none of it.
function cpuUntilPaint(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const { pid, tid, ts: end } = traceEvents.findLast(({ name }) => name === 'firstContentfulPaint');
  const done = traceEvents.filter((event) => event.pid === pid && event.tid === tid && event.tdur !== undefined && event.ts + event.dur <= end);
  return (Math.max(...done.map(({ tts, tdur }) => tts + tdur)) - Math.min(...done.map(({ tts }) => tts))) / 1000;
}

const painted = (tab) => tab.evaluate(() => new Promise((done) => {
  new PerformanceObserver((list) => {
    const [paint] = list.getEntriesByName('first-contentful-paint');
    if (paint) done(paint.startTime);
  }).observe({ type: 'paint', buffered: true });
}));

// The programs in turns, so that what else the machine does meets both alike.
async function compare(browser, title, addresses, isReport = false) {
  const loads = addresses.map(() => []);
  for (const address of addresses) await load(browser, address, isReport);
  for (let round = 0; round < rounds; round++) {
    // First one, then the other begins.
    const order = [...addresses.keys()];
    if (round % 2) order.reverse();
    for (const place of order) loads[place].push(await load(browser, addresses[place], isReport));
  }
  for (const key of Object.keys(loads[0][0])) {
    const of = loads.map((list) => list.map((each) => each[key]));
    const text = of.map((list) => `${median(list).toFixed(0)} ms (quartiles ${quantile(list, 0.25).toFixed(0)} … ${quantile(list, 0.75).toFixed(0)})`);
    const ratios = of[1]?.map((old, i) => of[0][i] / old);
    const compared = ratios ? `, baseline ${text[1]}, ratio ${median(ratios).toFixed(3)} (quartiles ${quantile(ratios, 0.25).toFixed(3)} … ${quantile(ratios, 0.75).toFixed(3)})` : '';
    console.log(`${title}, ${key}: ${text[0]}${compared}`);
  }
}

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
  const address = await server.address;
  const begun = Date.now();
  await ready(tab, address);
  const { channels, rows } = await tab.evaluate('({ channels: halfshaft.runs[0].head.channels.length, rows: halfshaft.runs[0].head.rows })');
  console.log(`${folder}: ${channels} channels, ${rows} samples; all shown ${Date.now() - begun} ms, ${await computing(tab)}`);
  await tab.close();
  server.stop();
}

const browser = await browse();
programs.forEach((binary, i) => {
  halfshaftOf(binary, 'demo', '--out', `demo-${i}`);
  halfshaftOf(binary, 'view', `demo-${i}`, '--export', `demo-${i}.html`);
  const name = i ? 'baseline' : 'this version';
  console.log(`${name}: report of the demo ${megabytes(bytes(`demo-${i}/report.html`))}, channels ${megabytes(bytes(`demo-${i}/channels.parquet`))}, offline file ${megabytes(bytes(`demo-${i}.html`))}`);
});
await compare(browser, 'report of the demo', programs.map((_, i) => pathToFileURL(join(scratch, `demo-${i}/report.html`)).href), true);
const servers = programs.map((binary, i) => serveBy(binary, `demo-${i}`));
const addresses = await Promise.all(servers.map(({ address }) => address));
for (const [i, address] of addresses.entries()) {
  const bundle = (await Promise.all(['viewer.js', 'viewer.css'].map(async (name) => (await fetch(new URL(name, address))).text()))).join('');
  console.log(`${i ? 'baseline' : 'this version'}: page ${megabytes(Buffer.byteLength(bundle))}, compressed ${megabytes(gzipSync(bundle).length)}`);
}
await compare(browser, 'demo from the server', addresses);
for (const server of servers) server.stop();
await compare(browser, 'offline file', programs.map((_, i) => pathToFileURL(join(scratch, `demo-${i}.html`)).href));
halfshaft('run', join(root, 'examples/rigid/pendulum.toml'), '--set', 'solver.step=10 us', '--out', 'long', '--quiet');
halfshaft('run', join(root, 'examples/rigid/four_bar_40.toml'), '--out', 'wide', '--quiet');
await watch(browser, 'demo-0');
await watch(browser, 'long');
await watch(browser, 'wide');
await browser.close();

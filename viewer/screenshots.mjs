// Makes the pictures of the README and the pages: node viewer/screenshots.mjs, after cargo build --release and npm ci in viewer/.
//
// HALFSHAFT and CHROMIUM name the program and the browser where they are not in their usual places.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { browse, halfshaft, page, ready, report, root, scratch, serve } from './test/common.mjs';

halfshaft('demo', '--out', 'run');
halfshaft('new', 'wheels.toml', '--kind', 'wheels');
const browser = await browse();

// A page of the viewer, prepared and then taken as a picture.
async function view(subject, name, prepare) {
  const server = serve(subject);
  const { tab } = await page(browser, { viewport: { width: 1366, height: 768 } });
  await ready(tab, await server.address);
  await prepare(tab);
  await tab.evaluate(() => document.activeElement.blur());
  await tab.waitForTimeout(1000);
  await tab.screenshot({ path: join(root, 'docs', name) });
  await tab.close();
  server.stop();
}

// The camera by so many parts nearer, and turned by so many steps of the keys.
async function look(tab, nearer, ...keys) {
  await tab.evaluate((part) => {
    const { camera, controls } = halfshaft.stage;
    camera.position.lerp(controls.target, part);
    controls.update();
  }, nearer);
  for (const key of keys) await tab.keyboard.press(key);
}

// The demo, which opens cut, in drive to the rear with the forces of the teeth.
await view('run', 'viewer.png', async (tab) => {
  await tab.evaluate(() => {
    // How fast the machine was that made the picture is of no interest.
    document.getElementById('facts').textContent = '';
    halfshaft.player.seek(18);
  });
  await look(tab, 0.2, 'a');
  await tab.locator('#arrows-of').selectOption('gear');
  await tab.locator('#scale').evaluate((slider) => {
    slider.value = -0.8;
    slider.dispatchEvent(new Event('input'));
  });
});

// Two wheels before they are run.
await view('wheels.toml', 'model.png', (tab) => look(tab, 0.1));

const { tab } = await page(browser, { viewport: { width: 980, height: 1250 } });
await report(tab, pathToFileURL(join(scratch, 'run/report.html')).href);
await tab.screenshot({ path: join(root, 'docs/report.png') });
await browser.close();

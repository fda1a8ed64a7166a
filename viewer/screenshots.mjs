// Makes the pictures of the README: node viewer/screenshots.mjs, after cargo build --release and npm ci in viewer/.
//
// HALFSHAFT and CHROMIUM name the program and the browser where they are not in their usual places.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { browse, halfshaft, page, ready, root, scratch, serve } from './test/common.mjs';

halfshaft('demo', '--out', 'run');
const browser = await browse();

const server = serve('run');
const { tab } = await page(browser, { viewport: { width: 1280, height: 760 } });
await ready(tab, await server.address);
// Cut open, seen from nearer, in drive to the rear with the forces of the teeth.
await tab.evaluate(() => {
  document.getElementById('facts').textContent = '';
  halfshaft.player.seek(18);
  const { camera, controls } = halfshaft.stage;
  camera.position.lerp(controls.target, 0.22);
  controls.update();
});
for (const key of ['j', 'c', 'a']) await tab.keyboard.press(key);
await tab.locator('#arrows-of').selectOption('gear');
await tab.locator('#scale').evaluate((slider) => {
  slider.value = -0.4;
  slider.dispatchEvent(new Event('input'));
});
await tab.evaluate(() => document.activeElement.blur());
await tab.waitForTimeout(1000);
await tab.screenshot({ path: join(root, 'docs/viewer.png') });
server.stop();

const report = await page(browser, { viewport: { width: 980, height: 1250 } });
await report.tab.goto(pathToFileURL(join(scratch, 'run/report.html')).href);
await report.tab.screenshot({ path: join(root, 'docs/report.png') });
await browser.close();

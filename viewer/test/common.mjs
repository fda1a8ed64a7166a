// What the browser tests share: the program, a browser, and a look at what a page asks for.
//
// HALFSHAFT names the program, CHROMIUM the browser; `./test` sets both.

import { chromium } from 'playwright-core';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const program = process.env.HALFSHAFT ?? join(root, 'target/release/halfshaft');
export const pictures = process.env.SCREENSHOTS ?? join(root, 'target/screenshots');

export const scratch = mkdtempSync(join(tmpdir(), 'halfshaft-view-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
mkdirSync(pictures, { recursive: true });

export function halfshaft(...words) { return halfshaftOf(program, ...words); }

// Another program than the one under test.
export function halfshaftOf(binary, ...words) {
  return execFileSync(binary, words, { cwd: scratch, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

export async function browse() {
  // A browser that runs as root has no sandbox; pictures come from software where there is no graphics card.
  const args = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-renderer-backgrounding'];
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
}

// A page with a record of what it asks for and of what goes wrong in it.
export async function page(browser, options = {}) {
  const tab = await browser.newPage({ viewport: { width: 1400, height: 860 }, ...options });
  const seen = { requests: [], trouble: [] };
  tab.on('request', (request) => seen.requests.push(request.url()));
  tab.on('pageerror', (error) => seen.trouble.push(error.message));
  tab.on('console', (message) => { if (message.type() === 'error') seen.trouble.push(message.text()); });
  tab.on('dialog', (dialog) => { seen.trouble.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  return { tab, seen };
}

// Starts the server of a run and gives its address.
export function serve(...words) { return serveBy(program, ...words); }

export function serveBy(binary, ...words) {
  const child = spawn(binary, ['view', ...words], { cwd: scratch, stdio: ['ignore', 'pipe', 'inherit'] });
  const address = new Promise((found, failed) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const match = text.match(/open (http:\S+) /);
      if (match) found(match[1]);
    });
    child.on('exit', (code) => failed(new Error(`view ended with ${code}`)));
  });
  return { address, stop: () => child.kill() };
}

export async function ready(tab, address) {
  await tab.goto(address);
  // Asked for from within, in one question: many of them would be work of the page.
  await tab.evaluate(() => new Promise((done) => {
    const look = () => (window.halfshaft?.ready ? done() : setTimeout(look, 20));
    look();
  }));
}

// Opens a report; what is below its answer is laid out after the first picture.
export async function report(tab, address) {
  await tab.goto(address);
  await until(tab, () => document.body.classList.contains('shown'));
}

// Asks again and again from outside: the page's policy forbids to evaluate text within.
export async function until(tab, condition, argument) {
  const end = Date.now() + 60_000;
  while (!(await tab.evaluate(condition, argument))) {
    if (Date.now() > end) throw new Error(`not within a minute: ${condition}`);
    await tab.waitForTimeout(30);
  }
}

// The columns of a run's comma-separated values, by name without unit. Names must hold no comma.
export function csv(folder) {
  const [head, ...rows] = readFileSync(join(scratch, folder, 'channels.csv'), 'utf8').trimEnd().split('\n').map((line) => line.split(','));
  const columns = {};
  head.forEach((name, i) => { columns[name.replace(/ \[.*\]$/, '')] = rows.map((row) => Number(row[i])); });
  return columns;
}

// The server answers its own page and nobody else.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { halfshaft, scratch, serve } from './common.mjs';
import { MODEL } from './model.mjs';

let server;
let url;

before(async () => {
  writeFileSync(join(scratch, 'rods.toml'), MODEL);
  halfshaft('run', 'rods.toml', '--quiet');
  server = serve('runs/rods');
  url = new URL(await server.address);
});

after(() => server?.stop());

function ask(path, headers = {}, method = 'GET') {
  return new Promise((found, failed) => {
    const options = { host: '127.0.0.1', port: url.port, path, method, headers };
    const asked = request(options, (answer) => {
      let body = '';
      answer.on('data', (chunk) => { body += chunk; });
      answer.on('end', () => found({ status: answer.statusCode, headers: answer.headers, body }));
    });
    asked.on('error', failed);
    asked.end();
  });
}

test('the page comes with a strict policy', async () => {
  const { status, headers } = await ask(url.pathname);
  assert.equal(status, 200);
  const policy = headers['content-security-policy'];
  assert.match(policy, /default-src 'none'/);
  assert.ok(!policy.includes('unsafe'));
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['access-control-allow-origin'], undefined);
});

test('another name for this machine is refused', async () => {
  for (const host of ['evil.example', `evil.example:${url.port}`, '127.0.0.1', '127.0.0.1:1', `127.0.0.1:${url.port}.evil.example`]) {
    assert.equal((await ask(url.pathname, { Host: host })).status, 421, host);
  }
});

test('without the token there is nothing', async () => {
  const wrong = url.pathname.replace(/[0-9a-f]/, (digit) => (digit === '0' ? '1' : '0'));
  for (const path of ['/', '/viewer.js', '/data/0/head.json', wrong, `${wrong}data/0/head.json`, url.pathname.slice(0, -2)]) {
    assert.equal((await ask(path)).status, 403, path);
  }
});

test('no path leads out of the run, nor to its files', async () => {
  for (const path of ['../rods.toml', '..%2f..%2frods.toml', '%2e%2e/%2e%2e/rods.toml', 'data/0/../../../../etc/passwd', '/etc/passwd', 'model.toml', 'data/0/model.toml', 'data/2/head.json']) {
    const { status, body } = await ask(url.pathname + path);
    assert.equal(status, 404, path);
    assert.ok(!body.includes('root:') && !body.includes('format = 1'), path);
  }
});

test('other sites and other methods are refused', async () => {
  assert.equal((await ask(url.pathname, { 'Sec-Fetch-Site': 'cross-site' })).status, 403);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) assert.equal((await ask(url.pathname, {}, method)).status, 405, method);
});

test('nonsense gets an answer or none, and the server lives on', async () => {
  const say = (text) => new Promise((found) => {
    const socket = connect(url.port, '127.0.0.1', () => socket.end(text));
    let answer = '';
    socket.on('data', (chunk) => { answer += chunk; });
    socket.on('close', () => found(answer));
    socket.on('error', () => found(answer));
  });
  for (const text of ['\r\n\r\n', 'GET', `GET ${'/'.repeat(20_000)} HTTP/1.1\r\n\r\n`, '\0\xff\xfe\r\n\r\n', 'GET / HTTP/9\r\nHost: x\r\n\r\n']) {
    const answer = await say(text);
    assert.ok(answer === '' || answer.startsWith('HTTP/1.1 4'), answer.slice(0, 40));
  }
  assert.equal((await ask(url.pathname)).status, 200);
});

test('only this machine can reach it', { skip: process.platform !== 'linux' && 'reads a table of Linux' }, () => {
  const port = Number(url.port).toString(16).toUpperCase().padStart(4, '0');
  const listening = readFileSync('/proc/net/tcp', 'utf8').split('\n').map((line) => line.trim().split(/\s+/)).filter((row) => row[1]?.endsWith(`:${port}`) && row[3] === '0A');
  assert.deepEqual(listening.map((row) => row[1]), [`0100007F:${port}`]);
});

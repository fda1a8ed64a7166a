// Bundles the page: node build.mjs [folder for viewer.js and viewer.css]
import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dirname, join, resolve } from 'node:path';

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, 'dist'));
const common = { bundle: true, minify: true, legalComments: 'inline', charset: 'utf8', loader: { '.html': 'text' }, logLevel: 'warning', target: 'es2022' };
await build({ ...common, entryPoints: [join(here, 'src/main.js')], format: 'iife', outfile: join(out, 'viewer.js') });
await build({ ...common, entryPoints: [join(here, 'src/style.css')], outfile: join(out, 'viewer.css') });

// Line breaks are left in templates only, the shaders of three.js and the markup of the page, where indentation means nothing.
const script = join(out, 'viewer.js');
writeFileSync(script, readFileSync(script, 'utf8').replace(/\n[ \t]+/g, '\n'));

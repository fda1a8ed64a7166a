// Bundles the page: node build.mjs [folder for shell.html, boot.js, viewer.js and viewer.css]
import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dirname, join, resolve } from 'node:path';

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, 'dist'));
const three = join(here, 'node_modules/three');

// What no material and no light of this page uses. Pieces of shaders are within #ifdef, so that nothing is missing without them.
const UNUSED_SHADERS = new RegExp('('
  + 'ShaderChunk/(alphahash|alphamap|aomap|batching|bumpmap|clearcoat|cube_uv|displacementmap|envmap|fog|gradientmap|iridescence|lightmap|lightprobes|morph|shadowmap|shadowmask|skin|specularmap|transmission)[a-z_]*'
  + '|ShaderLib/(background|backgroundCube|cube|depth|distance|equirect|linedashed|meshlambert|meshmatcap|meshnormal|meshphong|meshtoon|points|shadow|vsm)'
  + ')\\.glsl\\.js$');
// Virtual reality and environments, which the renderer asks for in any case.
const NO_XR = `import { EventDispatcher } from '../../core/EventDispatcher.js';
export class WebXRManager extends EventDispatcher {
  enabled = false;
  isPresenting = false;
  setAnimationLoop() {}
  getEnvironmentBlendMode() {}
  dispose() {}
}`;
const NO_ENVIRONMENT = 'export class PMREMGenerator {}';

// three.js from its sources, so that a tenth of it can be left out.
const fewer = {
  name: 'fewer',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^three$/ }, () => ({ path: join(three, 'src/Three.js') }));
    onLoad({ filter: /WebXRManager\.js$/ }, () => ({ contents: NO_XR, resolveDir: join(three, 'src/renderers/webxr') }));
    onLoad({ filter: /PMREMGenerator\.js$/ }, () => ({ contents: NO_ENVIRONMENT }));
    onLoad({ filter: /\.glsl\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      return { contents: UNUSED_SHADERS.test(path.replaceAll('\\', '/')) ? text.replace(/`[^`]*`/g, '``') : text.replace(/\/\/[^\n]*|\n\s*(?=\n)/g, '') };
    });
  },
};

const [license] = readFileSync(join(three, 'build/three.module.js'), 'utf8').match(/^\/\*\*[^]*?\*\//);
const common = { bundle: true, minify: true, legalComments: 'inline', charset: 'utf8', logLevel: 'warning', target: 'es2022' };
await build({ ...common, entryPoints: [join(here, 'src/main.js')], format: 'iife', outfile: join(out, 'viewer.js'), plugins: [fewer], banner: { js: license } });
await build({ ...common, entryPoints: [join(here, 'src/boot.js')], format: 'iife', outfile: join(out, 'boot.js') });
await build({ ...common, entryPoints: [join(here, 'src/style.css')], outfile: join(out, 'viewer.css') });

// Line breaks are left in templates only, the shaders of three.js, and in the markup of the page: indentation means nothing there.
for (const [from, to] of [[join(out, 'viewer.js'), 'viewer.js'], [join(here, 'src/page.html'), 'shell.html']]) {
  writeFileSync(join(out, to), readFileSync(from, 'utf8').replace(/\n[ \t]+/g, '\n'));
}

// The page of `halfshaft view`: puts the parts together and listens to buttons and keys.

import { loadText } from './arrows.js';
import { open } from './source.js';
import { Player, SPEEDS } from './player.js';
import { Stage, isNode } from './stage.js';
import { Plots } from './plots.js';
import { Tree } from './tree.js';
import { Inspector } from './inspector.js';
import { ModeMotion } from './modes.js';
import { ModeCard } from './mode-card.js';
import { Train } from './train.js';
import { ColourBar, fieldName } from './colourbar.js';
import { DISPLACEMENT } from './flexible.js';
import { Probe } from './probe.js';
import * as tools from './tools.js';
import { GRADIENT, LINES } from './colours.js';
import { short, spelled, withUnit } from './numbers.js';

// Keys turn the camera by so much, in radians, and bring it so many times nearer.
const STEP = Math.PI / 36;
const NEARER = 1.15;

const find = (id) => document.getElementById(id);
const press = (id, on) => find(id).setAttribute('aria-pressed', on);

async function main() {
  const runs = await open();
  const { head } = runs[0];
  // Modes are looked at as swings about the state they were found in.
  if (head.modes?.length) runs[0].motion = new ModeMotion(head, runs[0].motion, runs[0].frames);
  const { motion } = runs[0];
  const swings = motion instanceof ModeMotion;
  const longest = runs.reduce((best, run) => (run.motion.end > best.end ? run.motion : best), motion);
  const player = new Player(longest);
  document.title = `${head.title} – halfshaft`;
  find('title').textContent = head.title;
  find('facts').textContent = facts(head, runs[1]?.head);

  let stage = null;
  try {
    stage = new Stage(find('canvas'), runs);
  } catch (error) {
    note(`This browser cannot draw in three dimensions (${error.message}); the plots work without.`);
  }
  const shaped = head.bodies.length > 0 || Boolean(head.flexible);
  let selected = null;
  const hidden = { body: stage?.hidden ?? new Set(), flexible: stage?.flexible?.hidden ?? new Set() };
  const plots = new Plots(find('plots'), runs, player);
  const inspector = new Inspector(find('inspector'), runs[0], plots, player);
  const redraw = () => stage?.update(player.time, selected);
  const refresh = () => {
    tree.show(selected, hidden);
    train?.show(nameOf(head, selected));
    redraw();
  };
  const actions = {
    select(what) {
      selected = what;
      inspector.show(what);
      inspector.values();
      refresh();
    },
    toggle(place, kind = 'body') {
      if (!hidden[kind].delete(place)) hidden[kind].add(place);
      refresh();
    },
    isolate(place, kind = 'body') {
      const all = [...head.bodies.map((_, k) => ['body', k]), ...(head.flexible?.skins ?? []).map((_, k) => ['flexible', k])];
      const others = all.filter(([of, k]) => of !== kind || k !== place);
      const alone = !hidden[kind].has(place) && others.every(([of, k]) => hidden[of].has(k));
      actions.all();
      if (!alone) others.forEach(([of, k]) => hidden[of].add(k));
      refresh();
    },
    all() {
      for (const set of Object.values(hidden)) set.clear();
      refresh();
    },
  };
  const train = head.train ? new Train(runs[0], swings ? motion : null, (name) => actions.select(partNamed(head, name))) : null;
  const tree = new Tree(find('tree'), find('filter'), head, actions);
  inspector.show(null);

  controls(player, longest);
  player.on(redraw);
  const toggleLayer = (id) => {
    if (!stage) return;
    const showing = ['outline', 'lines'].includes(id) ? stage.flexible?.showing : stage.showing;
    if (!showing) return;
    if (id === 'glass') stage.glass(!stage.showing.glass);
    else showing[id] = !showing[id];
    press(id, showing[id]);
    if (id === 'arrows') find('arrow-settings').hidden = !stage.showing.arrows;
    legend(stage);
    redraw();
  };
  const showCut = () => {
    const { axis } = stage.cut;
    press('cut', axis !== null);
    find('cut').textContent = axis === null ? 'Cut' : `Cut ${'xyz'[axis]}`;
    redraw();
  };
  const cut = () => {
    stage?.nextCut();
    if (stage) showCut();
  };
  const mark = () => player.mark(player.marker === null ? player.time : null);
  const theme = (dark) => {
    if (dark !== undefined) document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    stage?.paint(getComputedStyle(document.documentElement).getPropertyValue('--stage').trim());
    plots.restyle();
  };
  const isDark = () => getComputedStyle(document.documentElement).colorScheme === 'dark';
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => theme());
  const flexible = stage?.flexible;
  const bar = flexible && new ColourBar(find('colourbar'), flexible, () => redraw());
  if (stage) stage.inset = () => (find('colourbar').hidden ? 0 : find('colourbar').offsetWidth + find('colourbar').offsetLeft);
  const probe = flexible && new Probe(find('probe'), stage);
  const scalars = contactScalars(head, plots);
  // The fields come first, those of the flexible bodies that the run has; what is asked for most is chosen.
  const fields = flexible?.frames.count ? [...flexible.scalars.map(({ name }) => name), DISPLACEMENT] : [];
  fields.forEach((name, i) => find('colour').add(new Option(`by ${fieldName(name)}`, `field ${name}`), i));
  if (head.films.length) find('colour').add(new Option('by pressure', 'pressure'));
  for (const [name, { unit }] of scalars) find('colour').add(new Option(`by ${withUnit(name.replaceAll('_', ' '), unit)}`, `scalar ${name}`));
  const colour = async () => {
    if (!stage) return;
    const wanted = find('colour').value;
    const scalar = scalars.get(wanted.replace(/^scalar /, ''));
    const read = async ([item, place]) => [item, await runs[0].column(place, { points: 4000 })];
    const columns = new Map(wanted.startsWith('scalar ') ? await Promise.all([...scalar.places].map(read)) : []);
    // Someone may have chosen again in the meantime.
    if (wanted !== find('colour').value) return;
    stage.colourBy(wanted, columns);
    stage.unit = scalar && spelled(scalar.unit);
    legend(stage);
    redraw();
  };
  find('colour').addEventListener('change', colour);
  find('fit').addEventListener('click', () => stage?.fit());
  find('cut').addEventListener('click', cut);
  for (const id of ['joints', 'frames', 'arrows', 'films', 'glass', 'names', 'outline', 'lines']) find(id).addEventListener('click', () => toggleLayer(id));
  const toggleDiagram = () => {
    if (!train || !shaped) return;
    train.box.hidden = !train.box.hidden;
    find('diagram').hidden = train.box.hidden;
    press('train', !train.box.hidden);
  };
  find('train').addEventListener('click', toggleDiagram);
  find('theme').addEventListener('click', () => theme(!isDark()));
  find('help').addEventListener('click', () => find('keys').showModal());
  find('scale').addEventListener('input', () => {
    stage.arrows.scale = 2 ** Number(find('scale').value);
    redraw();
  });
  for (const section of stage?.arrows.sections ?? []) find('arrows-of').add(new Option(`${section}s`, section));
  find('arrows-of').addEventListener('change', () => {
    stage.arrows.choose(find('arrows-of').value);
    legend(stage);
    redraw();
  });
  const exaggerate = (factor) => {
    find('factor').textContent = `${short(factor, 2)} ×`;
    stage?.exaggerate(factor);
    redraw();
  };
  find('exaggerate').addEventListener('input', () => exaggerate(exaggeration()));
  const card = swings && new ModeCard(find('inspector'), head);
  const showMode = (number) => {
    if (!swings) return;
    motion.show((number + head.modes.length) % head.modes.length);
    find('mode').value = motion.number;
    card.show(motion.number);
    redraw();
    train?.update(player.time, player.speed);
  };
  find('marker').addEventListener('click', mark);
  find('follow').addEventListener('click', () => stage && tools.follow(stage, () => selected));
  find('distance').addEventListener('click', () => stage && tools.measure(stage, redraw));
  find('record').addEventListener('click', () => stage && find('recording').showModal());
  find('parts').addEventListener('click', () => press('parts', document.documentElement.classList.toggle('listed')));
  if (stage) tools.recording(stage, player, head.title);
  find('mode').addEventListener('change', () => showMode(Number(find('mode').value)));
  let down = null;
  find('canvas').addEventListener('pointerdown', (event) => { down = [event.clientX, event.clientY]; });
  find('canvas').addEventListener('click', (event) => {
    const moved = down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 4;
    if (!stage || moved || stage.turnTo(event)) return;
    if (!stage.distance.active) actions.select(stage.pick(event));
    else if (stage.measure(event)) redraw();
  });

  const keys = {
    ' ': () => player.toggle(),
    ArrowLeft: (event) => player.step(event.shiftKey ? -10 : -1),
    ArrowRight: (event) => player.step(event.shiftKey ? 10 : 1),
    Home: () => player.seek(longest.begin),
    End: () => player.seek(longest.end),
    '[': () => player.faster(-1),
    ']': () => player.faster(1),
    l: () => find('loop').click(),
    f: () => stage?.fit(),
    ',': () => stage?.orbit(-STEP, 0),
    '.': () => stage?.orbit(STEP, 0),
    ArrowUp: () => stage?.orbit(0, -STEP),
    ArrowDown: () => stage?.orbit(0, STEP),
    '+': () => stage?.nearer(1 / NEARER),
    '-': () => stage?.nearer(NEARER),
    1: () => stage?.look(0),
    2: () => stage?.look(1),
    3: () => stage?.look(2),
    j: () => toggleLayer('joints'),
    x: () => toggleLayer('frames'),
    a: () => toggleLayer('arrows'),
    o: () => toggleLayer('films'),
    m: () => toggleLayer('names'),
    g: () => toggleLayer('glass'),
    e: () => toggleLayer('lines'),
    s: toggleDiagram,
    w: () => toggleLayer('outline'),
    c: cut,
    k: mark,
    v: () => find('follow').click(),
    d: () => find('distance').click(),
    r: () => find('record').click(),
    n: () => showMode(motion.number + 1),
    p: () => showMode(motion.number - 1),
    h: () => hidden[selected?.kind] && actions.toggle(selected.place, selected.kind),
    i: () => hidden[selected?.kind] && actions.isolate(selected.place, selected.kind),
    u: () => actions.all(),
    t: () => theme(!isDark()),
    '?': () => find('keys').showModal(),
    Escape: () => {
      if (stage?.distance.active) tools.measure(stage, redraw, false);
      player.mark();
      actions.select(null);
    },
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const { target } = event;
    if (target.matches('input[type=search], select')) {
      if (event.key === 'Escape') target.blur();
      return;
    }
    // Who walks with the tabulator key presses buttons with the space bar, and moves the sliders that he has come to.
    if (event.key === ' ' && target.matches('button:focus-visible')) return;
    if (/^(Arrow|Home|End)/.test(event.key) && target.matches('input[type=range]:not(#scrub)')) return;
    if (/^Arrow(Up|Down)$/.test(event.key) && tree.walk(target, event.key === 'ArrowDown')) {
      event.preventDefault();
      return;
    }
    const key = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!key) return;
    event.preventDefault();
    key(event);
  });

  if (train) placeDiagram(train, shaped, stage);
  theme();
  if (!head.rows && !swings) {
    // A model that has not been run: frames show at once which way things point.
    document.documentElement.classList.add('still');
    toggleLayer('frames');
    toggleLayer('names');
    note(`The model at its design position; ${head.status ? 'the run has no steps' : 'it has not been run'}.`);
  }
  for (const id of ['films']) find(id).hidden = !head.films.length;
  if (swings) {
    document.documentElement.classList.add('modes');
    head.modes.forEach(({ frequency_hz: frequency }, i) => find('mode').add(new Option(`mode ${i + 1}: ${short(frequency)} Hz`, i)));
    // The first elastic mode tells more than a motion without deformation.
    showMode(Math.max(0, head.modes.findIndex(({ frequency_hz: frequency }) => frequency > 0)));
    player.speed = 1;
    player.toggle();
  }
  // A torsional train has no place in space: its plots take all the room.
  if (!shaped) {
    document.documentElement.classList.add('flat');
    find('right').prepend(find('facts'), find('note'));
    for (const id of ['follow', 'distance', 'record']) find(id).hidden = true;
    if (card) find('inspector').before(card.box);
    if (train) find('right').prepend(find('facts'), find('note'), train.box);
  }
  if (train) {
    const turn = () => train.update(player.time, player.speed);
    turn();
    if (head.rows) train.read().then(turn);
    player.on(({ time, speed }) => train.update(time, speed));
  }
  for (const id of ['outline', 'lines']) find(id).hidden = !flexible;
  if (flexible) {
    press('lines', flexible.showing.lines);
    // Small strains are the rule: more than a thousand times.
    find('exaggerate').max = 6;
    const factor = flexible.automatic();
    find('exaggerate').value = Math.log10(factor);
    exaggerate(factor);
    if (fields.length) {
      find('colour').value = `field ${fields[0]}`;
      await colour();
    }
    bar.update();
    stage.fit();
  }
  refresh();
  // What drives away is followed from the start.
  const leaves = stage && !swings && stage.leaves();
  if (leaves) {
    stage.follow(head.bodies.reduce((most, { mass }, place) => (mass > head.bodies[most].mass ? place : most), 0));
    press('follow', true);
  }
  // Opens on what there is to see, where a housing would hide it; of what drives away, that is the motion.
  if (!leaves && stage?.openUp()) {
    toggleLayer('joints');
    showCut();
  }
  const picture = (now) => {
    player.tick(now);
    if (stage?.dirty) bar?.update();
    stage?.draw();
    probe?.update();
    requestAnimationFrame(picture);
  };
  requestAnimationFrame(picture);
  if (head.rows) await firstPlots(head, plots);
  inspector.mark();

  // For scripts and tests: what is shown, and the ways to change it.
  window.halfshaft = { runs, player, stage, plots, tree, train, hidden, actions, ready: true };
}

// The diagram of the driveline is below the scene, on a phone among the plots; a train without bodies has it above them.
function placeDiagram(train, shaped, stage) {
  find('train').hidden = !shaped;
  if (!shaped) return;
  const narrow = matchMedia('(max-width: 700px)');
  const place = () => {
    find('diagram').hidden = narrow.matches || train.box.hidden;
    if (narrow.matches) find('plots').before(train.box);
    else find('diagram').append(train.box);
    stage?.resize();
    stage?.fit();
  };
  narrow.addEventListener('change', place);
  place();
}

// What a name of the diagram selects, and the name of what is selected.
function partNamed(head, name) {
  const item = head.items.findIndex((each) => each.name === name);
  return item < 0 ? { kind: 'other', place: name } : { kind: 'item', place: item };
}

function nameOf(head, selected) {
  return selected?.kind === 'item' ? head.items[selected.place].name : selected?.place;
}

const AXES = ['x', 'y', 'z'];

async function firstPlots(head, plots) {
  for (const plot of head.plots) await plots.ask(plot);
  if (head.plots.length) return;
  const of = (name, parts) => parts.map((part) => plots.place(`${name}.${part}`)).filter((place) => place !== undefined);
  const joint = head.items.find((item) => item.section === 'joint');
  const body = head.bodies.find(({ name }) => !isNode(head, name));
  // Stresses of solids as they go.
  const stressed = (head.flexible?.skins ?? []).map(({ name }) => [name, plots.place(`${name}.von_mises`)]).filter(([, place]) => place !== undefined).slice(0, LINES);
  if (stressed.length) await plots.channels('Largest von Mises stress', stressed.map(([, place]) => place), stressed.map(([name]) => name));
  // Of a body that only turns the position tells nothing, nor do forces that a joint has not.
  const first = async (name, ...quantities) => {
    for (const quantity of quantities) {
      const places = of(name, AXES.map((axis) => `${quantity}_${axis}`));
      if (await plots.differ(places, quantity !== 'position')) return plots.channels(`${name}: ${quantity.replaceAll('_', ' ')}`, places, AXES);
    }
  };
  if (body) await first(body.name, 'position', 'angular_velocity');
  if (joint) await first(joint.name, 'force', 'torque');
  if (!body && !head.flexible) {
    for (const [title, unit] of [['Speeds', 'rad/s'], ['Torques', 'N m']]) {
      const places = head.channels.map((channel, place) => ({ ...channel, place })).filter((channel) => channel.unit === unit && channel.name.includes('.')).slice(0, LINES);
      if (places.length) await plots.channels(title, places.map(({ place }) => place), places.map(({ name }) => name.replace(/\.(speed|torque)$/, '')));
    }
  }
  const energy = ['energy_kinetic', 'energy_dissipated', 'energy_supplied'].map((name) => plots.place(name)).filter((place) => place !== undefined);
  if (energy.length) await plots.channels('Energy', energy, energy.map((place) => head.channels[place].name.slice('energy_'.length)));
}

// Numbers of contacts and gears that tell nothing of how they are loaded.
const UNCOLOURED = ['angle_a', 'angle_b', 'distance', 'flank', 'status', 'stiffness'];

// The channels of contacts and gears that are no components of vectors: forces, gaps, pressures.
function contactScalars(head, plots) {
  const scalars = new Map();
  head.items.forEach((item, i) => {
    if (!['contact', 'gear'].includes(item.section)) return;
    for (const { name, unit } of head.channels) {
      const channel = name.startsWith(`${item.name}.`) ? name.slice(item.name.length + 1) : '';
      if (!channel || channel.includes('.') || /_[xyz]$/.test(channel) || UNCOLOURED.includes(channel)) continue;
      if (!scalars.has(channel)) scalars.set(channel, { unit, places: new Map() });
      scalars.get(channel).places.set(i, plots.place(name));
    }
  });
  // What is asked for most comes first.
  const first = ['normal_force', 'film_thickness', 'gap', 'mean_pressure'];
  const rank = ([name]) => (first.indexOf(name) + first.length + 1) % (first.length + 1);
  return new Map([...scalars].sort((a, b) => rank(a) - rank(b)));
}

// From one to a thousand, by powers.
const exaggeration = () => 10 ** Number(find('exaggerate').value);

function facts(head, other) {
  const parts = [head.model];
  if (head.status) parts.push(head.status);
  if (head.real_time_factor) parts.push(`computed at ${short(head.real_time_factor, 3)} × real time`);
  if (other) parts.push(`${head.bodies.length ? 'grey' : 'dashed'}: ${other.model} (${other.hash.slice(0, 8)})`);
  return parts.join(' · ');
}

function note(text) {
  const box = find('note');
  box.hidden = false;
  box.textContent = text;
}

function legend(stage) {
  const box = find('legend');
  // Fields have a bar of their own.
  const coloured = stage.colour !== 'body' && !stage.flexible?.by;
  box.hidden = !coloured && !stage.showing.arrows && !stage.showing.frames;
  box.replaceChildren();
  const say = (text, colour) => {
    const words = document.createElement('span');
    words.style.color = `var(${colour})`;
    words.textContent = text;
    box.append(words);
  };
  if (coloured) {
    const bar = document.createElement('div');
    bar.className = 'bar';
    bar.style.background = GRADIENT;
    box.append(bar);
    say(stage.colour === 'force'
      ? `largest force on the body: 0 … ${loadText(stage.arrows.largest[0], 0)}`
      : stage.colour === 'pressure'
        ? `pressure in films and between faces: 0 … ${short(stage.films.largest / 1e6, 3)} MPa`
        : `${stage.colour.slice(7).replaceAll('_', ' ')}: ${short(stage.range.low, 2)} … ${short(stage.range.high, 3)} ${stage.unit === '1' ? '' : stage.unit}${stage.range.log ? ', logarithmic' : ''}`, '--ink');
  }
  if (stage.showing.frames) {
    for (const [name, colour] of [['x', '--line1'], ['y', '--line2'], ['z', '--line0']]) say(`→ ${name}`, colour);
    if (stage.axes.length) say('→ axis of a joint', '--axis');
  }
  if (stage.showing.arrows) {
    for (const [name, kind, colour] of [['force', 0, '--line1'], ['torque', 1, '--line0']]) {
      const largest = stage.arrows.largest[kind];
      if (largest > 0) say(`→ ${name}, longest ${loadText(largest, kind)}`, colour);
    }
  }
}

function controls(player, motion) {
  const [play, loop, scrub, time, speed] = ['play', 'loop', 'scrub', 'time', 'speed'].map(find);
  for (const value of SPEEDS) speed.add(new Option(`${value} ×`, value));
  scrub.min = motion.begin;
  scrub.max = motion.end;
  // An equilibrium has no time to go through.
  for (const element of [play, loop, scrub, time, find('marker'), speed.parentElement]) element.hidden = motion.end <= motion.begin;
  play.addEventListener('click', () => player.toggle());
  loop.addEventListener('click', () => {
    player.loop = !player.loop;
    loop.setAttribute('aria-pressed', player.loop);
  });
  scrub.addEventListener('input', () => {
    player.playing = false;
    player.seek(Number(scrub.value));
  });
  speed.addEventListener('change', () => {
    player.speed = Number(speed.value);
    player.tell();
  });
  const digits = Math.max(0, Math.min(6, 3 - Math.floor(Math.log10(motion.end - motion.begin || 1))));
  player.on(() => {
    press('marker', player.marker !== null);
    play.textContent = player.playing ? '❚❚' : '▶';
    scrub.value = player.time;
    speed.value = player.speed;
    time.textContent = `${player.time.toFixed(digits)} s of ${short(motion.end)} s`;
  });
  player.tell();
}

main().catch((error) => {
  document.body.textContent = `The page could not be shown: ${error.message}`;
});

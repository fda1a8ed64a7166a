// Buttons of the tools: following a body, measuring a distance, recording.

import { pictures, save, video } from './recording.js';

const find = (id) => document.getElementById(id);
const press = (id, on) => find(id).setAttribute('aria-pressed', on);

// The camera goes with the selected body, until it is asked to stay.
export function follow(stage, selected) {
  const body = stage.followed == null && selected()?.kind === 'body' ? selected().place : null;
  stage.follow(body);
  press('follow', body !== null);
  return body;
}

export function measure(stage, redraw, on = !stage.distance.active) {
  stage.distance.active = on;
  if (!on) stage.distance.clear();
  press('distance', on);
  redraw();
}

// The dialogue for videos and pictures.
export function recording(stage, player, title) {
  const [dialog, start, stop, progress] = ['recording', 'record-start', 'record-stop', 'record-progress'].map(find);
  let going = false;
  stop.addEventListener('click', () => {
    going = false;
    dialog.close();
  });
  start.addEventListener('click', async () => {
    if (going) return;
    going = true;
    start.disabled = true;
    player.pause();
    const { time } = player;
    const rate = Math.min(Math.max(Number(find('record-rate').value) || 30, 1), 60);
    const report = (part) => {
      progress.value = part;
      return going;
    };
    const as = find('record-as').value;
    try {
      const blob = await (as === 'video' ? video : pictures)(stage, player, title, rate, report);
      if (going) save(blob, as === 'video' ? 'halfshaft.webm' : 'halfshaft.zip');
    } finally {
      going = false;
      start.disabled = false;
      player.seek(time);
    }
  });
}

// The motion as a video or as a series of pictures, with the texts that stand over the scene.

const BITS = 12e6;

// One picture of the scene: the canvas, the names and values, and below them the title and the time.
class Picture {
  constructor(stage, player, title) {
    Object.assign(this, { stage, player, title });
    this.canvas = document.createElement('canvas');
    // A video has an even number of pixels.
    this.canvas.width = stage.canvas.width & ~1;
    this.canvas.height = stage.canvas.height & ~1;
    this.ctx = this.canvas.getContext('2d');
  }

  async take(time) {
    const { ctx, stage, player } = this;
    await stage.runs[0].frames?.settled(time);
    player.seek(time);
    stage.dirty = true;
    stage.draw();
    ctx.drawImage(stage.canvas, 0, 0);
    const scale = stage.canvas.width / stage.canvas.clientWidth;
    const style = getComputedStyle(document.documentElement);
    ctx.save();
    ctx.scale(scale, scale);
    ctx.textBaseline = 'top';
    for (const { words, kind, left, top } of stage.labels.seen()) {
      ctx.font = `${kind === 'body' ? '600 ' : ''}11px system-ui`;
      ctx.fillStyle = style.getPropertyValue('--ink');
      ctx.fillText(words, left + 3, top + 2);
    }
    ctx.font = '13px system-ui';
    ctx.fillStyle = style.getPropertyValue('--soft');
    ctx.fillText(`${this.title} · ${document.getElementById('time').textContent}`, 12, stage.canvas.clientHeight - 24);
    ctx.restore();
  }
}

// The times of the pictures of one pass at a speed.
export function times({ begin, end }, speed, rate) {
  const count = Math.max(2, Math.round(((end - begin) / speed) * rate) + 1);
  return Array.from({ length: count }, (_, i) => begin + ((end - begin) * i) / (count - 1));
}

// A WebM video of one pass; it takes as long as the pass, or longer where drawing is slow. `report` gets the part that is done and says
// whether to go on.
export async function video(stage, player, title, rate, report) {
  const picture = new Picture(stage, player, title);
  const stream = picture.canvas.captureStream(0);
  const [track] = stream.getVideoTracks();
  const type = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'].find((each) => MediaRecorder.isTypeSupported(each));
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: BITS });
  const parts = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const stopped = new Promise((done) => { recorder.addEventListener('stop', done); });
  await picture.take(player.motion.begin);
  recorder.start();
  const list = times(player.motion, player.speed, rate);
  const start = performance.now();
  for (const [i, time] of list.entries()) {
    // What is drawn next is taken, once it reaches the screen.
    track.requestFrame();
    await picture.take(time);
    // At the second of two pictures the first has reached the screen, however busy the machine is.
    for (let k = 0; k < 2; k++) await new Promise(requestAnimationFrame);
    if (!report((i + 1) / list.length)) break;
    await wait(Math.max(0, start + (1000 * (i + 1)) / rate - performance.now()));
  }
  recorder.stop();
  await stopped;
  track.stop();
  return new Blob(parts, { type: 'video/webm' });
}

// The same pictures as PNG files in a ZIP archive, exactly one for each time.
export async function pictures(stage, player, title, rate, report) {
  const picture = new Picture(stage, player, title);
  const files = [];
  const list = times(player.motion, player.speed, rate);
  for (const [i, time] of list.entries()) {
    await picture.take(time);
    const blob = await new Promise((done) => { picture.canvas.toBlob(done, 'image/png'); });
    files.push([`frame-${String(i).padStart(5, '0')}.png`, new Uint8Array(await blob.arrayBuffer())]);
    if (!report((i + 1) / list.length)) break;
  }
  return archive(files);
}

export function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const wait = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

// A ZIP archive of files as they are: pictures are compressed already. Format: PKWARE APPNOTE 4.3.
export function archive(files) {
  const parts = [];
  const list = [];
  let at = 0;
  for (const [name, bytes] of files) {
    const text = new TextEncoder().encode(name);
    // Version 2.0, UTF-8 names, stored, 1 January 1980.
    const common = numbers([20, 2], [0x800, 2], [0, 2], [0, 2], [0x21, 2], [crc(bytes), 4], [bytes.length, 4], [bytes.length, 4], [text.length, 2], [0, 2]);
    list.push(numbers([0x02014b50, 4], [20, 2]), common, numbers([0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), text);
    parts.push(numbers([0x04034b50, 4]), common, text, bytes);
    at += 4 + common.length + text.length + bytes.length;
  }
  const size = list.reduce((sum, part) => sum + part.length, 0);
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [size, 4], [at, 4], [0, 2]);
  return new Blob([...parts, ...list, end], { type: 'application/zip' });
}

// Whole numbers of some bytes each, the least first.
function numbers(...fields) {
  const bytes = new Uint8Array(fields.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of fields) for (let i = 0; i < size; i++) bytes[at++] = Math.floor(value / 256 ** i) & 255;
  return bytes;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, i) => {
  let c = i;
  for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});

function crc(bytes) {
  let c = 0xffffffff;
  for (const byte of bytes) c = (c >>> 8) ^ TABLE[(c ^ byte) & 255];
  return (c ^ 0xffffffff) >>> 0;
}

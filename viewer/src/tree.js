// The list of bodies and of what joins them, with hiding and isolating.

import { isNode } from './stage.js';

// What can be hidden and isolated.
const SHAPED = ['body', 'flexible'];

export class Tree {
  constructor(element, filter, head, actions) {
    this.element = element;
    this.actions = actions;
    this.rows = [];
    const bodies = head.bodies.map((body, place) => ({ kind: 'body', place, name: body.name }));
    this.section('Bodies', bodies.filter(({ name }) => !isNode(head, name)));
    const flexible = head.flexible?.skins ?? [];
    this.section('Flexible bodies', flexible.map(({ name }, place) => ({ kind: 'flexible', place, name })));
    const sections = new Map();
    head.items.forEach((item, place) => {
      const title = item.section[0].toUpperCase() + item.section.slice(1) + 's';
      if (!sections.has(title)) sections.set(title, []);
      sections.get(title).push({ kind: 'item', place, name: item.name, type: item.kind });
    });
    // What has no place in space: shafts and their connections, and what else has channels, as signals.
    const placed = new Set([...head.bodies, ...head.items, ...flexible].map(({ name }) => name));
    const other = ({ name, kind = '' }) => ({ kind: 'other', place: name, name, type: kind });
    const { discs = [], links = [] } = head.train ?? {};
    if (discs.length) sections.set('Shafts', discs.map(other));
    const connections = links.filter(({ name }) => !placed.has(name)).map(other);
    if (connections.length) sections.set('Drivelines', [...sections.get('Drivelines') ?? [], ...connections]);
    for (const [title, entries] of sections) this.section(title, entries);
    for (const { name } of [...discs, ...links]) placed.add(name);
    this.section(head.bodies.length || flexible.length || discs.length ? 'Others' : 'Parts', [...new Set(channelled(head))].filter((name) => !placed.has(name)).map((name) => other({ name })));
    this.section('Nodes', bodies.filter(({ name }) => isNode(head, name)).map((body) => ({ ...body, type: 'node' })));
    filter.addEventListener('input', () => this.filter(filter.value));
  }

  section(title, entries) {
    if (!entries.length) return;
    const heading = document.createElement('li');
    heading.className = 'section';
    heading.textContent = `${title} (${entries.length})`;
    this.element.append(heading);
    let within = '';
    for (const entry of entries) {
      const [path, own] = split(entry.name, entries);
      if (path !== within && path) {
        const room = document.createElement('li');
        room.className = 'path';
        room.textContent = path;
        this.element.append(room);
      }
      within = path;
      const row = document.createElement('li');
      row.className = 'row';
      row.dataset.kind = entry.kind;
      row.setAttribute('role', 'treeitem');
      const name = document.createElement('button');
      name.className = 'name';
      // A name is text whatever it holds.
      name.textContent = own;
      name.title = entry.type ? `${entry.name} (${entry.type})` : entry.name;
      name.addEventListener('click', () => this.actions.select({ kind: entry.kind, place: entry.place }));
      row.append(name);
      if (SHAPED.includes(entry.kind) && entry.type !== 'node') {
        const isolate = button('◎', `Show ${entry.name} alone`, () => this.actions.isolate(entry.place, entry.kind));
        const eye = button('●', `Hide or show ${entry.name}`, () => this.actions.toggle(entry.place, entry.kind));
        eye.className = 'eye';
        row.append(isolate, eye);
      } else {
        const type = document.createElement('span');
        type.className = 'type';
        type.textContent = entry.type.replaceAll('_', ' ');
        row.append(type);
      }
      this.element.append(row);
      this.rows.push({ ...entry, row });
    }
  }

  // From a row to the next that is shown, or to the one before it; whether there was a row.
  walk(from, down) {
    const rows = this.rows.filter(({ row }) => !row.hidden).map(({ row }) => row);
    const at = rows.indexOf(from.closest('.row'));
    if (at < 0) return false;
    rows[Math.min(Math.max(at + (down ? 1 : -1), 0), rows.length - 1)].querySelector('.name').focus();
    return true;
  }

  filter(text) {
    const wanted = text.trim().toLowerCase();
    for (const { row, name } of this.rows) row.hidden = !name.toLowerCase().includes(wanted);
  }

  show(selected, hidden) {
    for (const { row, kind, place } of this.rows) {
      const chosen = selected?.kind === kind && selected.place === place;
      row.classList.toggle('selected', chosen);
      row.setAttribute('aria-selected', chosen);
      if (chosen) row.scrollIntoView({ block: 'nearest' });
      if (row.querySelector('.eye')) {
        row.classList.toggle('hidden', hidden[kind].has(place));
        row.querySelector('.eye').textContent = hidden[kind].has(place) ? '○' : '●';
      }
    }
  }
}

// Names of what has channels.
function channelled(head) {
  return head.channels.filter(({ name }) => name.includes('.')).map(({ name }) => name.slice(0, name.lastIndexOf('.')));
}

// A prefix that several share up to their last slash is shown once, above them.
function split(name, entries) {
  const path = name.slice(0, name.lastIndexOf('/') + 1);
  const shared = path && entries.filter((other) => other.name.startsWith(path)).length > 1;
  return shared ? [path, name.slice(path.length)] : ['', name];
}

function button(text, title, action) {
  const element = document.createElement('button');
  element.textContent = text;
  element.title = title;
  element.addEventListener('click', action);
  return element;
}

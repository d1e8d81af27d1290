// Draws a graph of steps from left to right. Each step is to the right of all steps before it.

import { html, nothing, svg } from "../lib.js";

const BOX = { width: 156, height: 36 };
const GAP = { across: 52, down: 12 };
const MARGIN = 8;
const SWEEPS = 4;
/** More lines than this cannot be distinguished, and are not drawn. */
const LINES_MAX = 2_000;

/**
 * @param nodes [{name, after, title, note, tone, href}]; after has names of other nodes of the list
 */
export function graph(label, nodes) {
  const places = layout(nodes);
  const lines = nodes.flatMap(({ name, after }) => after.map((before) => [before, name]));
  const width = Math.max(...[...places.values()].map(({ x }) => x)) + BOX.width + MARGIN;
  const height = Math.max(...[...places.values()].map(({ y }) => y)) + BOX.height + MARGIN;
  return html`<div class="graph" role="region" aria-label=${label} tabindex="0">
    <svg viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="group" aria-label=${label}>
      <g aria-hidden="true">
        ${lines.length > LINES_MAX
          ? nothing
          : lines.map(([from, to]) => line(places.get(from), places.get(to)))}
      </g>
      ${nodes.map((node) => box(node, places.get(node.name)))}
    </svg>
  </div>`;
}

function line(from, to) {
  const [x1, y1] = [from.x + BOX.width, from.y + BOX.height / 2];
  const [x2, y2] = [to.x, to.y + BOX.height / 2];
  const middle = (x1 + x2) / 2;
  return svg`<path class="graph-line" d="M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}" />`;
}

const box = ({ name, title, note, tone, href }, { x, y }) => svg`
  <a class="graph-node" data-tone=${tone} href=${href} transform="translate(${x} ${y})">
    <title>${title}</title>
    <rect width=${BOX.width} height=${BOX.height} rx="7" />
    <circle cx="14" cy=${BOX.height / 2} r="4" />
    <text x="26" y=${note ? 15 : 22}>${cut(name, 18)}</text>
    ${note ? svg`<text class="graph-note" x="26" y="29">${cut(note, 22)}</text>` : nothing}
  </a>`;

const cut = (text, max) => (text.length > max ? `${text.slice(0, max - 1)}…` : text);

/** Returns the position of each box, as a map from name to {x, y}. */
function layout(nodes) {
  const layers = reduceCrossings(layersOf(nodes), nodes);
  const most = Math.max(...layers.map((layer) => layer.length));
  const places = new Map();
  layers.forEach((layer, column) => {
    const free = ((most - layer.length) * (BOX.height + GAP.down)) / 2;
    layer.forEach((name, row) =>
      places.set(name, {
        x: MARGIN + column * (BOX.width + GAP.across),
        y: MARGIN + free + row * (BOX.height + GAP.down),
      }),
    );
  });
  return places;
}

/** Groups the names into layers, by the length of the longest path that leads to them. */
function layersOf(nodes) {
  const after = new Map(nodes.map((node) => [node.name, node.after]));
  const depth = new Map();
  const open = nodes.map(({ name }) => name);
  while (open.length) {
    const name = open.at(-1);
    const missing = after.get(name).filter((before) => !depth.has(before));
    if (missing.length) {
      open.push(...missing);
    } else {
      depth.set(name, Math.max(-1, ...after.get(name).map((before) => depth.get(before))) + 1);
      open.pop();
    }
  }
  const layers = [];
  for (const { name } of nodes) {
    (layers[depth.get(name)] ??= []).push(name);
  }
  return layers;
}

/**
 * Sorts each layer by the mean row of its neighbours in other layers, so that fewer lines cross.
 * The sweeps alternate between both directions.
 */
function reduceCrossings(layers, nodes) {
  const predecessors = new Map(nodes.map(({ name, after }) => [name, after]));
  const successors = new Map(nodes.map(({ name }) => [name, []]));
  nodes.forEach(({ name, after }) => after.forEach((each) => successors.get(each).push(name)));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isForward = sweep % 2 === 0;
    const rows = new Map(layers.flatMap((layer) => layer.map((name, row) => [name, row])));
    (isForward ? layers : [...layers].reverse()).forEach((layer) => {
      const middle = new Map(
        layer.map((name, row) => {
          const neighbours = (isForward ? predecessors : successors)
            .get(name)
            .map((each) => rows.get(each));
          return [name, neighbours.length ? mean(neighbours) : row];
        }),
      );
      layer.sort((a, b) => middle.get(a) - middle.get(b));
      layer.forEach((name, row) => rows.set(name, row));
    });
  }
  return layers;
}

const mean = (numbers) => numbers.reduce((a, b) => a + b, 0) / numbers.length;

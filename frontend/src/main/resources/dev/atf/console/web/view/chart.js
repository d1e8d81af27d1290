import { UPlot } from "../lib.js";

const HEIGHT = 172;
const SPAN_MIN = 60;
const DARK = matchMedia("(prefers-color-scheme: dark)");

/**
 * A line chart over time. Its legend shows the values under the pointer, or the latest values.
 *
 * It has two properties: spec is {label, series: [{name, tone, fill}], format(value)}, and data has
 * the times in seconds, followed by the values of each series.
 */
class Chart extends HTMLElement {
  #plot = null;
  #spec = null;
  #data = [[]];
  #values = [];
  #box = null;
  #resize = new ResizeObserver(() => this.#fit());
  #repaint = () => this.#make();

  set spec(spec) {
    const made = this.#spec !== null;
    this.#spec = spec;
    if (this.isConnected && !made) {
      this.#make();
    }
  }

  set data(data) {
    this.#data = data;
    if (this.#plot) {
      this.#plot.setData(data);
      this.#showValues(null);
    }
  }

  connectedCallback() {
    DARK.addEventListener("change", this.#repaint);
    if (this.#spec) {
      this.#make();
    }
  }

  disconnectedCallback() {
    DARK.removeEventListener("change", this.#repaint);
    this.#resize.disconnect();
    this.#plot?.destroy();
    this.#plot = null;
  }

  #make() {
    this.#plot?.destroy();
    this.#box = element("div", "chart-box");
    this.#box.setAttribute("role", "img");
    this.replaceChildren(this.#legend(), this.#box);
    this.#plot = new UPlot(this.#options(), this.#data, this.#box);
    this.#resize.disconnect();
    this.#resize.observe(this);
    this.#showValues(null);
  }

  #legend() {
    const legend = element("div", "chart-legend");
    this.#values = this.#spec.series.map(({ name, tone }) => {
      const entry = element("span", "chart-entry");
      const mark = element("span", "chart-mark");
      mark.dataset.tone = tone;
      const value = element("b", "chart-value");
      entry.append(mark, `${name} `, value);
      legend.append(entry);
      return value;
    });
    return legend;
  }

  #options() {
    const style = getComputedStyle(this);
    const colour = (name) => style.getPropertyValue(name).trim();
    const font = `11px ${style.fontFamily}`;
    const axis = {
      stroke: colour("--muted"),
      font,
      grid: { stroke: colour("--grid"), width: 1 },
      ticks: { show: false },
    };
    return {
      width: Math.max(this.clientWidth, 100),
      height: HEIGHT,
      padding: [8, 26, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
      scales: {
        x: { time: true, range: () => span(this.#data[0]) },
        y: { range: (plot, low, high) => [0, high > 0 ? high * 1.15 : 1] },
      },
      axes: [
        {
          ...axis,
          size: 20,
          space: (plot, index, first, last) => timeScale(first, last).space,
          incrs: (plot, index, first, last) => timeScale(first, last).steps,
          values: (plot, ticks) => ticks.map(clock),
        },
        {
          ...axis,
          size: 56,
          space: 36,
          values: (plot, ticks) =>
            ticks.map((tick) => (this.#isEmpty ? "" : this.#spec.format(tick))),
        },
      ],
      series: [
        {},
        ...this.#spec.series.map(({ name, tone, fill }) => ({
          label: name,
          stroke: colour(`--tone-${tone}`),
          fill: fill ? colour(`--tint-${tone}`) : undefined,
          width: 1.75,
          points: { show: () => this.#data[0].length === 1, size: 6, fill: colour(`--tone-${tone}`) },
          spanGaps: false,
        })),
      ],
      hooks: { setCursor: [(plot) => this.#showValues(plot.cursor.idx)] },
    };
  }

  get #isEmpty() {
    return this.#data.slice(1).every((line) => line.every((value) => value == null));
  }

  #fit() {
    if (this.#plot && this.clientWidth && this.clientWidth !== this.#plot.width) {
      this.#plot.setSize({ width: this.clientWidth, height: HEIGHT });
    }
  }

  /** Shows the values of the point at this index in the legend; null: of the latest point. */
  #showValues(index) {
    const last = this.#data[0].length - 1;
    const at = index ?? last;
    const texts = this.#spec.series.map(({ name }, i) => {
      const value = this.#data[i + 1]?.[at];
      const text = value == null ? "–" : this.#spec.format(value);
      this.#values[i].textContent = text;
      return `${name} ${text}`;
    });
    if (index == null) {
      this.#box.setAttribute("aria-label", `${this.#spec.label}, recently: ${texts.join(", ")}`);
    }
  }
}

/** Returns the range of the time axis, which is at least SPAN_MIN long even for few points. */
export function span(times) {
  const until = times.at(-1) ?? Date.now() / 1_000;
  return [Math.min(times[0] ?? until, until - SPAN_MIN), until];
}

/** Returns the minimum distance of labels in pixels, and the possible distances in seconds. */
const timeScale = (first, last) =>
  last - first > 150
    ? { space: 46, steps: [60, 120, 300, 600, 1_800, 3_600] }
    : { space: 64, steps: [5, 10, 15, 30, 60] };

const clock = (seconds) =>
  new Date(seconds * 1_000).toLocaleTimeString("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    second: seconds % 60 ? "2-digit" : undefined,
  });

function element(name, className) {
  const made = document.createElement(name);
  made.className = className;
  return made;
}

customElements.define("atf-chart", Chart);

// The only module that knows the addresses of the libraries.

export { html, nothing, render, svg } from "./lib/lit-html/lit-html.js";
export { live } from "./lib/lit-html/directives/live.js";
export { repeat } from "./lib/lit-html/directives/repeat.js";
export { default as UPlot } from "./lib/uplot/uPlot.esm.js";

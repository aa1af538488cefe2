// The script of report.html: a cursor that reads values, and zoom that all charts over time share. The page says
// everything essential without it.
//
// It reads the curves from the charts themselves. Charts are marked by data-x and data-y, the values at the ends of their
// axes; their inner svg.plot holds the curves, and zooming changes its viewBox.

"use strict";
(() => {
const SVG = "http://www.w3.org/2000/svg";
const make = (name, parent, attributes) => {
  const node = document.createElementNS(SVG, name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  parent.append(node);
  return node;
};
const pair = text => text.split(" ").map(Number);
const decimals = span => Math.max(0, Math.min(4, 2 - Math.floor(Math.log10(Math.max(span, 1e-9)))));

// Strokes as [x, y] in pixels of the plot, from the path that draws them.
const points = path => {
  const list = [];
  let x = 0, y = 0;
  for (const [, letter, a, b] of path.getAttribute("d").matchAll(/([MLVHh])(-?[\d.]+)(?: (-?[\d.]+))?/g)) {
    if (letter === "h") continue;
    if (letter === "V") y = +a; else if (letter === "H") x = +a; else { x = +a; y = +b; }
    list.push([x, y]);
  }
  return list;
};

// The lowest and highest y of a curve within half a column of x; null in its gaps.
const read = (list, x, reach) => {
  let low = 0, high = list.length;
  while (low < high) { const m = (low + high) >> 1; if (list[m][0] < x - reach) low = m + 1; else high = m; }
  let best = Infinity, at = NaN;
  for (let i = low; i < list.length && list[i][0] <= x + reach; i++) {
    const d = Math.abs(list[i][0] - x);
    if (d < best) { best = d; at = list[i][0]; }
  }
  if (best === Infinity) return null;
  let bottom = Infinity, top = -Infinity;
  for (let i = low; i < list.length && list[i][0] <= at; i++) {
    if (list[i][0] === at) { bottom = Math.min(bottom, list[i][1]); top = Math.max(top, list[i][1]); }
  }
  return [bottom, top];
};

const clock = (seconds, step, long) => {
  const n = Math.max(0, Math.min(3, -Math.floor(Math.log10(step))));
  if (!long) return seconds.toFixed(n);
  const whole = Math.floor(seconds + 1e-9), rest = seconds - whole;
  const two = value => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
  const text = (hours ? hours + ":" + two(minutes) : minutes) + ":" + two(whole % 60);
  return n ? text + rest.toFixed(n).slice(1) : text;
};

class Picture {
  constructor(svg) {
    this.svg = svg;
    this.plot = svg.querySelector("svg.plot");
    [this.x0, this.x1] = pair(svg.dataset.x);
    [this.y0, this.y1] = pair(svg.dataset.y);
    this.isTime = svg.dataset.axis === "time";
    this.left = +this.plot.getAttribute("x");
    this.top = +this.plot.getAttribute("y");
    this.width = +this.plot.getAttribute("width");
    this.height = +this.plot.getAttribute("height");
    this.lines = [...this.plot.querySelectorAll("path.line[data-name]")];
    this.view = [this.x0, this.x1];
    this.ticks = svg.querySelector("g.xticks");
    this.cursor = make("path", svg, { class: "cursor", d: `M${this.left} ${this.top}V${this.top + this.height}` });
    this.readout = document.createElement("div");
    this.readout.className = "readout";
    this.readout.setAttribute("role", "status");
    svg.parentNode.append(this.readout);
    svg.setAttribute("tabindex", "0");
    svg.addEventListener("pointermove", event => this.move(event));
    svg.addEventListener("pointerleave", () => { if (!this.anchor) each(this, p => p.hide()); });
    svg.addEventListener("blur", () => each(this, p => p.hide()));
    svg.addEventListener("keydown", event => this.key(event));
    if (!this.isTime) return;
    svg.addEventListener("pointerdown", event => this.down(event));
    svg.addEventListener("pointerup", event => this.up(event));
    svg.addEventListener("pointercancel", () => this.drop());
    svg.addEventListener("dblclick", () => zoom(this.x0, this.x1));
  }

  value(event) {
    const box = this.svg.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * this.svg.viewBox.baseVal.width;
    const share = Math.min(1, Math.max(0, (x - this.left) / this.width));
    return this.view[0] + share * (this.view[1] - this.view[0]);
  }

  pixel(x) { return this.left + (x - this.view[0]) / (this.view[1] - this.view[0]) * this.width; }

  move(event) {
    const x = this.value(event);
    if (this.anchor !== undefined && event.buttons) {
      const [a, b] = [this.pixel(this.anchor), this.pixel(x)].sort((p, q) => p - q);
      this.band.setAttribute("d", `M${a} ${this.top}H${b}V${this.top + this.height}H${a}Z`);
    }
    each(this, p => p.show(x, p === this));
    if (this.isTime) document.dispatchEvent(new CustomEvent("moment", { detail: { x, from: "picture" } }));
  }

  down(event) {
    if (event.pointerType === "touch" || event.button !== 0) return;
    this.anchor = this.value(event);
    this.band = make("path", this.svg, { class: "chosen" });
    this.svg.setPointerCapture(event.pointerId);
  }

  up(event) {
    if (this.anchor === undefined) return;
    const [a, b] = [this.anchor, this.value(event)].sort((p, q) => p - q);
    const wide = this.pixel(b) - this.pixel(a) > 8;
    this.drop();
    if (wide) zoom(a, b);
  }

  drop() { this.anchor = undefined; if (this.band) this.band.remove(); }

  key(event) {
    const span = this.view[1] - this.view[0];
    const at = this.at === undefined ? (this.view[0] + this.view[1]) / 2 : this.at;
    const go = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (go && event.shiftKey && this.isTime) zoom(this.view[0] + go * span / 8, this.view[1] + go * span / 8);
    else if (go) each(this, p => p.show(Math.min(this.view[1], Math.max(this.view[0], at + go * span / 200)), p === this));
    else if (this.isTime && (event.key === "+" || event.key === "=")) zoom(at - span / 4, at + span / 4);
    else if (this.isTime && event.key === "-") zoom(at - span, at + span);
    else if (this.isTime && (event.key === "0" || event.key === "Escape")) zoom(this.x0, this.x1);
    else return;
    event.preventDefault();
  }

  show(x, isOwn) {
    this.at = x;
    const pixel = this.pixel(x);
    this.cursor.setAttribute("transform", `translate(${pixel - this.left})`);
    this.svg.classList.add("read");
    if (!isOwn) { this.readout.classList.remove("on"); return; }
    this.curves = this.curves || this.lines.map(points);
    const at = (x - this.x0) / (this.x1 - this.x0) * this.width;
    const n = decimals(this.y1 - this.y0);
    const toY = y => this.y1 - y / this.height * (this.y1 - this.y0);
    const span = this.view[1] - this.view[0];
    const rows = this.lines.map((line, i) => {
      const hit = read(this.curves[i], at, 1.5);
      if (!hit) return [line, "\u2013"];
      const [a, b] = [toY(hit[1]), toY(hit[0])].map(v => this.number(v, n));
      return [line, a === b ? a : a + " \u2026 " + b];
    });
    const head = document.createElement("b");
    head.textContent = this.isTime ? clock(x, span / 1000, this.x1 > 120) + " s" : this.svg.dataset.axis === "logarithm" ? (10 ** x).toPrecision(3) : x.toFixed(decimals(span));
    this.readout.replaceChildren(head, ...rows.map(([line, text]) => {
      const row = document.createElement("span"), dot = document.createElement("i");
      dot.style.background = line.getAttribute("stroke");
      row.append(dot, line.dataset.name + " " + text);
      return row;
    }));
    const share = (pixel - this.left) / this.width;
    this.readout.classList.add("on");
    this.readout.style.left = pixel / this.svg.viewBox.baseVal.width * 100 + "%";
    this.readout.style.transform = share > 0.6 ? "translateX(calc(-100% - 12px))" : "translateX(12px)";
  }

  number(value, n) { return value.toFixed(n).replace("-", "\u2212"); }

  hide() { this.at = undefined; this.svg.classList.remove("read"); this.readout.classList.remove("on"); }

  zoom(a, b) {
    this.view = [a, b];
    const scale = this.width / (this.x1 - this.x0);
    const full = a === this.x0 && b === this.x1;
    if (full) this.plot.removeAttribute("viewBox");
    else this.plot.setAttribute("viewBox", `${(a - this.x0) * scale} 0 ${(b - a) * scale} ${this.height}`);
    this.plot.setAttribute("preserveAspectRatio", "none");
    if (this.own) this.own.remove();
    this.ticks.style.display = full ? "" : "none";
    if (full) return;
    this.own = make("g", this.svg, {});
    const rough = (b - a) / Math.max(3, this.width / 110), power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map(f => f * power).find(s => s >= rough);
    for (let i = Math.ceil(a / step - 1e-9); i * step <= b + 1e-9; i++) {
      const x = this.pixel(i * step), bottom = this.top + this.height;
      make("path", this.own, { d: `M${x} ${this.top}V${bottom}`, stroke: "currentColor", "stroke-opacity": 0.13 });
      make("text", this.own, { x: x, y: bottom + 16, "text-anchor": "middle", fill: "var(--muted)" })
        .textContent = clock(i * step, step, this.x1 > 120);
    }
  }
}

const pictures = [...document.querySelectorAll("svg.chart[data-x]")].map(svg => new Picture(svg));
const each = (origin, act) => pictures.forEach(p => {
  if (p === origin || (origin.isTime && p.isTime && p.svg.clientWidth)) act(p);
});
const zoom = (a, b) => {
  const time = pictures.filter(p => p.isTime);
  const [x0, x1] = [time[0].x0, time[0].x1];
  const span = Math.min(x1 - x0, Math.max(b - a, (x1 - x0) / 200));
  const start = Math.min(x1 - span, Math.max(x0, (a + b - span) / 2));
  const full = span === x1 - x0;
  time.forEach(p => { p.zoom(full ? x0 : start, full ? x1 : start + span); p.hide(); });
  document.documentElement.classList.toggle("zoomed", !full);
};
document.querySelectorAll("button.whole").forEach(button => button.addEventListener("click", () => {
  const time = pictures.find(p => p.isTime);
  zoom(time.x0, time.x1);
}));
document.documentElement.classList.add("alive");
document.addEventListener("moment", event => {
  if (event.detail.from === "replay") pictures.forEach(p => { if (p.isTime && p.svg.clientWidth) p.show(event.detail.x, false); });
});
})();

// The charts of the page of serve: axes, lines, a band, spans, a cursor that reads values, a stretch chosen by dragging.
// The script of the page is charts.js, controls.js, page.js and start.js, in this order, in one function.

const SVG = "http://www.w3.org/2000/svg";
const make = (name, parent, attributes = {}, text = "") => {
  const node = document.createElementNS(SVG, name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  if (text) node.textContent = text;
  parent.append(node);
  return node;
};
const element = (name, parent, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  if (parent) parent.append(node);
  return node;
};
const minus = text => text.replace("-", "\u2212");
const fixed = (value, decimals) =>
  value === null || value === undefined || !isFinite(value) ? "\u2013"
    : minus(value.toFixed(decimals)).replace(/^\u2212(0(\.0*)?)$/, "$1");

// A step of ticks: 1, 2 or 5 times a power of ten; for clocks whole minutes, for angles quarters of the circle.
const niceStep = (span, count, kind) => {
  const rough = span / Math.max(1, count);
  const ladder = kind === "time" && span > 60 ? [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400]
    : kind === "angle" && rough > 5 ? [10, 15, 30, 45, 90, 180] : [];
  const power = 10 ** Math.floor(Math.log10(rough));
  return ladder.find(step => step >= rough) || [1, 2, 5, 10].map(f => f * power).find(step => step >= rough * 0.999);
};
const ticks = (low, high, step) => {
  const list = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) list.push(i * step);
  return list;
};
const decimals = step => Math.max(0, Math.min(6, -Math.floor(Math.log10(step) + 1e-9)));
const clock = (seconds, step, long) => {
  const n = decimals(step);
  if (!long) return seconds.toFixed(n);
  const whole = Math.floor(seconds + 1e-9), two = value => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
  const text = (hours ? hours + ":" + two(minutes) : minutes) + ":" + two(whole % 60);
  return n ? text + (seconds - whole).toFixed(n).slice(1) : text;
};

// The lowest and highest value of curves between two times.
const extent = (curves, from, to) => {
  let low = Infinity, high = -Infinity;
  for (const { x, y } of curves) {
    for (let i = 0; i < x.length; i++) {
      if (isNaN(y[i]) || x[i] < from || x[i] > to) continue;
      if (y[i] < low) low = y[i];
      if (y[i] > high) high = y[i];
    }
  }
  return low <= high ? [low, high] : null;
};

// The lowest and highest value of a curve in the column nearest to a time; null in its gaps.
const read = ({ x, y }, time, reach) => {
  let low = 0, high = x.length;
  while (low < high) { const m = (low + high) >> 1; if (x[m] < time - reach) low = m + 1; else high = m; }
  let near = null, bottom = Infinity, top = -Infinity;
  for (let i = low; i < x.length && !(x[i] > time + reach); i++) {
    if (!isNaN(y[i]) && (near === null || Math.abs(x[i] - time) < Math.abs(near - time))) near = x[i];
  }
  for (let i = low; near !== null && i < x.length && !(x[i] > near); i++) {
    if (x[i] === near && !isNaN(y[i])) { bottom = Math.min(bottom, y[i]); top = Math.max(top, y[i]); }
  }
  return near === null ? null : [bottom, top];
};

class Picture {
  constructor(figure, act) {
    this.figure = figure;
    this.act = act;
    this.title = figure.querySelector("h3");
    this.svg = make("svg", figure, { tabindex: 0, role: "img" });
    this.readout = element("div", figure, { className: "readout", hidden: true });
    this.readout.setAttribute("role", "status");
    this.layers = [];
    this.strokes = new WeakMap();
    const svg = this.svg;
    svg.addEventListener("pointermove", event => this.move(event));
    svg.addEventListener("pointerleave", () => { if (this.anchor === undefined) act.point(null, this); });
    svg.addEventListener("pointerdown", event => {
      if (event.pointerType === "touch" || event.button !== 0) return;
      this.anchor = this.time(event);
      svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener("pointerup", event => this.up(event));
    svg.addEventListener("pointercancel", () => { this.anchor = undefined; this.choose(); });
    svg.addEventListener("dblclick", () => act.show(0, Infinity));
    svg.addEventListener("blur", () => act.point(null, this));
    svg.addEventListener("keydown", event => this.key(event));
  }

  // x: {from, to, long}; y: {low, high, kind, decimals}; layers: see each case below.
  draw(x, y, layers, height, title, description) {
    Object.assign(this, { x, y, layers, height });
    const width = this.width = Math.max(240, this.figure.clientWidth);
    this.left = 46; this.right = width - 10; this.top = 8; this.bottom = height - 26;
    const [name, unit] = title;
    this.title.textContent = name + " ";
    element("em", this.title, { className: "note" }, unit);
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.setAttribute("height", height);
    this.svg.setAttribute("aria-label", name + ". " + description);
    this.svg.replaceChildren();
    const step = niceStep(y.high - y.low, (this.bottom - this.top) / 42, y.kind), n = decimals(step);
    for (const value of ticks(y.low, y.high, step)) {
      const at = this.pixelY(value), wind = y.winds && { 0: "N ", 90: "E ", 180: "S ", 270: "W ", 360: "N " }[value];
      make("path", this.svg, { class: "grid", d: `M${this.left} ${at}H${this.right}` });
      make("text", this.svg, { x: this.left - 7, y: at + 4, "text-anchor": "end" }, (wind || "") + minus(value.toFixed(n)));
    }
    const stepX = niceStep(x.to - x.from, (this.right - this.left) / 90, "time");
    const marks = ticks(x.from, x.to, stepX), last = marks[marks.length - 1];
    for (const value of marks) {
      const at = this.pixelX(value);
      make("path", this.svg, { class: "grid", d: `M${at} ${this.top}V${this.bottom}` });
      const edge = at > this.right - 14 ? "end" : at < this.left + 8 ? "start" : "middle";
      make("text", this.svg, { x: at, y: this.bottom + 17, "text-anchor": edge },
        clock(value, stepX, x.long) + (x.long || value !== last ? "" : " s"));
    }
    this.plot = make("svg", this.svg, {
      x: this.left, y: this.top, width: this.right - this.left, height: this.bottom - this.top,
    });
    for (const layer of layers) this.layer(layer);
    make("path", this.svg, { class: "frame", d: `M${this.left} ${this.top}V${this.bottom}H${this.right}` });
  }

  layer({ kind, curve, spans, colour, width, dashes, opacity }) {
    const tenths = value => Math.round(value * 10) / 10;
    const px = time => tenths(this.pixelX(time) - this.left), py = value => tenths(this.pixelY(value) - this.top);
    if (kind === "spans") {
      const d = spans.map(([a, b]) => `M${px(a)} 0H${px(b)}V${this.bottom - this.top}H${px(a)}Z`).join("");
      make("path", this.plot, { d, fill: colour, "fill-opacity": opacity });
      return;
    }
    const { x, y } = curve;
    let d = "";
    if (kind === "band") {
      for (let i = 0; i < x.length; i++) {
        if (isNaN(y[i])) continue;
        const start = i;
        while (i < x.length && !isNaN(y[i])) i++;
        let under = "";
        for (let k = start; k < i; k++) {
          d += (k === start ? "M" : "L") + px(x[k]) + " " + py(y[k]);
          under = "L" + px(x[k]) + " " + py(-y[k]) + under;
        }
        d += under + "Z";
      }
      make("path", this.plot, { d, fill: colour, "fill-opacity": opacity });
      return;
    }
    // Of several filters one changes at a time: the strokes of the others are kept.
    const scale = [this.x.from, this.x.to, this.y.low, this.y.high, this.width, this.height].join(" ");
    const kept = this.strokes.get(curve);
    if (kept && kept.scale === scale) {
      d = kept.d;
    } else {
      let pen = "M";
      for (let i = 0; i < x.length; i++) {
        if (isNaN(y[i])) { pen = "M"; continue; }
        d += pen + px(x[i]) + " " + py(y[i]);
        // A stroke of one point is a dot.
        if (pen === "M" && (i + 1 === x.length || isNaN(y[i + 1]))) d += "h0.1";
        pen = "L";
      }
      this.strokes.set(curve, { scale, d });
    }
    make("path", this.plot, {
      class: "line", d, stroke: colour, "stroke-width": width, "stroke-dasharray": dashes || "none", opacity: opacity || 1,
    });
  }

  pixelX(time) { return this.left + (time - this.x.from) / (this.x.to - this.x.from) * (this.right - this.left); }
  pixelY(value) { return this.bottom - (value - this.y.low) / (this.y.high - this.y.low) * (this.bottom - this.top); }

  time(event) {
    const box = this.svg.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * this.width;
    const share = Math.min(1, Math.max(0, (x - this.left) / (this.right - this.left)));
    return this.x.from + share * (this.x.to - this.x.from);
  }

  move(event) {
    if (!this.x) return;
    const time = this.time(event);
    if (this.anchor !== undefined && event.buttons) this.choose(this.anchor, time);
    this.act.point(time, this);
  }

  up(event) {
    if (this.anchor === undefined) return;
    const [a, b] = [this.anchor, this.time(event)].sort((p, q) => p - q);
    this.anchor = undefined;
    this.choose();
    if (this.pixelX(b) - this.pixelX(a) > 8) this.act.show(a, b);
  }

  choose(a, b) {
    if (this.chosen) this.chosen.remove();
    if (a === undefined) return;
    const [left, right] = [this.pixelX(a), this.pixelX(b)].sort((p, q) => p - q);
    this.chosen = make("path", this.svg, { class: "chosen", d: `M${left} ${this.top}H${right}V${this.bottom}H${left}Z` });
  }

  key(event) {
    const { from, to } = this.x, span = to - from, at = this.at === undefined ? (from + to) / 2 : this.at;
    const go = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (go && event.shiftKey) this.act.show(from + go * span / 4, to + go * span / 4);
    else if (go) this.act.point(Math.min(to, Math.max(from, at + go * span / 200)), this);
    else if (event.key === "+" || event.key === "=") this.act.show(at - span / 4, at + span / 4);
    else if (event.key === "-") this.act.show(at - span, at + span);
    else if (event.key === "0" || event.key === "Escape") this.act.show(0, Infinity);
    else return;
    event.preventDefault();
  }

  // Shows the cursor, and the values where the pointer or the keyboard is on this picture.
  point(time, isOwn) {
    if (this.cursor) this.cursor.remove();
    this.at = time === null ? undefined : time;
    this.readout.hidden = !(isOwn && time !== null);
    if (time === null || !this.x) return;
    const at = this.pixelX(time);
    this.cursor = make("path", this.svg, { class: "cursor", d: `M${at} ${this.top}V${this.bottom}` });
    if (!isOwn) return;
    const span = this.x.to - this.x.from, reach = 1.5 * span / (this.right - this.left);
    this.readout.replaceChildren();
    element("b", this.readout, {}, clock(time, span / 1000, this.x.long) + (this.x.long ? "" : " s"));
    for (const { kind, curve, name, colour } of this.layers) {
      if (kind !== "line" || !name) continue;
      const hit = read(curve, time, reach), row = element("span", this.readout);
      element("i", row).style.background = colour;
      const [a, b] = (hit || []).map(value => fixed(value, this.y.decimals));
      row.append(name + " " + (hit ? (a === b ? a : a + " \u2026 " + b) + "\u00b0" : "\u2013"));
    }
    this.readout.style.left = at / this.width * 100 + "%";
    this.readout.style.transform = at > this.width * 0.6 ? "translateX(calc(-100% - 10px))" : "translateX(10px)";
  }
}

// The charts of every page, drawn by dygraphs: curves, bands, spans and rules over a common x; legends that toggle, zoom
// that fits the y axis to what is seen, a cursor that reads values, keys and touch. Used by report.js and by the page of serve.
//
// A picture is described by
//   title, summary; height, pixels
//   x: { from, to, kind: "time" | "logarithm" | "names" | "number", label, names: [{ v, label }] where it has names }, y: { low, high, kind, unit, label }
//   curves: [{ name, colour, width, dash, opacity, x, y, wraps }], ascending x; NaN in y ends a stroke; optional ones are hidden until
//     the reader asks for all; those with a stretch hold the lowest and the highest value of each stretch of x only
//   bands: [{ name, colour, opacity, x, low, high }], spans: [{ name, colour, opacity, list: [[from, to]] }]
//   marks: [{ name, colour, width, opacity, list: [[x, y]] }], dots of a width in pixels
//   rules: [{ y | x, colour, width, dash, opacity }]; isPlain: whether it has no legend
//   words: [{ place: "lane" | "above" | "below", from, to, text, short, colour }], above the plot or at its edges
// Pictures of one Link share x axis, cursor and what is hidden; those of one `scale` share the y axis of a zoom too.

// Its own legend is not used, and has styles in attributes, which the policy of the page of serve forbids.
Dygraph.PLUGINS = Dygraph.PLUGINS.filter(plugin => plugin !== Dygraph.Plugins.Legend);

const minus = text => text.replace("-", "\u2212");
const fixed = (value, decimals) =>
  value === null || value === undefined || !isFinite(value) ? "\u2013" : minus(value.toFixed(decimals)).replace(/^\u2212(0(\.0*)?)$/, "$1");
const decimals = step => Math.max(0, Math.min(6, -Math.floor(Math.log10(step) + 1e-9)));
// Minutes and seconds, from an hour on hours as well.
const clock = (seconds, step = 1) => {
  const n = decimals(step), total = +Math.abs(seconds).toFixed(n), whole = Math.floor(total), two = value => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
  const text = (seconds < 0 && total ? "\u2212" : "") + (hours ? hours + ":" + two(minutes) : minutes) + ":" + two(whole % 60);
  return n ? text + (total - whole).toFixed(n).slice(1) : text;
};
// A step of ticks: 1, 2 or 5 times a power of ten; for clocks whole minutes, for angles parts of the circle.
const niceStep = (span, count, kind) => {
  const rough = span / Math.max(1, count), power = 10 ** Math.floor(Math.log10(rough));
  const ladder = kind === "time" && rough > 5 ? [10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400]
    : kind === "angle" && rough > 5 ? [10, 15, 30, 45, 90, 180] : [];
  return ladder.find(step => step >= rough) || [1, 2, 5, 10].map(f => f * power).find(step => step >= rough * 0.999);
};
const ticks = (low, high, step) => {
  const list = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) list.push(i * step);
  return list;
};
// A heading in 0...360.
const bearing = v => (v % 360 + 360) % 360;
const POINTS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
const labelled = (low, high, kind, count, names) => {
  if (names) return names.filter(({ v }) => v >= low - 1e-9 && v <= high + 1e-9);
  if (kind === "logarithm") {
    const list = [];
    for (let power = Math.floor(low); power <= Math.ceil(high); power++) {
      for (const factor of high - low > 4 ? [1] : high - low > 2 ? [1, 3] : [1, 2, 5]) {
        const v = power + Math.log10(factor);
        if (v >= low - 1e-9 && v <= high + 1e-9) list.push({ v, label: String(+(10 ** v).toPrecision(3)) });
      }
    }
    return list;
  }
  const isAngle = kind === "angle" || kind === "heading", step = niceStep(high - low, count, isAngle ? "angle" : kind);
  return ticks(low, high, step).map(v => ({
    v, label: kind === "time" ? clock(v, step) : fixed(kind === "heading" ? bearing(v) : v, decimals(step)) + (isAngle ? "\u00b0" : "")
      + (kind === "heading" && v % 45 === 0 ? " " + POINTS[bearing(v) / 45] : ""),
  }));
};

// The index of the first x that is not below a value.
const lowerBound = (x, value) => {
  let low = 0, high = x.length;
  while (low < high) { const m = (low + high) >> 1; if (x[m] < value) low = m + 1; else high = m; }
  return low;
};
const median = list => list.length ? [...list].sort((a, b) => a - b)[list.length >> 1] : 0;
const quantile = (list, share) => list.sort((a, b) => a - b)[Math.floor(share * (list.length - 1))];

// What the cursor reads, for those who do not see it: said when the keys rest.
const spoken = document.createElement("p");
spoken.className = "hidden";
spoken.setAttribute("role", "status");
document.body.append(spoken);

// What pictures have in common.
class Link {
  // least: the shortest stretch that a zoom shows.
  constructor(from, to, least = (to - from) / 20000) {
    Object.assign(this, { from, to, least, view: [from, to], plots: [], hidden: new Set(), at: null });
  }
  get isWhole() { return this.view[0] <= this.from && this.view[1] >= this.to; }
  zoom(a, b) {
    const span = Math.min(this.to - this.from, Math.max(b - a, this.least));
    const start = Math.min(this.to - span, Math.max(this.from, (a + b - span) / 2));
    this.view = [start, start + span];
    for (const plot of this.plots) plot.ownRange = null;
    this.refresh();
    if (this.changed) this.changed();
  }
  whole() { this.zoom(this.from, this.to); }
  refresh() { for (const plot of this.plots) plot.refresh(); }
  toggle(name) {
    if (!this.hidden.delete(name)) this.hidden.add(name);
    for (const plot of this.plots) plot.ownRange = null;
    this.refresh();
    if (this.toggled) this.toggled(name);
  }
  point(x, own) {
    this.at = x;
    for (const plot of this.plots) plot.point(x, plot === own);
    if (this.pointed && own) this.pointed(x);
  }
}

class Plot {
  constructor(host, link, picture) {
    Object.assign(this, { host, link, ownRange: null, graph: null, isNear: false });
    host.plot = this;
    host.classList.add("plotted");
    this.legend = host.appendChild(document.createElement("div"));
    this.legend.className = "legend";
    this.lane = host.appendChild(document.createElement("div"));
    this.lane.className = "lane";
    this.canvas = host.appendChild(document.createElement("div"));
    Object.assign(this.canvas, { className: "canvas", tabIndex: 0 });
    this.canvas.setAttribute("role", "img");
    this.hair = document.createElement("div");
    this.hair.className = "hair";
    this.readout = host.appendChild(document.createElement("div"));
    this.readout.className = "readout";
    this.canvas.addEventListener("pointermove", event => { if (!this.fingers) this.link.point(this.moment(event.clientX), this); });
    this.canvas.addEventListener("pointerleave", () => this.link.point(null, this));
    this.canvas.addEventListener("blur", () => this.link.point(null, this));
    this.canvas.addEventListener("keydown", event => this.key(event));
    link.plots.push(this);
    new IntersectionObserver(entries => {
      this.isNear = entries[entries.length - 1].isIntersecting;
      if (this.isNear && this.isStale) this.refresh();
    }, { rootMargin: "300px" }).observe(host);
    new ResizeObserver(() => {
      if (!this.graph) return;
      // What is drawn again for its size is no zoom.
      this.isBusy = true;
      this.graph.resize();
      this.isBusy = false;
      this.place();
    }).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { this.isNew = true; this.refresh(); });
    this.show(picture);
  }

  // Another picture in the same place.
  show(picture) {
    const looks = ({ curves, bands, spans, marks, rules, y, x, height }) => JSON.stringify([
      ...[curves, bands, spans, marks, rules].map(list => list.map(entry => [entry.name, entry.colour, entry.width, entry.dash, entry.opacity])),
      y.label, y.kind, x.label, height]);
    if (this.picture && !this.isNew && looks(picture) === looks(this.picture)) {
      const renewed = new Map();
      for (const kind of ["curves", "bands", "spans", "marks", "rules"]) {
        picture[kind].forEach((entry, i) => { renewed.set(entry, this.colours.get(this.picture[kind][i])); });
      }
      this.colours = renewed;
      this.isOld = true;
    } else this.isNew = true;
    this.picture = picture;
    this.canvas.style.height = picture.height + "px";
    this.canvas.setAttribute("aria-label", picture.title + ". " + picture.summary);
    this.refresh();
  }

  colour(css) {
    this.canvas.style.color = css;
    const text = getComputedStyle(this.canvas).color;
    this.canvas.style.color = "";
    return text;
  }

  isShown(entry) { return (!entry.optional || this.showsAll) && (!entry.name || !this.link.hidden.has(entry.name)); }

  // Draws what has changed, now or when the picture comes near the window.
  refresh() {
    this.isStale = !this.isNear;
    if (this.isStale) return;
    this.isBusy = true;
    if (this.isNew) this.make();
    else this.graph.updateOptions({ dateWindow: this.link.view, valueRange: this.range(), ...(this.isOld ? { file: this.rows() } : {}) });
    this.isNew = this.isOld = this.isBusy = false;
    for (const button of this.legend.querySelectorAll("[value]")) button.setAttribute("aria-pressed", !this.link.hidden.has(button.value));
    this.legend.hidden = !this.legend.children.length;
    this.place();
    if (this.link.at !== null) this.point(this.link.at, false);
  }

  make() {
    const { picture } = this, { curves, y } = picture;
    if (this.graph) this.graph.destroy();
    this.colours = new Map();
    for (const entry of [...curves, ...picture.bands, ...picture.spans, ...picture.marks, ...picture.rules]) this.colours.set(entry, this.colour(entry.colour));
    this.drawLegend();
    const series = {}, muted = this.colour("var(--muted)");
    curves.forEach((curve, i) => {
      series["c" + i] = { color: this.colours.get(curve), strokeWidth: curve.width, strokePattern: curve.dash.length ? curve.dash : null };
    });
    const rows = this.rows();
    this.graph = new Dygraph(this.canvas, rows, {
      labels: ["x", ...curves.map((_, i) => "c" + i)], series, connectSeparatedPoints: true, legend: "never", showLabelsOnHighlight: false,
      highlightCircleSize: 0, dateWindow: this.link.view, valueRange: this.range(), axisLabelFontSize: 12, axisLineColor: muted,
      gridLineColor: this.colour("color-mix(in srgb, currentColor 13%, transparent)"), xlabel: picture.x.label, ylabel: y.label,
      xLabelHeight: 20, yLabelWidth: 20, pointSize: 1.2, axisTickSize: 4, rightGap: 12,
      plotter: event => {
        const curve = this.picture.curves[+event.setName.slice(1)], [a, b] = this.link.view;
        if (!this.isShown(curve)) return;
        event.drawingContext.globalAlpha = curve.opacity;
        event.drawingContext.lineJoin = "round";
        if (curve.stretch * event.plotArea.w > 2 * (b - a)) this.blocks(curve, event.drawingContext);
        else Dygraph.Plotters.linePlotter(event);
        event.drawingContext.globalAlpha = 1;
      },
      axes: {
        x: { ticker: (a, b, pixels) => labelled(a, b, picture.x.kind, pixels / 90, picture.x.names), axisLabelWidth: picture.x.names ? 90 : 64 },
        y: { ticker: (a, b, pixels) => labelled(a, b, y.kind, pixels / 34), axisLabelWidth: picture.gutter || 52 },
      },
      underlayCallback: (context, area, graph) => this.underlay(context, area, graph),
      drawCallback: graph => this.drawn(graph),
      interactionModel: this.model(),
    });
    this.canvas.append(this.hair);
  }

  // Rows for dygraphs: null where a curve has no sample, NaN where its stroke ends.
  rows() {
    const heads = this.picture.curves.map(curve => ({ ...Plot.broken(curve), at: 0 })), rows = [];
    for (;;) {
      let x = Infinity;
      for (const head of heads) if (head.at < head.x.length && head.x[head.at] < x) x = head.x[head.at];
      if (x === Infinity) break;
      rows.push([x, ...heads.map(head => head.at < head.x.length && head.x[head.at] === x ? head.y[head.at++] : null)]);
    }
    return rows.length ? rows : [[this.link.from, ...heads.map(() => NaN)]];
  }

  // A curve that holds the extremes of stretches, enlarged: between them no line is known.
  blocks(curve, context) {
    const { x, y, stretch, width } = curve, [a, b] = this.link.view, X = v => this.graph.toDomXCoord(v), Y = v => this.graph.toDomYCoord(v);
    context.fillStyle = this.colours.get(curve);
    context.globalAlpha *= 0.6;
    const end = lowerBound(x, b + stretch);
    for (let i = lowerBound(x, a - stretch); i < end;) {
      const index = Math.floor(x[i] / stretch), left = X(index * stretch), values = [];
      for (; i < end && Math.floor(x[i] / stretch) === index; i++) if (!isNaN(y[i])) values.push(y[i]);
      if (!values.length) continue;
      const low = Math.min(...values), high = Math.max(...values), ends = curve.wraps && high - low > 180 ? [[low, low], [high, high]] : [[low, high]];
      for (const [bottom, top] of ends) context.fillRect(left, Y(top) - width / 2, X((index + 1) * stretch) - left, Y(bottom) - Y(top) + width);
    }
  }

  // Words about stretches above the plot, each in the first row that has room; values outside of the whole picture at its edge.
  place() {
    for (const node of this.host.querySelectorAll(".words-at")) node.remove();
    const { words = [] } = this.picture, ends = [];
    if (words.length && this.graph) {
      const area = this.graph.getArea(), [a, b] = this.link.view, isWhole = this.link.isWhole && !this.ownRange, isNarrow = area.w < 520;
      const X = x => area.x + (x - a) / (b - a) * area.w, within = (v, margin) => Math.max(area.x + margin, Math.min(v, area.x + area.w - margin));
      for (const word of words) {
        const isLane = word.place === "lane";
        if (word.to < a || word.from > b || !isLane && !isWhole) continue;
        const node = (isLane ? this.lane : this.host).appendChild(document.createElement("span"));
        node.className = isLane ? "words-at" : "words-at edge";
        node.textContent = isNarrow ? word.short : word.text;
        node.style.color = word.colour;
        const width = node.offsetWidth;
        if (isLane) {
          const left = Math.max(area.x, Math.min(X(word.from), area.x + area.w - width));
          let row = ends.findIndex(end => end + 10 <= left);
          if (row < 0) row = ends.length;
          ends[row] = left + width;
          Object.assign(node.style, { left: left + "px", bottom: 17 * row + "px" });
          this.lane.style.height = 17 * ends.length + "px";
        } else {
          const top = this.canvas.offsetTop + area.y + (word.place === "above" ? 6 : area.h - 22);
          Object.assign(node.style, { left: within(X(word.from), width / 2) + "px", top: top + "px" });
        }
      }
    }
    if (!ends.length) this.lane.style.height = 0;
  }

  // A curve with its ends of strokes: pauses, and steps of an angle across its jump.
  static broken({ x, y, wraps, pause }) {
    const xs = [], ys = [];
    let last = NaN, before = NaN;
    for (let i = 0; i < x.length; i++) {
      if (!isNaN(last) && !isNaN(y[i]) && (x[i] - before > pause || (wraps && Math.abs(y[i] - last) > 180))) { xs.push(x[i]); ys.push(NaN); }
      xs.push(x[i]); ys.push(y[i]);
      last = y[i]; before = x[i];
    }
    return { x: xs, y: ys };
  }

  // The lowest and the highest value that is seen; null without any.
  extent() {
    const [a, b] = this.link.view;
    let low = Infinity, high = -Infinity;
    for (const curve of this.picture.curves) {
      if (!this.isShown(curve)) continue;
      const end = lowerBound(curve.x, b + 1e-9);
      for (let i = lowerBound(curve.x, a - 1e-9); i < end; i++) {
        if (curve.y[i] < low) low = curve.y[i];
        if (curve.y[i] > high) high = curve.y[i];
      }
    }
    return low <= high ? [low, high] : null;
  }

  range() {
    if (this.ownRange) return this.ownRange;
    const { y, curves, scale } = this.picture;
    if (this.link.isWhole && !curves.some(curve => !curve.optional && !this.isShown(curve)) && y.low !== undefined) return [y.low, y.high];
    if (scale) {
      const reaches = this.link.plots.filter(plot => plot.picture.scale === scale).map(plot => plot.reach()).filter(reach => reach !== null);
      const reach = Math.min(Math.max(...reaches), 3 * median(reaches)) || 0.5;
      return [-1.08 * reach, 1.08 * reach];
    }
    const found = this.extent();
    if (!found) return y.low === undefined ? [0, 1] : [y.low, y.high];
    if (y.zero) { found[0] = Math.min(found[0], 0); found[1] = Math.max(found[1], 0); }
    const margin = Math.max(0.04 * (found[1] - found[0]), 1e-3 * Math.abs(found[1]), (y.least || 0) / 2 - (found[1] - found[0]) / 2, 1e-6);
    // Ends at parts of ticks: the axis stays while values move a little.
    const step = niceStep(found[1] - found[0] + 2 * margin, 20);
    return [Math.floor((found[0] - margin) / step) * step, Math.ceil((found[1] + margin) / step) * step];
  }

  // What the values that are seen stay below for 98 % of the time.
  reach() {
    const [a, b] = this.link.view, list = [];
    for (const curve of this.picture.curves) {
      if (!this.isShown(curve)) continue;
      const end = lowerBound(curve.x, b);
      for (let i = lowerBound(curve.x, a); i < end; i++) if (!isNaN(curve.y[i])) list.push(Math.abs(curve.y[i]));
    }
    return list.length ? quantile(list, 0.98) : null;
  }

  // What is below the curves, and bars at the edge where curves and bands leave the picture.
  underlay(context, area, graph) {
    const [low, high] = graph.yAxisRange(), X = x => graph.toDomXCoord(x), Y = y => graph.toDomYCoord(y), { picture } = this;
    context.save();
    context.beginPath();
    context.rect(area.x, area.y, area.w, area.h);
    context.clip();
    const edge = (x, from, to, colour) => {
      context.fillStyle = colour;
      const [a, b] = this.link.view, first = Math.max(0, lowerBound(x, a) - 1), end = lowerBound(x, b);
      for (const [isBeyond, top] of [[i => to[i] > high, area.y], [i => from[i] < low, area.y + area.h - 4]]) {
        for (let i = first; i < end; i++) {
          if (isBeyond(i)) context.fillRect(X(x[i]) - 1.5, top, isBeyond(i + 1) ? X(x[i + 1]) - X(x[i]) : 3, 4);
        }
      }
    };
    for (const span of picture.spans) {
      if (!this.isShown(span)) continue;
      context.globalAlpha = span.opacity;
      context.fillStyle = this.colours.get(span);
      for (const [a, b] of span.list) context.fillRect(X(a), area.y, Math.max(1, X(b) - X(a)), area.h);
    }
    for (const band of picture.bands) {
      if (!this.isShown(band)) continue;
      context.fillStyle = this.colours.get(band);
      context.globalAlpha = band.opacity;
      for (let i = 0; i < band.x.length;) {
        if (isNaN(band.low[i])) { i++; continue; }
        let end = i;
        while (end < band.x.length && !isNaN(band.low[end])) end++;
        context.beginPath();
        for (let j = i; j < end; j++) context.lineTo(X(band.x[j]), Y(Math.min(band.high[j], 4 * high - 3 * low)));
        for (let j = end - 1; j >= i; j--) context.lineTo(X(band.x[j]), Y(Math.max(band.low[j], 4 * low - 3 * high)));
        context.fill();
        i = end;
      }
      context.globalAlpha = Math.min(1, 3 * band.opacity);
      edge(band.x, band.low, band.high, this.colours.get(band));
    }
    for (const rule of picture.rules) {
      context.globalAlpha = rule.opacity;
      context.strokeStyle = this.colours.get(rule);
      context.lineWidth = rule.width;
      context.setLineDash(rule.dash);
      context.beginPath();
      if (rule.y === undefined) { context.moveTo(X(rule.x), area.y); context.lineTo(X(rule.x), area.y + area.h); }
      else { context.moveTo(area.x, Y(rule.y)); context.lineTo(area.x + area.w, Y(rule.y)); }
      context.stroke();
    }
    context.setLineDash([]);
    for (const mark of picture.marks) {
      if (!this.isShown(mark)) continue;
      context.globalAlpha = mark.opacity;
      context.fillStyle = this.colours.get(mark);
      for (const [x, y] of mark.list) {
        context.beginPath();
        context.arc(X(x), Y(y), mark.width / 2, 0, 2 * Math.PI);
        context.fill();
      }
    }
    for (const curve of picture.curves) {
      if (!this.isShown(curve)) continue;
      context.globalAlpha = curve.opacity;
      edge(curve.x, curve.y, curve.y, this.colours.get(curve));
    }
    context.restore();
  }

  // dygraphs has drawn: by a drag of its own if it shows something else than the others.
  drawn(graph) {
    if (this.isBusy) return;
    const [a, b] = graph.xAxisRange(), [from, to] = this.link.view, slack = 1e-6 * (to - from);
    if (Math.abs(a - from) > slack || Math.abs(b - to) > slack) this.link.zoom(a, b);
    else {
      const [low, high] = this.range(), own = graph.yAxisRange(), room = 1e-6 * (high - low);
      if (Math.abs(own[0] - low) <= room && Math.abs(own[1] - high) <= room) return;
      this.ownRange = own;
      if (this.link.changed) this.link.changed();
    }
  }

  model() {
    const model = { ...Dygraph.defaultInteractionModel }, across = (touch, view) => {
      const area = this.graph.getArea(), left = this.canvas.getBoundingClientRect().left + area.x;
      return view[0] + (touch.clientX - left) / area.w * (view[1] - view[0]);
    };
    model.dblclick = () => this.link.whole();
    // One finger reads, and pans what is enlarged; two fingers zoom; the page scrolls up and down as ever.
    model.touchstart = event => {
      const view = [...this.link.view];
      this.fingers = { view, start: [...event.touches].slice(0, 2).map(touch => across(touch, view)), x: event.touches[0].clientX };
      if (event.touches.length > 1) event.preventDefault();
      else this.link.point(this.fingers.start[0], this);
    };
    model.touchmove = event => {
      if (!this.fingers) return;
      const { view, start } = this.fingers, now = [...event.touches].slice(0, 2).map(touch => across(touch, view));
      if (now.length > 1 && start.length > 1) {
        event.preventDefault();
        const factor = (start[1] - start[0]) / (now[1] - now[0] || 1e-9);
        if (factor > 0.02) this.link.zoom(start[0] - (now[0] - view[0]) * factor, start[0] + (view[1] - now[0]) * factor);
      } else if (!this.link.isWhole && Math.abs(event.touches[0].clientX - this.fingers.x) > 6) {
        if (event.cancelable) event.preventDefault();
        this.link.zoom(view[0] + start[0] - now[0], view[1] + start[0] - now[0]);
      } else this.link.point(now[0], this);
    };
    model.touchend = event => {
      const now = performance.now();
      if (event.touches.length) { model.touchstart(event); return; }
      if (now - this.tapped < 350 && this.fingers && this.fingers.start.length === 1) { event.preventDefault(); this.link.whole(); }
      this.tapped = now;
      this.fingers = null;
    };
    model.touchcancel = () => { this.fingers = null; };
    return model;
  }

  moment(clientX) {
    const [a, b] = this.link.view;
    if (!this.graph) return a;
    const area = this.graph.getArea(), left = this.canvas.getBoundingClientRect().left + area.x;
    return Math.min(b, Math.max(a, a + (clientX - left) / area.w * (b - a)));
  }

  key(event) {
    const [a, b] = this.link.view, span = b - a, at = this.link.at === null ? (a + b) / 2 : this.link.at;
    const go = { ArrowLeft: -1, ArrowRight: 1 }[event.key], up = { ArrowUp: 0.5, ArrowDown: 2 }[event.key];
    if (go && event.shiftKey) this.link.zoom(a + go * span / 8, b + go * span / 8);
    else if (go) this.link.point(Math.min(b, Math.max(a, at + go * span / 200)), this);
    else if (up && event.shiftKey) {
      const [low, high] = this.range(), middle = (low + high) / 2;
      this.ownRange = [middle - (high - low) / 2 * up, middle + (high - low) / 2 * up];
      this.refresh();
      if (this.link.changed) this.link.changed();
    } else if (event.key === "+" || event.key === "=") this.link.zoom(at - span / 4, at + span / 4);
    else if (event.key === "-") this.link.zoom(at - span, at + span);
    else if (event.key === "0" || event.key === "Escape") this.link.whole();
    else return;
    event.preventDefault();
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => { spoken.textContent = this.readout.innerText.replace(/\n/g, ", "); }, 300);
  }

  // A line at x in every picture, and the values there in the one that is pointed at.
  point(x, isOwn) {
    const [a, b] = this.link.view, isOn = x !== null && this.graph && this.isNear && x >= a && x <= b;
    this.hair.classList.toggle("on", Boolean(isOn));
    this.readout.classList.toggle("on", Boolean(isOn && isOwn));
    if (!isOn) return;
    const area = this.graph.getArea(), left = area.x + (x - a) / (b - a) * area.w;
    Object.assign(this.hair.style, { left: left + "px", top: area.y + "px", height: area.h + "px" });
    if (!isOwn) return;
    const { curves, bands, x: axis, y } = this.picture, reach = (b - a) / area.w, [low, high] = this.graph.yAxisRange();
    const n = Math.max(0, Math.min(4, 3 - Math.floor(Math.log10(Math.max(high - low, 1e-9)))));
    const value = v => y.kind === "logarithm" ? String(+(10 ** v).toPrecision(3)) : fixed(y.kind === "heading" ? bearing(v) : v, n);
    const head = document.createElement("b");
    head.textContent = axis.names ? axis.names.reduce((best, name) => Math.abs(name.v - x) < Math.abs(best.v - x) ? name : best).label : axis.kind === "time" ? clock(x, (b - a) / 1000) + " s" : axis.kind === "logarithm" ? (10 ** x).toPrecision(3) + (axis.unit || "")
      : fixed(x, decimals((b - a) / 200)) + (axis.unit || "");
    // A band of two ends is a zone of the picture.
    const isRead = entry => entry.x.length > 2 && (entry.name ? this.isShown(entry) : curves.length === 1 && entry === curves[0]);
    const rows = [...curves, ...bands].filter(isRead).map(entry => {
      const hit = Plot.read(entry, x, reach), row = document.createElement("span"), dot = document.createElement("i");
      const texts = hit ? [...new Set(hit.map(value))] : ["\u2013"];
      dot.style.background = entry.colour;
      row.append(dot, (entry.name || y.label.split(",")[0]) + " " + texts.join(" \u2026 ") + (hit ? y.unit : ""));
      return row;
    });
    this.readout.replaceChildren(head, ...rows);
    const isRight = left > area.x + 0.6 * area.w;
    Object.assign(this.readout.style, {
      left: left + "px", top: this.canvas.offsetTop + 6 + "px", transform: isRight ? "translateX(calc(-100% - 12px))" : "translateX(12px)",
    });
  }

  // The lowest and highest value within half a pixel of x, or the nearest sample's; null in gaps.
  static read({ x, y, low, high, pause }, at, reach) {
    const lows = y || low, highs = y || high, middle = lowerBound(x, at);
    let [bottom, top] = [Infinity, -Infinity];
    for (let i = lowerBound(x, at - reach / 2); i < x.length && x[i] <= at + reach / 2; i++) {
      if (lows[i] < bottom) bottom = lows[i];
      if (highs[i] > top) top = highs[i];
    }
    if (bottom <= top) return [bottom, top];
    const sides = [middle - 1, middle].filter(i => i >= 0 && i < x.length), known = sides.filter(i => !isNaN(lows[i]));
    const near = known.sort((i, j) => Math.abs(x[i] - at) - Math.abs(x[j] - at))[0];
    // Between two samples of a stroke the nearer counts; at the end of a stroke only what is close.
    const far = sides.length === 2 && known.length === 2 ? pause || 0 : 0;
    return near === undefined || Math.abs(x[near] - at) > Math.max(far, 2 * reach) ? null : [lows[near], highs[near]];
  }

  drawLegend() {
    if (this.picture.isPlain) return;
    const { curves, bands, spans, marks } = this.picture, seen = new Set(), isListed = entry => entry.name && (!entry.optional || this.showsAll);
    const main = curves.filter(curve => !curve.optional), optional = curves.filter(curve => curve.optional);
    this.legend.replaceChildren(...[...main, ...spans, ...bands, ...marks, ...optional].filter(entry => isListed(entry) && !seen.has(entry.name) && seen.add(entry.name)).map(entry => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", value: entry.name, title: "Show or hide " + entry.name });
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      svg.setAttribute("viewBox", "0 0 26 10");
      svg.setAttribute("aria-hidden", "true");
      const isLine = curves.includes(entry);
      const attributes = isLine ? { d: "M0 5H26", stroke: entry.colour, "stroke-width": Math.min(6, entry.width * 1.3), "stroke-dasharray": entry.dash.join(" "),
        "stroke-opacity": entry.opacity } : { d: "M0 0H26V10H0Z", fill: entry.colour, "fill-opacity": Math.max(0.2, entry.opacity) };
      for (const key in attributes) path.setAttribute(key, attributes[key]);
      svg.append(path);
      button.append(svg, entry.name);
      button.addEventListener("click", () => this.link.toggle(entry.name));
      return button;
    }));
    if (!optional.length) return;
    const button = this.legend.appendChild(document.createElement("button"));
    Object.assign(button, { type: "button", className: "all", textContent: this.showsAll ? "Show fewer" : `Show all (${optional.length} more)` });
    button.addEventListener("click", () => {
      this.showsAll = !this.showsAll;
      this.isNew = true;
      this.refresh();
      this.legend.querySelector(".all").focus();
    });
  }
}

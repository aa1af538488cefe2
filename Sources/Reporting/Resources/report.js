// The script of report.html and comparison.html: it puts charts that can be worked with in the place of the page's pictures.
// The page says everything essential without it, and prints the pictures.
//
// A picture is an svg whose data-x and data-y are the values at the ends of its axes; what it shows is read from its paths, or,
// where the figure names a kind of samples, from the page's samples.

const pair = text => text.split(" ").map(Number);

// Strokes of a path as lists of [x, y] in pixels of the plot.
const strokes = path => {
  const list = [];
  let x = 0, y = 0;
  for (const [, letter, a, b] of path.getAttribute("d").matchAll(/([MLVH])(-?[\d.]+)(?: (-?[\d.]+))?/g)) {
    if (letter === "V") y = +a; else if (letter === "H") x = +a; else { x = +a; y = +b; }
    if (letter === "M") list.push([]);
    list[list.length - 1].push([x, y]);
  }
  return list;
};

const look = path => ({
  name: path.dataset.name || "", colour: path.getAttribute("stroke") === null ? path.getAttribute("fill") : path.getAttribute("stroke"),
  width: +path.getAttribute("stroke-width"), dash: (path.getAttribute("stroke-dasharray") || "").split(" ").filter(part => part).map(Number),
  opacity: +(path.getAttribute("stroke-opacity") || path.getAttribute("fill-opacity") || 1),
});

// Places and their names: a line each.
const named = text => text ? text.split("\n").map(line => ({ v: parseFloat(line), label: line.slice(line.indexOf("\t") + 1) })) : null;

// The picture that an svg shows.
const described = (svg, samples, { scale, cut }) => {
  const plot = svg.querySelector("svg.plot"), width = +plot.getAttribute("width"), height = +plot.getAttribute("height");
  const [x0, x1] = pair(svg.dataset.x), [y0, y1] = pair(svg.dataset.y), { abscissa = "", ordinate = "", axis = "number", scaling, names } = svg.dataset;
  const X = x => x0 + x / width * (x1 - x0), Y = y => y1 - y / height * (y1 - y0);
  const all = name => [...plot.querySelectorAll("path." + name)];
  const flat = path => {
    const x = [], y = [];
    for (const stroke of strokes(path)) {
      if (x.length) { x.push(x[x.length - 1]); y.push(NaN); }
      for (const point of stroke) { x.push(X(point[0])); y.push(Y(point[1])); }
    }
    // A column of many samples has their extremes; between these no line is known.
    const repeated = x.reduce((count, value, i) => count + (i > 0 && value === x[i - 1]), 0);
    return { x, y, stretch: axis === "time" && repeated > x.length / 10 ? (x1 - x0) / 960 : 0 };
  };
  // Angles on the circle from the cut on.
  const turned = series => series && (cut === undefined ? series : { ...series, y: series.y.map(v => v - 360 * Math.floor((v - cut) / 360)) });
  const unitOf = label => /degrees|heading$/.test(label) ? "\u00b0" : /, ([^,]*)$/.test(label) ? " " + label.match(/, ([^,]*)$/)[1] : "";
  const unit = unitOf(ordinate);
  return {
    title: svg.querySelector("title").textContent, summary: svg.querySelector("desc").textContent, height: svg.viewBox.baseVal.height,
    x: { from: x0, to: x1, kind: axis, unit: unitOf(abscissa), names: named(names), label: axis === "time" && abscissa ? "time since the start, minutes:seconds" : abscissa },
    y: { low: y0, high: y1, label: ordinate, unit, kind: scaling || (unit === "\u00b0" ? "angle" : "number"), zero: /error/.test(ordinate) },
    scale,
    curves: all("line").map(path => {
      const style = look(path), exact = samples && turned(samples.get(style.name)), optional = path.classList.contains("optional");
      return { ...style, optional, ...(exact || flat(path)), wraps: Boolean(exact), pause: exact ? exact.pause : Infinity };
    }).filter(curve => curve.x.length),
    words: [...svg.querySelectorAll("text.note")].map(note => {
      const { place, words: text, short } = note.dataset, [from, to] = pair(note.dataset.x);
      return { place, text, short, from, to, colour: note.getAttribute("fill") };
    }),
    bands: all("band").map(path => {
      const x = [], low = [], high = [];
      for (const stroke of strokes(path)) {
        if (x.length) { x.push(x[x.length - 1]); low.push(NaN); high.push(NaN); }
        for (let i = 0; i < stroke.length / 2; i++) {
          x.push(X(stroke[i][0]));
          high.push(Y(stroke[i][1]));
          low.push(Y(stroke[stroke.length - 1 - i][1]));
        }
      }
      return { ...look(path), x, low, high, pause: 0 };
    }),
    spans: all("spans").map(path => ({ ...look(path), list: strokes(path).map(stroke => [X(stroke[0][0]), X(stroke[1][0])]) })),
    marks: all("points").map(path => ({ ...look(path), list: strokes(path).map(([[x, y]]) => [X(x), Y(y)]) })),
    rules: all("rule").map(path => {
      const [[a, b]] = strokes(path);
      return { ...look(path), ...(a[1] === b[1] ? { y: Y(a[1]) } : { x: X(a[0]) }) };
    }),
  };
};

// The page's samples by kind and name: see SampleBlock for how they travel.
const unpacked = async box => {
  const kinds = new Map();
  if (!box || typeof DecompressionStream === "undefined") return kinds;
  const packed = Uint8Array.from(atob(box.dataset.deflated), letter => letter.charCodeAt(0));
  const bytes = new Uint8Array(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer());
  let at = 0;
  const summed = (count, planes) => {
    const list = new Float64Array(count), modulus = 256 ** planes;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      for (let plane = planes - 1, factor = modulus / 256; plane >= 0; plane--, factor /= 256) sum += factor * bytes[at + plane * count + i];
      sum %= modulus;
      list[i] = sum;
    }
    at += planes * count;
    return list;
  };
  const lines = box.dataset.contents.split("\n"), grids = [];
  for (const line of lines.filter(text => text.startsWith("grid "))) {
    const [count, stretch] = pair(line.slice(5));
    grids.push({ x: summed(count, 4).map(ticks => ticks * 1e-4), stretch });
  }
  for (const line of lines.slice(grids.length)) {
    const [kind, name, grid, low, step] = line.split("\t"), { x, stretch } = grids[+grid];
    const y = summed(x.length, 2).map(code => code ? +low + (code - 1) * +step : NaN);
    if (!kinds.has(kind)) kinds.set(kind, new Map());
    kinds.get(kind).set(name, { x, y, stretch, pause: Math.max(1, 10 * (x[x.length - 1] - x[0]) / Math.max(1, x.length - 1)) });
  }
  return kinds;
};

(async () => {
  const kinds = await unpacked(document.querySelector(".samples"));
  let time = null;
  for (const figure of document.querySelectorAll("figure")) {
    const pictures = [...figure.querySelectorAll("svg.chart[data-x]")];
    // Pictures over time and those of named curves; bars, circles and rows of names stay as they are.
    if (!pictures.length || !pictures[0].querySelector("[data-axis=time] path.line, path.line[data-name]")) continue;
    if (pictures[0].dataset.scaling === "names" || pictures[0].querySelector("path.bars, ellipse")) continue;
    const svg = pictures.find(picture => picture.clientWidth) || pictures[0];
    const picture = described(pictures[0], kinds.get(figure.dataset.samples), figure.dataset);
    picture.height = svg.viewBox.baseVal.height;
    picture.gutter = 58;
    // Low pictures are named by their titles alone.
    picture.isPlain = picture.height < 160;
    let link = time;
    if (picture.x.kind !== "time") link = new Link(picture.x.from, picture.x.to);
    else if (!time) time = link = new Link(picture.x.from, picture.x.to);
    const host = document.createElement("div");
    figure.prepend(host);
    figure.classList.add("live");
    new Plot(host, link, picture);
  }
  const compass = document.querySelector(".dial");
  if (compass && kinds.has("heading")) dial(compass, kinds.get("heading"));
  document.documentElement.classList.add("alive");
  if (!time) return;
  const button = document.querySelector("button.whole");
  time.changed = () => document.documentElement.classList.toggle("zoomed", !time.isWhole || time.plots.some(plot => plot.ownRange));
  if (button) button.addEventListener("click", () => time.whole());
  time.pointed = x => { if (x !== null) document.dispatchEvent(new CustomEvent("moment", { detail: { x, from: "picture" } })); };
  document.addEventListener("moment", event => { if (event.detail.from === "replay") time.point(event.detail.x, null); });
  // Anything with data-from and data-to, seconds, shows that stretch in all pictures.
  document.addEventListener("click", event => {
    const chosen = event.target.closest("[data-from][data-to]");
    if (chosen) time.zoom(+chosen.dataset.from, +chosen.dataset.to);
  });
})();

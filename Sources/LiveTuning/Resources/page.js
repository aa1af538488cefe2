// The page: its state, questions to the server, what is shown of the answers.

const DEFAULTS = "\u0000defaults";
const state = {
  session: null, tuned: "", values: new Map(), compared: [], window: { from: 0, to: Infinity },
  runs: new Map(), reference: null, lines: new Map(), asked: 0, pending: 0,
};

const log = () => state.session.log;
const hasNorth = () => log().sensors.some(sensor => sensor.startsWith("magnetometer"));
const filterOf = name => state.session.filters.find(entry => entry.filter.name === name);
const defaultsOf = name => Object.fromEntries(filterOf(name).filter.parameters.map(p => [p.name, p.defaultValue]));
const valuesOf = name => ({ ...defaultsOf(name), ...state.values.get(name) });
const changesOf = name => Object.entries(valuesOf(name)).filter(([key, value]) => value !== defaultsOf(name)[key]);
const shown = () => [state.tuned, ...state.compared.filter(name => name !== state.tuned)];
const colourOf = name => `var(--s${shown().indexOf(name) % 6})`;
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

// Questions to the server

const lineOf = key => {
  if (!state.lines.has(key)) state.lines.set(key, new Line());
  return state.lines.get(key);
};
const windowNow = () => ({
  from: state.window.from, to: isFinite(state.window.to) ? state.window.to : null,
  columns: clamp(Math.round($("heading").clientWidth - 56), 50, 4000),
});

// key is the filter's name, or DEFAULTS for the tuned filter as it comes.
const run = key => {
  const number = log().number, filter = key === DEFAULTS ? state.tuned : key;
  const parameters = key === DEFAULTS ? {} : valuesOf(filter), begin = performance.now();
  lineOf(key).ask("run", { log: number, filter, parameters, window: windowNow() }, answer => {
    if (!log() || log().number !== number) return;
    decode(answer.curves);
    state.runs.set(key, answer);
    quiet();
    redraw(() => {
      if (key !== state.tuned) return;
      state.milliseconds = performance.now() - begin;
      document.body.dataset.answers = ++state.asked;
      document.body.dataset.milliseconds = state.milliseconds.toFixed(1);
      cards();
    });
  });
};
const runDefaults = () => { if (changesOf(state.tuned).length) run(DEFAULTS); else state.runs.delete(DEFAULTS); };
const runAll = () => {
  if (!log()) return;
  run(state.tuned);
  runDefaults();
  state.compared.forEach(name => { if (name !== state.tuned) run(name); });
  if (log().hasReference) {
    const number = log().number;
    lineOf("\u0000reference").ask("reference", { log: number, window: windowNow() }, answer => {
      if (log() && log().number === number) { state.reference = decode(answer); redraw(); }
    });
  }
};

// Drawing

let frame = 0, after = [];
const redraw = done => {
  if (done) after.push(done);
  if (frame) return;
  frame = requestAnimationFrame(() => {
    frame = 0;
    draw();
    const list = after;
    after = [];
    list.forEach(act => act());
  });
};

const duration = () => log().durationSeconds || 1e-3;
const view = () => ({ from: state.window.from, to: Math.min(duration(), state.window.to), long: duration() > 120 });

const act = {
  show(a, b) {
    const span = clamp(b - a, Math.min(duration(), 0.2), duration());
    const from = clamp((Math.max(a, -1e9) + Math.min(b, 1e9) - span) / 2, 0, duration() - span);
    state.window = span >= duration() ? { from: 0, to: Infinity } : { from, to: from + span };
    zoomButtons();
    redraw();
    runAll();
  },
  point(time, origin) { pictures.forEach(picture => picture.point(time, picture === origin)); },
};
const pictures = ["heading", "error", "rho"].map(id => new Picture($(id), act));

const zoomButtons = () => {
  const { from, to } = view();
  $("out").disabled = $("all").disabled = !isFinite(state.window.to);
  $("back").disabled = from <= 0;
  $("on").disabled = to >= duration();
};

const runsShown = () => {
  const runs = shown().map(name => ({ name, answer: state.runs.get(name), colour: colourOf(name), width: name === state.tuned ? 2 : 1.4 }));
  if (state.runs.has(DEFAULTS)) {
    runs.splice(1, 0, { name: state.tuned + ", defaults", answer: state.runs.get(DEFAULTS), colour: "var(--muted)", width: 1.3, dashes: "5 3" });
  }
  return runs.filter(entry => entry.answer);
};

const draw = () => {
  if (!log()) return;
  const x = view(), runs = runsShown(), narrow = innerWidth <= 720;
  // The tuned filter above all others.
  const lines = curve => runs.map(({ name, answer, colour, width, dashes }) =>
    ({ kind: "line", curve: answer.curves[curve], name, colour, width, dashes })).reverse();
  const reference = curve => state.reference
    ? [{ kind: "line", curve: state.reference[curve], name: "reference", colour: "var(--ink)", width: 1.2, opacity: 0.75 }] : [];
  const spread = (range, least) => {
    if (!range) return { low: 0, high: 1, decimals: 1 };
    const room = Math.max((range[1] - range[0]) * 0.06, (least - (range[1] - range[0])) / 2, 1e-3);
    return whole({ low: range[0] - room, high: range[1] + room, decimals: range[1] - range[0] > 20 ? 1 : 2 });
  };
  // Ends at ticks: the axis, and with it every other filter's curve, stays while a slider moves a little.
  const whole = y => {
    const step = niceStep(y.high - y.low, 8, "angle");
    return { ...y, low: Math.floor(y.low / step + 1e-9) * step, high: Math.ceil(y.high / step - 1e-9) * step };
  };

  let layers = [...reference("heading"), ...lines("heading")];
  const axis = log().headingAxis === "camera" ? "of the back camera" : "of the top edge";
  let range = extent(layers.map(layer => layer.curve), x.from, x.to);
  const isCircle = range && range[1] - range[0] > 300;
  pictures[0].draw(x, { ...(isCircle ? { low: 0, high: 360, decimals: 1 } : spread(range, 2)), kind: "angle", winds: isCircle && hasNorth() }, layers, narrow ? 190 : 250,
    ["Heading", `${axis}, degrees clockwise from ${hasNorth() ? log().north + " north" : "an arbitrary direction"}`],
    "One line per filter over time; the values are in the table below.");

  $("error").hidden = !log().hasReference;
  if (log().hasReference) {
    layers = lines("error");
    range = extent([...layers.map(layer => layer.curve), { x: [x.from], y: [0] }], x.from, x.to);
    const tuned = state.runs.get(state.tuned), sigma = tuned && tuned.curves.sigma;
    const y = spread(range, 1);
    if (sigma && sigma.x.length) {
      const band = { x: sigma.x, y: sigma.y.map(value => 1.96 * value) };
      const reach = extent([band], x.from, x.to), most = 2 * Math.max(-y.low, y.high);
      if (reach) { y.high = Math.max(y.high, Math.min(reach[1], most)); y.low = Math.min(y.low, -Math.min(reach[1], most)); }
      layers.unshift({ kind: "band", curve: band, colour: colourOf(state.tuned), opacity: 0.16 });
    }
    if (tuned && tuned.curves.disturbed.length) {
      layers.unshift({ kind: "spans", spans: tuned.curves.disturbed, colour: "var(--alert)", opacity: 0.12 });
    }
    const zero = { kind: "line", curve: { x: [x.from, x.to], y: [0, 0] }, colour: "var(--ink)", width: 1, opacity: 0.5 };
    pictures[1].draw(x, { ...whole(y), kind: "angle" }, [zero, ...layers], narrow ? 180 : 220,
      ["Heading error", "degrees, reference less estimate" + (sigma && sigma.x.length ? `; band: 95 % by ${state.tuned}'s sigma` : "")
        + (tuned && tuned.curves.disturbed.length ? "; shaded: disturbed field" : "")],
      "One line per filter over time, zero is right.");
  }

  layers = [...reference("rho"), ...lines("rho")];
  pictures[2].draw(x, { ...spread(extent(layers.map(layer => layer.curve), x.from, x.to), 2), kind: "angle" }, layers, narrow ? 150 : 170,
    ["Tilt", "rho, degrees: 90 camera level, 180 lying face up"], "One line per filter over time.");
  legend(runs);
  table();
  cards();
};

const legend = runs => {
  $("legend").replaceChildren();
  const entries = [...runs];
  if (state.reference) entries.push({ name: "reference", colour: "var(--ink)", width: 1.2 });
  for (const { name, colour, width, dashes } of entries) {
    const span = element("span", $("legend")), svg = make("svg", span, { "aria-hidden": "true", viewBox: "0 0 24 10" });
    make("path", svg, { d: "M0 5H24", stroke: colour, "stroke-width": width + 0.6, "stroke-dasharray": dashes || "none" });
    span.append(name);
  }
};

// Numbers

const degrees = value => fixed(value, Math.abs(value) < 9.995 ? 2 : 1);
const cards = () => {
  const tuned = state.runs.get(state.tuned), before = state.runs.get(DEFAULTS), has = log().hasReference;
  const scores = tuned && tuned.scores, old = before && before.scores, a = scores && scores.accuracy, b = old && old.accuracy;
  const against = { reference: "the reference", gyroscope: "the gyroscope" }[log().motion];
  $("cards").replaceChildren();
  const card = (label, value, unit, was, text, note, score = Math.abs) => {
    const box = element("div", $("cards"), { className: "card" });
    element("p", box, { className: "label" }, label);
    const line = element("p", box, { className: "value" }, text(value));
    if (value !== null && value !== undefined) element("small", line, {}, unit);
    const detail = element("p", box, { className: "detail" });
    if (was !== undefined && was !== null && value !== null && value !== undefined) {
      const change = score(value) - score(was), size = text(Math.abs(change));
      const same = !/[1-9]/.test(size);
      box.classList.add(...(same ? [] : [change < 0 ? "good" : "warn"]));
      element("span", detail, { className: "change" }, same ? "unchanged" : `${change < 0 ? "\u25bc" : "\u25b2"} ${size}${unit} ${change < 0 ? "better" : "worse"}`);
      element("span", detail, { className: "than" }, `${same ? " from" : " than with"} the defaults (${text(was)}${unit.replace(" ", "\u00a0")})`);
    } else {
      element("span", detail, { className: "more" }, note);
    }
  };
  card("Heading error", a && a.headingRMSEDegrees, "\u00b0", b && b.headingRMSEDegrees, degrees,
    has ? "RMSE against the reference" : "needs a reference in the log");
  card("Inclination", a && a.inclinationRMSEDegrees, "\u00b0", b && b.inclinationRMSEDegrees, degrees,
    has ? "RMSE of the vertical against the reference" : "needs a reference in the log");
  card("Jitter", scores && scores.jitterDegrees, "\u00b0", old && old.jitterDegrees, value => fixed(value, 2),
    against ? `of the heading, beyond that of ${against}` : "of the heading about its mean of half a second");
  card("Lag", scores && scores.lagMilliseconds, " ms", old && old.lagMilliseconds, value => fixed(value, 0),
    !against ? "needs a reference or a gyroscope" : !scores || scores.lagMilliseconds !== null ? `of the heading behind ${against}`
      : "not determined: no clear turn, or more than half a second late");
  const box = element("div", $("cards"), { className: "card" });
  element("p", box, { className: "label" }, "Answer");
  const value = element("p", box, { className: "value", id: "milliseconds" }, state.milliseconds ? fixed(state.milliseconds, 0) : "\u2013");
  element("small", value, {}, " ms");
  element("p", box, { className: "detail" }, tuned ? `until drawn; the filter ${fixed(tuned.filterSeconds * 1000, 0)} ms` : "");
};

const table = () => {
  const has = log().hasReference, heads = [
    "filter", ...(has ? ["total", "heading", "after offset", "offset", "inclination", "95 % of total"] : []), "jitter", "lag", "filter time"];
  const box = $("table"), head = box.querySelector("thead"), body = box.querySelector("tbody");
  head.replaceChildren();
  body.replaceChildren();
  const row = element("tr", head);
  heads.forEach(text => element("th", row, { scope: "col" }, text));
  for (const { name, answer, colour } of runsShown()) {
    const line = element("tr", body), title = element("th", line, { scope: "row" });
    element("i", title).style.background = colour;
    title.append(name);
    const isDefaults = name !== answer.filter, changes = isDefaults ? [] : changesOf(name);
    if (changes.length) element("em", title, {}, changes.map(([key, value]) => `${key} ${digits(value)}`).join(", "));
    const { accuracy: a, jitterDegrees, lagMilliseconds } = answer.scores;
    const cells = has ? (a ? [a.totalRMSEDegrees, a.headingRMSEDegrees, a.headingRMSEAfterOffsetDegrees, a.headingOffsetDegrees,
      a.inclinationRMSEDegrees, a.p95Degrees] : Array(6).fill(null)).map(value => value === null ? "\u2013" : degrees(value) + "\u00b0") : [];
    cells.push(jitterDegrees === null ? "\u2013" : fixed(jitterDegrees, 2) + "\u00b0", lagMilliseconds === null ? "\u2013" : fixed(lagMilliseconds, 0) + " ms",
      fixed(answer.filterSeconds * 1000, 0) + " ms");
    cells.forEach(text => element("td", line, {}, text));
  }
  $("tablenote").textContent = has
    ? "RMSE over the whole log, as in the report; offset: what to add to the heading."
    : "The log has no reference orientation, so there is nothing to measure errors against.";
};

// Filter and parameters

const changed = (name, value) => {
  state.values.set(state.tuned, { ...state.values.get(state.tuned), [name]: value });
  controlsChanged();
  run(state.tuned);
  if (state.runs.has(DEFAULTS) !== changesOf(state.tuned).length > 0) { runDefaults(); redraw(); }
};
const controlsChanged = () => {
  const changes = changesOf(state.tuned);
  $("defaults").disabled = !changes.length;
  $("options").textContent = [`--filters ${shown().join(",")}`, ...changes.map(([key, value]) => `--set ${state.tuned}.${key}=${value}`)].join(" \\\n  ");
  $("saved").textContent = "";
};
const tune = name => {
  state.tuned = name;
  const { filter, sliders } = filterOf(name), values = valuesOf(name), many = filter.parameters.length > 7;
  $("tuned").value = name;
  $("about").textContent = filter.summary;
  const rest = $("more").querySelector("div");
  $("parameters").replaceChildren();
  rest.replaceChildren();
  filter.parameters.forEach((p, i) =>
    new Parameter(many && i >= 5 ? rest : $("parameters"), p, sliders[i], values[p.name], changed));
  if (!filter.parameters.length) element("p", $("parameters"), { className: "note" }, "This filter has none.");
  $("more").hidden = !many;
  $("more").querySelector("summary").textContent = `${filter.parameters.length - 5} more`;
  chips();
  controlsChanged();
};
const choose = name => {
  const before = state.tuned;
  tune(name);
  state.compared = [...state.compared.filter(other => other !== name), ...(before !== name ? [before] : [])].slice(-4);
  state.runs.delete(DEFAULTS);
  chips();
  controlsChanged();
  redraw();
  runAll();
};
const chips = () => {
  const focused = document.activeElement && document.activeElement.value;
  $("compared").replaceChildren();
  for (const { filter: { name }, obstacle } of state.session.filters) {
    if (name === state.tuned) continue;
    const label = element("label", $("compared"), { title: obstacle || "" });
    const box = element("input", label, { type: "checkbox", value: name, checked: state.compared.includes(name) });
    box.disabled = obstacle !== null || (!box.checked && state.compared.length >= 5);
    if (box.checked) label.style.setProperty("--colour", colourOf(name));
    label.append(name);
    box.addEventListener("change", () => {
      state.compared = state.compared.filter(other => other !== name);
      if (box.checked) { state.compared.push(name); run(name); }
      chips();
      controlsChanged();
      redraw();
    });
    if (name === focused) box.focus();
  }
};

// Logs

const show = session => {
  state.lines.forEach(line => line.cancel());
  state.lines.clear();
  Object.assign(state, { session, runs: new Map(), reference: null, window: { from: 0, to: Infinity }, milliseconds: 0 });
  document.body.className = session.log ? "" : "logless";
  $("save").textContent = "Save " + session.output.split("/").pop();
  if (!session.log) { $("name").textContent = "No log is open"; return; }
  const { name, durationSeconds: s, format, sensors, north, calibration, warnings } = session.log;
  $("name").textContent = name.split("/").filter(part => part).pop() || name;
  document.title = $("name").textContent.slice(0, 80) + " \u2013 SensorLab live tuning";
  const length = s < 120 ? s.toFixed(1) + " s" : `${Math.floor(s / 60)} min ${Math.round(s % 60)} s`;
  $("subtitle").textContent = [length, `format ${format}`, sensors.join(", "), hasNorth() ? `${north} north` : "no magnetometer, no north",
    calibration.length ? `calibrated: ${calibration.join(", ")}` : "uncalibrated"].join(" \u00b7 ");
  $("warnings").hidden = !warnings.length;
  $("warnings").querySelector("summary").textContent = warnings.length === 1 ? "1 warning about this log" : `${warnings.length} warnings about this log`;
  const list = $("warnings").querySelector("ul");
  list.replaceChildren();
  for (const { code, message, advice } of warnings) {
    const item = element("li", list);
    element("p", item).append(element("strong", null, {}, message));
    element("p", item, {}, advice);
    element("p", item, { className: "code" }, code);
  }
  if (!state.tuned) {
    state.values.set(session.tuned.name, session.tuned.parameters);
    state.compared = session.compared.filter(other => other !== session.tuned.name);
    state.tuned = session.tuned.name;
  }
  const able = entry => entry.obstacle === null;
  state.compared = state.compared.filter(other => able(filterOf(other)));
  if (!able(filterOf(state.tuned))) state.tuned = (session.filters.find(able) || session.filters[0]).filter.name;
  $("tuned").replaceChildren();
  for (const entry of session.filters) {
    element("option", $("tuned"), { value: entry.filter.name, disabled: !able(entry) }, entry.filter.name);
  }
  tune(state.tuned);
  zoomButtons();
  runAll();
};

const open = async file => {
  if (!file) return;
  quiet();
  if (file.size > state.session.uploadLimit) {
    complain(new Refusal({ message: `${file.name.slice(0, 80)} has ${Math.round(file.size / 1048576)} MiB, the page takes ${state.session.uploadLimit / 1048576}`,
      advice: "give it to sensorlab serve on the command line" }));
    return;
  }
  $("subtitle").textContent = `reading ${file.name.slice(0, 80)} \u2026`;
  try {
    show(await ask("log?name=" + encodeURIComponent(file.name), file));
  } catch (error) {
    complain(error);
    try { show(await ask("session")); } catch (other) { complain(other); }
    complain(error);
  }
};

// The page: its state, questions to the server, what is shown of the answers.

const DEFAULTS = "\u0000defaults", PINNED = "\u0000pinned";
const state = {
  session: null, tuned: "", values: new Map(), compared: [], window: { from: 0, to: Infinity }, pinned: null, past: [],
  runs: new Map(), reference: null, lines: new Map(), asked: 0, pending: 0, objective: "heading", scores: new Map(), verdict: null,
  effects: new Map(),
};

// What the first card shows, logs are compared by and Optimise makes small.
const MEASURES = {
  heading: { label: "Heading error", key: "headingRMSEDegrees" }, total: { label: "Total error", key: "totalRMSEDegrees" },
};
const measured = scores => scores && scores.accuracy ? scores.accuracy[MEASURES[state.objective].key] : null;

const log = () => state.session && state.session.log;
const hasNorth = () => log().sensors.some(sensor => sensor.startsWith("magnetometer"));
const filterOf = name => state.session.filters.find(entry => entry.filter.name === name);
const defaultsOf = name => Object.fromEntries(filterOf(name).filter.parameters.map(p => [p.name, p.defaultValue]));
const valuesOf = name => ({ ...defaultsOf(name), ...state.values.get(name) });
const changesAmong = (name, values) => Object.entries({ ...defaultsOf(name), ...values }).filter(([key, value]) => value !== defaultsOf(name)[key]);
const changesOf = name => changesAmong(name, valuesOf(name));
const shown = () => [state.tuned, ...state.compared.filter(name => name !== state.tuned)];
const lookOf = name => filterOf(name).look;
const colourOf = name => lookOf(name).colour;
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

// key is the filter's name, DEFAULTS for the tuned filter as it comes, or PINNED for what was pinned.
const run = key => {
  const number = log().number, filter = key === DEFAULTS ? state.tuned : key === PINNED ? state.pinned.filter : key;
  const parameters = key === DEFAULTS ? {} : key === PINNED ? state.pinned.values : valuesOf(filter), begin = performance.now();
  lineOf(key).ask("run", { log: number, filter, parameters, window: windowNow() }, answer => {
    if (!log() || log().number !== number) return;
    decode(answer.curves);
    if (key === PINNED && !state.pinned) return;
    state.runs.set(key, answer);
    state.scores.set(scoreKey(number, answer.filter, answer.parameters), answer.scores);
    quiet("run");
    redraw(() => {
      if (key !== state.tuned) return;
      state.milliseconds = performance.now() - begin;
      document.body.dataset.answers = ++state.asked;
      document.body.dataset.milliseconds = state.milliseconds.toFixed(1);
      cards();
      drawLogs();
      look();
    });
  });
};
const runDefaults = () => { if (changesOf(state.tuned).length) run(DEFAULTS); else state.runs.delete(DEFAULTS); };
const runAll = () => {
  if (!log()) return;
  run(state.tuned);
  runDefaults();
  if (state.pinned) run(PINNED);
  state.compared.forEach(name => { if (name !== state.tuned) run(name); });
  scoreLogs();
  if (log().hasReference || log().hasDevice) {
    const number = log().number;
    lineOf("\u0000reference").ask("reference", { log: number, window: windowNow() }, answer => {
      if (!log() || log().number !== number) return;
      state.reference = decode(answer);
      if (answer.device) decode(answer.device);
      redraw();
    });
  }
  askSignals();
};
// Found in the background, once per log.
const askVerdict = () => {
  state.verdict = null;
  drawVerdict();
  const number = log().number, shows = answer => {
    if (!log() || log().number !== number) return;
    state.verdict = answer;
    drawVerdict();
    openOnRecommended();
  };
  lineOf("\u0000verdict").ask("verdict", { log: number }, shows, error =>
    shows({ text: "No verdict", state: "bad", headline: error.message, reason: error.advice, filter: null, verdict: null }));
};
const drawVerdict = () => {
  const verdict = state.verdict;
  $("verdict").className = verdict ? verdict.state : "none";
  $("grade").replaceChildren();
  $("basis").replaceChildren();
  if (!verdict) {
    $("grade").append("sensorlab determines whether these headings are usable, as sensorlab analyze does \u2026");
    $("headline").textContent = "";
    return;
  }
  element("strong", $("grade"), {}, verdict.text + ".");
  $("headline").textContent = verdict.headline;
  if (!verdict.filter) return;
  $("basis").append(`The verdict of sensorlab analyze on this log, by ${verdict.filter} with its defaults; all values below are of the filters that are tuned and compared here.`);
  if (verdict.filter === state.tuned) return;
  const button = element("button", $("basis"), { type: "button", className: "plain" }, "Tune " + verdict.filter);
  button.addEventListener("click", () => choose(verdict.filter));
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
const view = () => ({ from: state.window.from, to: Math.min(duration(), state.window.to) });

const link = new Link(0, 1);
link.changed = () => {
  const [from, to] = link.view, before = state.window;
  state.window = link.isWhole ? { from: 0, to: Infinity } : { from, to };
  if (state.window.from === before.from && state.window.to === before.to) return;
  zoomButtons();
  remember();
  runAll();
};
const act = { show(a, b) { link.zoom(Math.max(a, -1e9), Math.min(b, 1e9)); } };
const SIGNALS = ["strength", "force", "turn", "field"];
const NOTHING = { title: "", summary: "", height: 200, x: { kind: "time", label: "" }, y: { kind: "angle", unit: "\u00b0", label: "" }, curves: [], bands: [], spans: [], marks: [], rules: [] };
const pictures = Object.fromEntries(["heading", "error", "rho", ...SIGNALS].map(id => [id, new Plot(element("div", $(id)), link, NOTHING)]));

const zoomButtons = () => {
  const { from, to } = view();
  $("out").disabled = $("all").disabled = !isFinite(state.window.to);
  $("back").disabled = from <= 0;
  $("on").disabled = to >= duration();
};

// What was asked for and has been answered: what it is compared with first, the tuned filter last and above the others.
const deviceRun = () => {
  const { device, deviceScores } = state.reference || {};
  return device ? [{ name: "device", key: "device", ...state.session.device, width: 1.4, opacity: 1, answer: { curves: device, scores: deviceScores, filterSeconds: null } }] : [];
};
const runsShown = () => {
  const quietly = { colour: "var(--muted)", dash: [], width: 3.5, opacity: 0.55 };
  return [
    { name: state.tuned, key: state.tuned, ...lookOf(state.tuned), dash: [], width: 2.2, opacity: 1 },
    { name: state.tuned + ", defaults", key: DEFAULTS, ...quietly },
    ...(state.pinned ? [{ name: "pinned: " + state.pinned.filter, key: PINNED, colour: "var(--ink)", dash: [3, 3], width: 1.6, opacity: 0.9 }] : []),
    ...shown().slice(1).map(name => ({ name, key: name, ...lookOf(name), width: 1.4, opacity: 1 })),
  ].map(entry => ({ ...entry, answer: state.runs.get(entry.key) })).filter(entry => entry.answer).concat(deviceRun());
};

// The picture of a figure's element, and its heading.
const picture = (id, title, note, height, parts) => {
  const heading = $(id).querySelector("h3");
  heading.replaceChildren(title + " ");
  element("em", heading, {}, note);
  const { y, ...rest } = parts;
  pictures[id].show({
    title, summary: note + (SIGNALS.includes(id) ? "." : ". One line per filter over time; the values are in the table below."), height, isPlain: true, x: { kind: "time", label: "" }, y: { unit: "\u00b0", label: "", kind: "angle", ...y },
    bands: [], spans: [], marks: [], rules: [], gutter: 60, ...rest,
  });
};

const draw = () => {
  if (!log()) return;
  const runs = runsShown(), narrow = innerWidth <= 720, [tunedRun, ...others] = runs;
  const behind = others.filter(({ key }) => key === DEFAULTS), beside = others.filter(({ key }) => key !== DEFAULTS);
  const lines = (kind, withReference) => [
    ...(withReference && log().hasReference && state.reference ? [{ name: "reference", colour: "var(--ink)", width: 5, dash: [], opacity: 0.22, ...state.reference[kind] }] : []),
    ...[...behind, ...beside, ...(tunedRun ? [tunedRun] : [])].map(({ name, answer, colour, width, dash, opacity }) =>
      ({ name, colour, width, dash, opacity, ...answer.curves[kind] })),
  ].map(curve => ({ ...curve, wraps: false, pause: Infinity }));
  const reaches = curves => curves.flatMap(({ y }) => [...y].filter(value => !isNaN(value))).reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity]);
  const axis = log().headingAxis === "camera" ? "of the back camera" : "of the top edge";
  const headings = lines("heading", true), [low, high] = reaches(headings), isCircle = high - low > 300;
  picture("heading", "Heading", `${axis}, degrees clockwise from ${hasNorth() ? log().north + " north" : "an arbitrary direction"}`, narrow ? 210 : 260,
    { isPlain: false, curves: headings, y: isCircle ? { low: 0, high: 360, kind: hasNorth() ? "heading" : "angle" } : { least: 2 } });

  $("error").hidden = !log().hasReference;
  if (log().hasReference) {
    const tuned = state.runs.get(state.tuned), sigma = tuned && tuned.curves.sigma, hasSigma = sigma && sigma.x.length;
    const disturbed = tuned ? tuned.curves.disturbed : [];
    picture("error", "Heading error", "degrees, reference minus estimate" + (hasSigma ? `; band: 95 % by ${state.tuned}'s sigma` : "")
      + (disturbed.length ? "; shaded: disturbed field" : ""), narrow ? 190 : 230, {
      curves: lines("error", false), y: { least: 1, zero: true },
      bands: hasSigma ? [{ name: "", colour: colourOf(state.tuned), opacity: 0.16, x: sigma.x, low: sigma.y.map(v => -1.96 * v), high: sigma.y.map(v => 1.96 * v) }] : [],
      spans: [{ name: "", colour: "var(--alert)", opacity: 0.12, list: disturbed }],
      rules: [{ y: 0, colour: "var(--ink)", width: 1, dash: [], opacity: 0.5 }],
    });
  }
  picture("rho", "Tilt", "rho, degrees: 90 camera level, 180 lying face up", narrow ? 160 : 180, { curves: lines("rho", true), y: { least: 2 } });
  table();
  cards();
};

// Numbers

const degrees = value => fixed(value, Math.abs(value) < 9.995 ? 2 : 1);
const cards = () => {
  const tuned = state.runs.get(state.tuned), before = state.pinned ? state.runs.get(PINNED) : state.runs.get(DEFAULTS), has = log().hasReference;
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
      element("span", detail, { className: "than" }, `${same ? " from" : " than with"} ${state.pinned ? "the pinned values" : "the defaults"} (${text(was)}${unit.replace(" ", "\u00a0")})`);
    } else {
      element("span", detail, { className: "more" }, note);
    }
  };
  const { label: measure, key } = MEASURES[state.objective];
  card(measure, a && a[key], "\u00b0", b && b[key], degrees,
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
  for (const { name, key, answer, colour } of runsShown()) {
    const line = element("tr", body), title = element("th", line, { scope: "row" });
    element("i", title).style.background = colour;
    title.append(name);
    const changes = key === DEFAULTS || key === "device" ? [] : key === PINNED ? changesAmong(state.pinned.filter, state.pinned.values) : changesOf(key);
    if (changes.length) element("em", title, {}, changes.map(([key, value]) => `${key} ${digits(value)}`).join(", "));
    const { accuracy: a, jitterDegrees, lagMilliseconds } = answer.scores;
    const cells = has ? (a ? [a.totalRMSEDegrees, a.headingRMSEDegrees, a.headingRMSEAfterOffsetDegrees, a.headingOffsetDegrees,
      a.inclinationRMSEDegrees, a.p95Degrees] : Array(6).fill(null)).map(value => value === null ? "\u2013" : degrees(value) + "\u00b0") : [];
    cells.push(jitterDegrees === null ? "\u2013" : fixed(jitterDegrees, 2) + "\u00b0", lagMilliseconds === null ? "\u2013" : fixed(lagMilliseconds, 0) + " ms",
      answer.filterSeconds === null ? "\u2013" : fixed(answer.filterSeconds * 1000, 0) + " ms");
    cells.forEach(text => element("td", line, {}, text));
  }
  $("tablenote").textContent = has
    ? "RMSE over the whole log, as in the report; offset: the constant to add to the heading."
    : "The log has no reference orientation, so errors cannot be measured.";
};

// Filter and parameters

const changed = (name, value) => {
  keepPast(state.tuned + "." + name);
  state.values.set(state.tuned, { ...state.values.get(state.tuned), [name]: value });
  controlsChanged();
  run(state.tuned);
  scoreLogs();
  if (state.runs.has(DEFAULTS) !== changesOf(state.tuned).length > 0) { runDefaults(); redraw(); }
};
const controlsChanged = () => {
  const changes = changesOf(state.tuned);
  $("defaults").disabled = !changes.length;
  drawCommand();
  $("saved").textContent = "";
  $("undo").disabled = !state.past.length;
  $("pin").setAttribute("aria-pressed", String(state.pinned !== null));
  $("pin").textContent = state.pinned ? "Unpin" : "Pin";
  $("swap").disabled = !state.pinned;
  remember();
};

// A command that gives the same numbers as the page, from the folder where `serve` runs.
const quoted = word => /^[\w/.,:@%=+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
const commandLine = (verb, names, options) => ["sensorlab", verb, ...[...names, ...state.session.given, ...options].map(quoted)].join(" ");
// A log without a path was dropped, or came from standard input: the reader has to give its file.
const withoutPath = () => state.session.logs.filter(({ path }) => !path);
const pathOf = ({ number, path }) => path || (withoutPath().length > 1 ? `FILE${number}` : "FILE");
const pathNote = entries => entries.filter(({ path }) => !path).map(entry => ` ${pathOf(entry)}: the path of ${entry.name}.`).join("");
const settingsOf = name => changesOf(name).flatMap(([key, value]) => ["--set", `${name}.${key}=${value}`]);
const drawCommand = () => {
  const shownLog = log() && state.session.logs.filter(({ number }) => number === log().number);
  $("command").textContent = shownLog ? commandLine("compare", shownLog.map(pathOf), [...state.session.givenHeading, "--filters", shown().join(","), ...shown().flatMap(settingsOf)]) : "";
  $("commandnote").textContent = "Runs the same filters on the log, from the folder where sensorlab serve runs." + pathNote(shownLog || []);
};

// What was chosen before: a slider that is drawn is one step.
const keepPast = step => {
  const now = performance.now(), last = state.past[state.past.length - 1];
  if (!last || last.step !== step || now - last.at > 1500) {
    state.past.push({ step, tuned: state.tuned, values: new Map([...state.values].map(([key, value]) => [key, { ...value }])) });
    if (state.past.length > 100) state.past.shift();
  }
  state.past[state.past.length - 1].at = now;
};
const restored = ({ tuned, values }) => {
  state.values = values;
  state.runs.delete(DEFAULTS);
  state.compared = state.compared.filter(name => name !== tuned);
  tune(tuned);
  redraw();
  runAll();
};
const undo = () => { if (state.past.length) restored(state.past.pop()); };
const pin = () => {
  state.pinned = state.pinned ? null : { filter: state.tuned, values: valuesOf(state.tuned) };
  state.runs.delete(PINNED);
  if (state.pinned) run(PINNED);
  controlsChanged();
  redraw();
  scoreLogs();
};
// What is pinned and what is tuned change places.
const swap = () => {
  const { filter, values } = state.pinned;
  keepPast("swap" + performance.now());
  state.pinned = { filter: state.tuned, values: valuesOf(state.tuned) };
  state.runs.delete(PINNED);
  restored({ tuned: filter, values: new Map([...state.values, [filter, values]]) });
};

// The state of the page in its address, so that it survives a reload and can be sent to oneself.
const remember = () => {
  if (!log()) return;
  const fields = new URLSearchParams(), text = (name, values) => changesAmong(name, values).map(([key, value]) => key + ":" + value).join(",");
  fields.set("filter", state.tuned);
  if (state.session.logs.length > 1) fields.set("log", log().number);
  if (state.objective !== "heading") fields.set("measure", state.objective);
  fields.set("compare", state.compared.filter(name => name !== state.tuned).join(","));
  for (const [name, values] of state.values) if (text(name, values)) fields.set("set." + name, text(name, values));
  if (state.pinned) fields.set("pin", state.pinned.filter + ";" + text(state.pinned.filter, state.pinned.values));
  if (isFinite(state.window.to)) fields.set("view", state.window.from.toFixed(3) + "," + state.window.to.toFixed(3));
  history.replaceState(null, "", "#" + fields);
};
// Whether the address holds a filter.
const recalled = () => {
  const fields = new URLSearchParams(location.hash.slice(1)), isKnown = name => state.session.filters.some(entry => entry.filter.name === name);
  const values = (name, text) => Object.fromEntries((text || "").split(",").map(part => part.split(":")).filter(([key, value]) => {
    const parameter = filterOf(name).filter.parameters.find(p => p.name === key);
    return parameter && +value >= parameter.minimum && +value <= parameter.maximum;
  }).map(([key, value]) => [key, +value]));
  if (MEASURES[fields.get("measure")]) state.objective = fields.get("measure");
  if (!isKnown(fields.get("filter"))) return false;
  state.tuned = fields.get("filter");
  state.compared = (fields.get("compare") || "").split(",").filter(isKnown);
  for (const [key, text] of fields) if (key.startsWith("set.") && isKnown(key.slice(4))) state.values.set(key.slice(4), values(key.slice(4), text));
  const [pinned, text] = (fields.get("pin") || "").split(";");
  if (isKnown(pinned)) state.pinned = { filter: pinned, values: values(pinned, text) };
  const [from, to] = (fields.get("view") || "").split(",").map(Number);
  if (to > from) state.recalledView = [from, to];
  return true;
};
// Many parameters stand in groups, by what they do on this log: a few that move its orientations most, the others folded.
const FEW = 7, FIRST = 5;
const groupsOf = name => {
  const all = filterOf(name).filter.parameters.map(p => p.name), effects = state.effects.get(log().number + name);
  if (all.length <= FEW) return { first: all, less: [], none: [] };
  if (!effects) return { first: all.slice(0, FIRST), less: all.slice(FIRST), none: [] };
  return { first: effects.seen.slice(0, FIRST), less: effects.seen.slice(FIRST), none: effects.unseen };
};
const askEffects = name => {
  const number = log().number, key = number + name;
  if (filterOf(name).filter.parameters.length <= FEW || state.effects.has(key)) return;
  lineOf("\u0000effects").ask("effects", { log: number, filter: name }, answer => {
    state.effects.set(key, answer);
    // Not under the hand of somebody who moves a slider.
    if (log() && log().number === number && state.tuned === name && !document.querySelector("aside").contains(document.activeElement)) sliders();
  }, () => {});
};
const sliders = () => {
  const { filter, sliders: scales } = filterOf(state.tuned), values = valuesOf(state.tuned), { first, less, none } = groupsOf(state.tuned);
  const isKnown = state.effects.has(log().number + state.tuned), isOpen = [...document.querySelectorAll("#groups details")].map(group => group.open);
  const into = (parent, names) => names.forEach(name => {
    const i = filter.parameters.findIndex(p => p.name === name);
    new Parameter(parent, filter.parameters[i], scales[i], values[name], changed);
  });
  $("parameters").replaceChildren();
  $("groups").replaceChildren();
  $("order").textContent = isKnown ? "The parameters that change the orientations of this log most." : "";
  into($("parameters"), first);
  if (!filter.parameters.length) element("p", $("parameters"), { className: "note" }, "This filter has none.");
  [[less, isKnown ? "with less effect" : "more"], [none, "without effect here: sigmas, or sensors that the log lacks"]].forEach(([names, text], i) => {
    if (!names.length) return;
    const group = element("details", $("groups"), { open: Boolean(isOpen[i]) });
    element("summary", group, {}, `${names.length} ${text}`);
    into(element("div", group), names);
  });
};
const tune = name => {
  state.tuned = name;
  $("tuned").value = name;
  $("about").textContent = filterOf(name).filter.summary;
  drawVerdict();
  sliders();
  askEffects(name);
  chips();
  controlsChanged();
};
const choose = name => {
  const before = state.tuned;
  keepPast("filter " + name);
  tune(name);
  state.compared = [...state.compared.filter(other => other !== name), ...(before !== name ? [before] : [])].slice(-4);
  state.runs.delete(DEFAULTS);
  chips();
  controlsChanged();
  redraw();
  runAll();
};
// The page opens on the recommended filter, unless something was chosen before that was known.
const openOnRecommended = () => {
  const name = state.verdict.filter, entry = name && filterOf(name);
  if (!state.isOpening || state.past.length || !entry || entry.obstacle !== null) return;
  state.isOpening = false;
  if (name === state.tuned) return;
  state.compared = state.compared.filter(other => other !== name);
  state.runs.delete(DEFAULTS);
  tune(name);
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
  Object.assign(state, { session, runs: new Map(), reference: null, window: { from: 0, to: Infinity }, milliseconds: 0, verdict: null });
  if (session.log) Object.assign(link, { from: 0, to: duration(), least: Math.min(duration(), 0.2), view: [0, duration()] });
  document.body.className = session.log ? "" : "logless";
  $("save").replaceChildren("Save", element("span", null, { className: "file" }, " " + session.output.split("/").pop()));
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
    const isRecalled = recalled();
    state.isOpening = session.opensOnRecommended && !isRecalled;
  }
  const able = entry => entry.obstacle === null;
  state.compared = state.compared.filter(other => able(filterOf(other)));
  if (!able(filterOf(state.tuned))) state.tuned = (session.filters.find(able) || session.filters[0]).filter.name;
  $("tuned").replaceChildren();
  for (const entry of session.filters) {
    element("option", $("tuned"), { value: entry.filter.name, disabled: !able(entry) }, entry.filter.name);
  }
  $("objective").value = state.objective;
  showView();
  canSearch();
  askVerdict();
  const recalledView = state.recalledView;
  state.recalledView = null;
  tune(state.tuned);
  zoomButtons();
  if (recalledView) link.zoom(...recalledView);
  else runAll();
};

const open = async file => {
  if (!file) return;
  quiet("log");
  if (file.size > state.session.uploadLimit) {
    complain(new Refusal({ message: `${file.name.slice(0, 80)} has ${Math.round(file.size / 1048576)} MiB, the page accepts ${state.session.uploadLimit / 1048576}`,
      advice: "give it to sensorlab serve on the command line" }), "log");
    return;
  }
  $("subtitle").textContent = `reading ${file.name.slice(0, 80)} \u2026`;
  try {
    show(await ask("log?name=" + encodeURIComponent(file.name), file));
  } catch (error) {
    complain(error, "log");
    try { show(await ask("session")); } catch (other) { complain(other, "session"); return; }
    complain(error, "log");
  }
};

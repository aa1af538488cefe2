// What the sensors measured, below the headings on the same axis of time. No slider changes it: it is asked for once per window,
// and drawn when it comes.

let signalsOf = "";
const askSignals = () => {
  if (!log() || !$("signals").open) return;
  const number = log().number, window = windowNow(), key = JSON.stringify([number, window]);
  if (key === signalsOf) return;
  signalsOf = key;
  lineOf("\u0000signals").ask("signals", { log: number, window }, answer => {
    if (!log() || log().number !== number) return;
    for (const kind of ["force", "turn", "field"]) answer[kind].forEach((curve, i) => { answer[kind][i] = decode({ curve }).curve; });
    drawSignals(decode(answer));
  }, (error, path) => { signalsOf = ""; complain(error, path); });
};

const drawSignals = ({ strength, force, turn, field }) => {
  const height = innerWidth <= 720 ? 130 : 140, { fieldMicrotesla: expected, fieldSource, disturbed, calibration } = log();
  const line = (name, colour, dash, curve) => ({ name, colour, dash, width: 1.3, opacity: 1, wraps: false, pause: Infinity, ...curve });
  const vector = (id, title, note, unit, curves) => {
    $(id).hidden = !curves[0].x.length;
    picture(id, title, note, height, {
      isPlain: false, y: { unit: " " + unit, kind: "number", least: 0.1, zero: true }, rules: [{ y: 0, colour: "var(--ink)", width: 1, dash: [], opacity: 0.4 }],
      curves: curves.map((curve, i) => line("xyz"[i], `var(--s${i})`, [[], [7, 2], [2, 2]][i], curve)),
    });
  };
  const is = sensor => calibration.includes(sensor) ? "calibrated" : "as recorded";
  $("strength").hidden = !strength.x.length;
  // A magnet must not flatten the rest; an enlarged stretch shows it whole.
  const highest = strength.y.reduce((most, value) => value > most ? value : most, 0), isCut = expected !== null && highest > 3 * expected;
  picture("strength", "Field strength", "\u00b5T" + (expected === null ? "; the undisturbed field is unknown"
    : `; dashed: ${fixed(expected, 1)} expected by ${fieldSource === "model" ? "the geomagnetic model" : "this log's undisturbed part"}`)
    + (disturbed.length ? "; shaded: a magnet or iron nearby" : "") + (isCut ? `; maximum ${fixed(highest, 0)}` : ""), height, {
    y: { unit: " \u00b5T", kind: "number", least: 10, ...(isCut ? { low: 0, high: 3 * expected } : {}) }, curves: [line("strength", "var(--s0)", [], strength),
      ...(expected === null ? [] : [{ ...line("expected", "var(--ink)", [6, 4], { x: [0, duration()], y: [expected, expected] }), pause: duration() }])],
    spans: [{ name: "", colour: "var(--alert)", opacity: 0.12, list: disturbed }],
  });
  vector("force", "Specific force", `m/s\u00b2, in the device, ${is("accelerometer")}`, "m/s\u00b2", force);
  vector("turn", "Turn rate", `\u00b0/s, in the device, ${is("gyroscope")}`, "\u00b0/s", turn);
  vector("field", "Magnetic field", `\u00b5T, in the device, ${is("magnetometer")}`, "\u00b5T", field);
};

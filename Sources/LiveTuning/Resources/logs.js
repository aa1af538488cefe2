// Several logs: a row for each, with the error of what is tuned and of what it is compared with, and their means.

const scoreKey = (number, filter, values) => JSON.stringify([number, filter, Object.entries(values).sort()]);
const isSeveral = () => state.session.logs.length > 1;
const tunedSetting = () => ({ filter: state.tuned, values: valuesOf(state.tuned) });
const earlierSetting = () => state.pinned
  ? { filter: state.pinned.filter, values: { ...defaultsOf(state.pinned.filter), ...state.pinned.values } }
  : { filter: state.tuned, values: defaultsOf(state.tuned) };
const scoreOf = (number, { filter, values }) => state.scores.get(scoreKey(number, filter, values));

// One log after the other, once the sliders rest; a change stops it.
let scoring = 0, scoringSoon = 0;
const scoreLogs = () => {
  scoring++;
  clearTimeout(scoringSoon);
  if (!log()) return;
  drawLogs();
  if (isSeveral()) scoringSoon = setTimeout(scoreEach, 250);
};
const scoreEach = async () => {
  const turn = ++scoring;
  for (const setting of [tunedSetting(), earlierSetting()]) {
    for (const { number } of state.session.logs) {
      const key = scoreKey(number, setting.filter, setting.values);
      if (state.scores.has(key)) continue;
      try {
        const { scores } = await ask("score", { log: number, filter: setting.filter, parameters: setting.values });
        state.scores.set(key, scores);
      } catch (error) {
        state.scores.set(key, { accuracy: null, jitterDegrees: null, lagMilliseconds: null, refusal: error.message });
      }
      if (turn !== scoring) return;
      drawLogs();
    }
  }
};

const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length;
const drawLogs = () => {
  $("logs").hidden = !log() || !isSeveral();
  if ($("logs").hidden) return;
  const head = $("logs").querySelector("thead"), body = $("logs").querySelector("tbody"), focused = document.activeElement && document.activeElement.value;
  const tuned = tunedSetting(), earlier = earlierSetting(), isChanged = scoreKey(0, tuned.filter, tuned.values) !== scoreKey(0, earlier.filter, earlier.values);
  const before = state.pinned ? "pinned" : "defaults", { label } = MEASURES[state.objective];
  head.replaceChildren();
  body.replaceChildren();
  const titles = element("tr", head);
  ["log", label.toLowerCase(), ...(isChanged ? [before, "change"] : []), "jitter", "lag", "length"].forEach((text, i) =>
    element("th", titles, { scope: "col", className: i > (isChanged ? 3 : 1) ? "minor" : "" }, text));
  const cells = (row, now, past, scores, seconds) => {
    const known = now !== null && now !== undefined, change = known && past !== null && past !== undefined ? now - past : null;
    const shown = change === null ? "\u2013" : Math.abs(change) < 0.005 ? "unchanged" : `${change < 0 ? "\u25bc" : "\u25b2"}\u00a0${fixed(Math.abs(change), 2)}\u00b0`;
    element("td", row, {}, known ? degrees(now) + "\u00b0" : scores === undefined ? "\u2026" : "\u2013");
    if (isChanged) {
      element("td", row, {}, past !== null && past !== undefined ? degrees(past) + "\u00b0" : "\u2013");
      element("td", row, { className: change === null || Math.abs(change) < 0.005 ? "" : change < 0 ? "good" : "warn" }, shown);
    }
    element("td", row, { className: "minor" }, scores && scores.jitterDegrees !== null ? fixed(scores.jitterDegrees, 2) + "\u00b0" : "\u2013");
    element("td", row, { className: "minor" }, scores && scores.lagMilliseconds !== null ? fixed(scores.lagMilliseconds, 0) + " ms" : "\u2013");
    element("td", row, { className: "minor" }, seconds === null ? "" : clock(seconds));
  };
  const entries = state.session.logs.map(entry => ({ ...entry, now: scoreOf(entry.number, tuned), past: scoreOf(entry.number, earlier) }));
  // The same logs for both.
  const counted = entries.filter(({ now, past }) => typeof measured(now) === "number" && typeof measured(past) === "number");
  const scorable = entries.filter(({ hasReference, now }) => hasReference && !(now && now.refusal));
  const top = element("tr", body, { className: "mean" });
  element("th", top, { scope: "row" }, counted.length ? `mean of ${counted.length} logs` : "mean");
  const average = name => {
    const values = counted.map(({ now }) => now[name]).filter(value => value !== null);
    return values.length ? mean(values) : null;
  };
  cells(top, counted.length ? mean(counted.map(({ now }) => measured(now))) : null, counted.length ? mean(counted.map(({ past }) => measured(past))) : null,
    counted.length ? { jitterDegrees: average("jitterDegrees"), lagMilliseconds: average("lagMilliseconds") } : undefined, null);
  for (const { number, name, durationSeconds, now, past, hasReference } of entries) {
    const isShown = number === log().number, row = element("tr", body, { className: isShown ? "shown" : "" }), title = element("th", row, { scope: "row" });
    const button = element("button", title, { type: "button", className: "plain", value: "log" + number, title: name }, name.split("/").filter(part => part).pop() || name);
    if (isShown) button.setAttribute("aria-current", "true");
    row.addEventListener("click", event => { if (!event.target.closest(".close")) showLog(number); });
    const close = element("button", title, { type: "button", className: "plain close", value: "close" + number }, "\u00d7");
    close.setAttribute("aria-label", "Close " + name);
    close.addEventListener("click", () => closeLog(number));
    cells(row, measured(now), measured(past), now, durationSeconds);
    if (now && now.refusal) row.title = now.refusal;
    else if (!hasReference) row.title = "no reference to measure errors against";
    if (focused === "log" + number) button.focus();
    if (focused === "close" + number) close.focus();
  }
  $("logsnote").textContent = counted.length < scorable.length ? `${counted.length} of ${scorable.length} logs with a reference scored \u2026`
    : `${label} of ${state.tuned}: RMSE, mean over the ${counted.length} logs that have one. Click a row to show its log.`;
};

const showLog = async number => {
  if (number === log().number) return;
  try { show(await ask("session?log=" + number)); } catch (error) { complain(error, "session"); }
};
const closeLog = async number => {
  try { show(await ask("close", { log: number })); } catch (error) { complain(error, "close"); }
};

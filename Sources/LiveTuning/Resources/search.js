// Optimise: the search of sensorlab tune, on the server, over the open logs with a reference.

const pauses = milliseconds => new Promise(done => setTimeout(done, milliseconds));
const scorableLogs = () => state.session.logs.filter(({ hasReference }) => hasReference).length;
const canSearch = () => {
  const count = scorableLogs();
  $("optimise").disabled = !count || Boolean(state.search);
  $("optimise").title = count ? "Search for the parameters with the smallest error" : "needs a log with a reference";
  $("optimise").textContent = count > 1 ? `Optimise on ${count} logs` : "Optimise";
};

const optimise = async () => {
  const filter = state.tuned, objective = state.objective, label = MEASURES[objective].label;
  const isMine = answer => state.search && answer.search === state.search;
  $("found").textContent = "";
  $("holds").hidden = true;
  try {
    let answer = await ask("search", { filter, parameters: valuesOf(filter), objective });
    state.search = answer.search;
    quiet("search");
    canSearch();
    $("share").hidden = $("cancel").hidden = false;
    $("cancel").disabled = false;
    while (answer.state === "running" && isMine(answer)) {
      if (answer.most) Object.assign($("share"), { max: answer.most, value: answer.runs }); else $("share").removeAttribute("value");
      $("found").textContent = answer.most ? `${answer.runs} of at most ${answer.most} runs` + (answer.value === null ? "" : `; smallest until now ${degrees(answer.value)}\u00b0`)
        : "looking for the parameters that matter \u2026";
      await pauses(250);
      answer = await ask("progress");
    }
    if (isMine(answer)) showFound(filter, label, answer);
  } catch (error) {
    complain(error, "search");
    $("found").textContent = "";
  } finally {
    state.search = null;
    $("share").hidden = $("cancel").hidden = true;
    canSearch();
  }
};

// The result becomes the sliders, as one step that can be taken back.
const showFound = (filter, label, { state: end, value, given, parameters, logs }) => {
  const on = logs > 1 ? `mean of ${logs} logs` : "this log", stopped = end === "cancelled" ? "Stopped early. " : "";
  if (!(value < given)) {
    $("found").textContent = `${stopped}Nothing better was found: ${label.toLowerCase()} ${degrees(given)}\u00b0, ${on}.`;
    return;
  }
  keepPast("optimise" + performance.now());
  const isFromDefaults = !changesOf(filter).length;
  state.values.set(filter, { ...parameters });
  $("found").textContent = `${stopped}${label} ${degrees(given)}\u00b0 \u2192 ${degrees(value)}\u00b0, ${on}. The values fit the logs of the search; check them by cross-validation${isFromDefaults ? "" : ", which starts from the defaults"}:`;
  const scored = state.session.logs.filter(({ hasReference }) => hasReference);
  $("found").textContent += pathNote(scored);
  $("holds").textContent = commandLine("tune", scored.map(pathOf), ["--filter", filter, "--objective", state.objective]);
  $("holds").hidden = false;
  if (state.tuned !== filter) { controlsChanged(); return; }
  state.runs.delete(DEFAULTS);
  tune(filter);
  redraw();
  runAll();
};
const stopSearch = async () => {
  $("cancel").disabled = true;
  try { await ask("cancel", {}); } catch (error) { complain(error, "search"); }
};

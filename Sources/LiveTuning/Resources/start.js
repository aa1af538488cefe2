// The events that the page listens to.

$("tuned").addEventListener("change", () => choose($("tuned").value));
$("defaults").addEventListener("click", () => {
  keepPast("defaults of " + state.tuned);
  state.values.delete(state.tuned);
  state.runs.delete(DEFAULTS);
  tune(state.tuned);
  run(state.tuned);
});
$("save").addEventListener("click", async () => {
  const body = { log: log().number, filter: state.tuned, parameters: valuesOf(state.tuned) };
  try {
    const { path, replaced } = await ask("save", body);
    quiet("save");
    const refused = state.verdict && state.verdict.state === "bad" ? `; the verdict on this log is: ${state.verdict.text.toLowerCase()}` : "";
    $("saved").textContent = `${replaced ? "Replaced" : "Saved"} ${path}${refused}`;
  } catch (error) { complain(error, "save"); }
});
$("undo").addEventListener("click", undo);
$("pin").addEventListener("click", pin);
$("swap").addEventListener("click", swap);
addEventListener("keydown", event => {
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !event.target.matches("input[type=number]")) { event.preventDefault(); undo(); }
});
$("objective").addEventListener("change", () => {
  state.objective = $("objective").value;
  remember();
  cards();
  scoreLogs();
});
$("optimise").addEventListener("click", optimise);
$("cancel").addEventListener("click", stopSearch);
$("signals").addEventListener("toggle", askSignals);
link.pointed = look;
new IntersectionObserver(entries => {
  state.isViewSeen = entries[entries.length - 1].isIntersecting;
  look();
}, { rootMargin: "200px" }).observe($("view"));
$("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText($("command").textContent);
  } catch {
    // Not allowed: marked, for the keyboard to copy.
    getSelection().selectAllChildren($("command"));
    return;
  }
  $("copy").textContent = "Copied";
  setTimeout(() => { $("copy").textContent = "Copy"; }, 1500);
});
$("dismiss").addEventListener("click", () => quiet());
$("file").addEventListener("change", () => { open($("file").files[0]); $("file").value = ""; });

// What a screen reader hears once a slider has come to rest.
$("bench").addEventListener("change", () => setTimeout(() => {
  $("spoken").textContent = [...$("cards").querySelectorAll(".card")].slice(0, 4).map(card =>
    card.querySelector(".label").textContent + " " + card.querySelector(".value").textContent).join(", ");
}, 400));

const zoomed = act => () => { const { from, to } = view(), span = to - from; act(from, to, span); };
$("in").addEventListener("click", zoomed((a, b, s) => act.show(a + s / 4, b - s / 4)));
$("out").addEventListener("click", zoomed((a, b, s) => act.show(a - s / 2, b + s / 2)));
$("back").addEventListener("click", zoomed((a, b, s) => act.show(a - s / 2, b - s / 2)));
$("on").addEventListener("click", zoomed((a, b, s) => act.show(a + s / 2, b + s / 2)));
$("all").addEventListener("click", () => act.show(0, Infinity));

let depth = 0;
const carries = event => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
addEventListener("dragenter", event => { if (carries(event)) { depth++; $("curtain").hidden = false; } });
addEventListener("dragleave", event => { if (carries(event) && --depth <= 0) { depth = 0; $("curtain").hidden = true; } });
addEventListener("dragover", event => { if (carries(event)) event.preventDefault(); });
addEventListener("drop", event => {
  if (!carries(event)) return;
  event.preventDefault();
  depth = 0;
  $("curtain").hidden = true;
  open(event.dataTransfer.files[0]);
});

let width = innerWidth, settle = 0;
addEventListener("resize", () => {
  if (innerWidth === width || !state.session || !log()) return;
  width = innerWidth;
  redraw();
  clearTimeout(settle);
  settle = setTimeout(runAll, 200);
});

const asked = new URLSearchParams(location.hash.slice(1)).get("log");
ask(/^\d+$/.test(asked) ? "session?log=" + asked : "session").then(show, error => { document.body.className = "broken"; complain(error, "session"); });

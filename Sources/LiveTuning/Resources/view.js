// What an AR app would show at the cursor's time: directions as the reference (else the device) has them, and where the tuned filter
// draws them.

let phones = null, viewTracks = [], viewAt = null;
const showView = () => {
  const { stage, hasReference, hasDevice } = log();
  viewAt = null;
  phones = stage && new Phones(document.querySelector("#view .moment"), stage.camera, stage.focal, stage.landmarks);
  document.querySelector("#view .sight").hidden = !stage;
  $("marks").replaceChildren();
  $("viewnote").textContent = stage
    ? `Rings: directions by the ${hasReference ? "reference" : "device's own attitude"}; labels: where they are drawn. Move the cursor over a picture above.`
    : "The log has neither a reference nor an attitude of the device, so the correct directions are unknown.";
  viewTracks = [
    ...(hasReference ? [{ name: "reference", part: "reference", colour: "currentColor" }] : []),
    ...(hasDevice ? [{ name: "device", part: "device", colour: "var(--muted)", title: hasReference ? "device" : "" }] : []), { name: "", part: "filter", colour: "" },
  ].map((track, i) => ({ ...track, mark: i === 0 ? "ring" : track.part === "device" ? "diamond" : "dot" }));
};

// Without a cursor the moment at which the tuned filter is furthest off, of those at which the camera is level enough to see places.
const worstMoment = () => {
  const run = state.runs.get(state.tuned);
  if (!run) return duration() / 2;
  const { error: { x, y }, rho } = run.curves, worst = { level: -1, any: -1 };
  for (let i = 0; i < x.length; i++) {
    if (isNaN(y[i])) continue;
    const at = lowerBound(rho.x, x[i]), isLevel = rho.y.slice(Math.max(0, at - 5), at + 6).every(tilt => Math.abs(tilt - 90) < 25);
    for (const kind of isLevel ? ["level", "any"] : ["any"]) if (worst[kind] < 0 || Math.abs(y[i]) > Math.abs(y[worst[kind]])) worst[kind] = i;
  }
  const best = worst.level < 0 ? worst.any : worst.level;
  return best < 0 ? duration() / 2 : x[best];
};

const look = (seconds = viewAt) => {
  if (!log() || !phones || !state.runs.has(state.tuned)) return;
  if (seconds !== null) viewAt = seconds;
  if (!state.isViewSeen) return;
  const number = log().number, filter = state.tuned;
  lineOf("\u0000moment").ask("moment", { log: number, filter, parameters: valuesOf(filter), seconds: viewAt === null ? worstMoment() : viewAt }, answer => {
    if (!log() || log().number !== number || filter !== state.tuned) return;
    Object.assign(viewTracks[viewTracks.length - 1], { name: filter, title: filter, colour: colourOf(filter) });
    const said = phones.draw(viewTracks, viewTracks.map(({ part }) => answer[part]));
    $("marks").replaceChildren();
    viewTracks.forEach((track, i) => {
      const item = element("li", $("marks")), mark = item.appendChild(Phones.shape("svg", { viewBox: "-11 -11 22 22", width: 22, height: 22, "aria-hidden": "true" }));
      mark.append(Phones.mark(track));
      element("span", item, {}, track.name);
      element("output", item, {}, i ? said[i] : "at " + clock(answer.seconds, 0.1));
    });
  });
};

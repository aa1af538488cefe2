// The script of the page is the charts' engine, the phones, controls.js, page.js, signals.js, logs.js, search.js, view.js and
// start.js, in this order, in one function.
// Requests and controls: the newest request of a kind wins; sliders and fields of parameters.

const element = (name, parent, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(name), properties);
  node.append(...children);
  if (parent) parent.append(node);
  return node;
};

const $ = id => document.getElementById(id);
const base = location.pathname.replace(/\/?$/, "/");

class Refusal extends Error {
  constructor({ message, advice }) { super(message); this.advice = advice || ""; }
}

const ask = async (path, body, signal) => {
  const content = body === undefined || body instanceof Blob ? body : JSON.stringify(body);
  let response, answer;
  try {
    response = await fetch(base + path, { method: body === undefined ? "GET" : "POST", body: content, signal });
    answer = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal({ message: "sensorlab serve does not answer", advice: "start it again and open the address that it prints" });
  }
  if (!response.ok) throw new Refusal(answer.error || { message: "the request failed" });
  return answer;
};

// Curves come as 32-bit floating-point numbers in base64.
const floats = text => {
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  return new Float32Array(bytes.buffer);
};
const decode = curves => {
  for (const curve of Object.values(curves)) if (curve && curve.x) Object.assign(curve, { x: floats(curve.x), y: floats(curve.y) });
  return curves;
};

// One question of a kind is on its way at a time; of those asked meanwhile only the newest is sent.
class Line {
  // failed: what becomes of a refusal; it is shown as a message otherwise.
  ask(path, body, done, failed = complain) {
    this.next = { path, body, done, failed };
    if (!this.running) this.run();
  }

  async run() {
    this.running = true;
    while (this.next) {
      const { path, body, done, failed } = this.next;
      this.next = null;
      this.controller = new AbortController();
      try {
        const answer = await ask(path, body, this.controller.signal);
        done(answer);
      } catch (error) {
        if (error.name !== "AbortError") failed(error, path);
      }
    }
    this.running = false;
  }

  cancel() { this.next = null; if (this.controller) this.controller.abort(); }
}

// A message stays until it is dismissed, or until what failed succeeds: `cause` is the request that it came from.
const complain = (error, cause) => {
  $("message").dataset.cause = cause;
  $("problem").textContent = error.message + (error.advice ? ";" : "");
  $("advice").textContent = error.advice || "";
  $("message").hidden = false;
};
const quiet = cause => { if (cause === undefined || $("message").dataset.cause === cause) $("message").hidden = true; };

// Numbers as a person would type them: three significant digits from a slider, all from a field.
const digits = value => String(+value.toPrecision(12));
const fromSlider = (share, { minimum, maximum, isLogarithmic }) => {
  if (share <= 0) return minimum;
  if (share >= 1) return maximum;
  if (isLogarithmic) return +(minimum * (maximum / minimum) ** share).toPrecision(3);
  const unit = 10 ** Math.floor(Math.log10((maximum - minimum) / 500));
  return Math.min(maximum, Math.max(minimum, +(Math.round((minimum + share * (maximum - minimum)) / unit) * unit).toPrecision(12)));
};
const toSlider = (value, { minimum, maximum, isLogarithmic }) => {
  const share = isLogarithmic ? Math.log(value / minimum) / Math.log(maximum / minimum) : (value - minimum) / (maximum - minimum);
  return Math.min(1, Math.max(0, share || 0));
};

let serial = 0;

// A parameter as the page shows it: angles in degrees, which the filters have in radians.
const inDegrees = (description, scale) => {
  if (!description.unit.startsWith("rad")) return { factor: 1, description, scale };
  const factor = 180 / Math.PI, places = { minimum: 9, maximum: 9, defaultValue: 4 };
  const turned = object => Object.fromEntries(Object.entries(object).map(([key, value]) =>
    [key, places[key] ? +(value * factor).toPrecision(places[key]) : value]));
  return { factor, scale: turned(scale), description: { ...turned(description), unit: description.unit.replace("rad", "\u00b0") } };
};

// One parameter: name, field with unit, meaning, slider with the effect of small and large values.
class Parameter {
  constructor(parent, original, originalScale, value, changed) {
    const { factor, description, scale } = inDegrees(original, originalScale);
    Object.assign(this, { original, factor, description, scale, changed });
    const id = "parameter" + serial++, { name, unit, meaning, small, large, minimum, maximum, defaultValue } = description;
    this.box = element("div", parent, { className: "parameter" });
    const row = element("div", this.box, { className: "row" });
    element("label", row, { htmlFor: id }, name);
    const entry = element("span", row, { className: "entry" });
    this.field = element("input", entry, { type: "number", step: "any", min: minimum, max: maximum });
    this.field.setAttribute("aria-label", name + (unit ? ", " + unit : ""));
    this.field.title = `${digits(minimum)} to ${digits(maximum)}${unit ? " " + unit : ""}; default ${digits(defaultValue)}`;
    element("span", entry, { className: "unit" }, unit);
    const about = element("p", this.box, { className: "meaning" }), standard = digits(defaultValue) + (unit ? " " + unit : "");
    element("span", about, { id: id + "m" }, `${meaning}; default ${standard}`);
    about.append(" ");
    const reset = element("button", about, { type: "button" }, "reset");
    reset.setAttribute("aria-label", `Reset ${name} to ${standard}`);
    reset.addEventListener("click", () => { this.set(defaultValue, false, true); this.slider.focus(); });
    const track = element("div", this.box, { className: "track" });
    this.slider = element("input", track, { type: "range", id, min: 0, max: 1000, step: 1 });
    this.slider.setAttribute("aria-describedby", id + "m");
    // The thumb's middle runs from half its width to the other end less that.
    const share = toSlider(defaultValue, scale);
    element("i", track).style.left = `calc(${share * 100}% + ${(0.5 - share) * 16}px)`;
    const ends = element("div", this.box, { className: "ends" });
    element("span", ends, {}, "\u2190\u00a0" + small);
    element("span", ends, {}, large + "\u00a0\u2192");
    this.slider.addEventListener("input", () => this.set(fromSlider(this.slider.value / 1000, scale), true, true));
    this.field.addEventListener("input", () => {
      const value = this.field.value === "" ? NaN : Number(this.field.value);
      const isGood = value >= minimum && value <= maximum;
      this.box.classList.toggle("bad", !isGood);
      this.field.setAttribute("aria-invalid", String(!isGood));
      if (isGood) this.set(value, false, true, true);
    });
    this.field.addEventListener("blur", () => this.set(this.value, false, false));
    this.set(value === original.defaultValue ? defaultValue : +(value * factor).toPrecision(6), false, false);
  }

  // In the unit of the page.
  set(value, bySlider, tell, byField) {
    this.value = value;
    if (!bySlider) this.slider.value = Math.round(toSlider(value, this.scale) * 1000);
    if (!byField) { this.field.value = digits(value); this.box.classList.remove("bad"); this.field.setAttribute("aria-invalid", "false"); }
    const { unit, name, defaultValue } = this.description;
    this.slider.setAttribute("aria-valuetext", digits(value) + (unit ? " " + unit : ""));
    this.box.classList.toggle("changed", value !== defaultValue);
    if (tell) this.changed(name, value === defaultValue ? this.original.defaultValue
      : Math.min(this.original.maximum, Math.max(this.original.minimum, value / this.factor)));
  }
}

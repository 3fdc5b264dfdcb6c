// Shows the chosen picture, copies or shares the link for another device, and signs out like the feed's menu.
import "./people.js";
import "./unsent.js";

const field = document.getElementById("picture");
const row = field.parentElement;
const face = row.querySelector(".face") ?? Object.assign(new Image(64, 64), {className: "face", alt: "", hidden: true});
const saved = face.src;
// A picture that the browser can't decode has only its name.
face.onload = face.onerror = event => {
    URL.revokeObjectURL(face.src);
    face.hidden = event.type === "error";
};
field.addEventListener("change", () => face.src = field.files.length > 0 ? URL.createObjectURL(field.files[0]) : saved);
row.prepend(face);

// The language may have changed since the page that is shown without a connection was saved.
const {base} = document.documentElement.dataset;
globalThis.caches?.open(`${base}/pages`).then(pages => pages.add(`${base}/offline`)).catch(() => {});

// Shows on each page what was sent elsewhere and the server hasn't taken, and asks before signing out deletes it.
import {ask} from "./app.js";
import {entries, outbox, remove, send, update} from "./outbox.js";
import {base, files, written} from "./written.js";

const box = document.getElementById("unsent");
const texts = box.dataset;

/** Returns whether a click on a destructive button is the second one; the first one changes its title. */
export function isConfirmed(button) {
    if (button.textContent === button.dataset.sure) return true;
    button.textContent = button.dataset.sure;
    button.classList.add("destructive");
    return false;
}

/** Moves the focus from a removed element to its place. */
export function focus(element) {
    if (!element.matches("summary")) element.tabIndex = -1;
    element.focus({preventScroll: true});
}

/** Returns an item for an unsent entry. One that waits for the person has buttons. */
export function item(entry) {
    const item = document.getElementById("unsent-item").content.cloneNode(true).firstElementChild;
    const isPhoto = entry.kind === "photo";
    item.dataset.id = entry.id;
    item.querySelector(".message").textContent = isPhoto
        ? [entry.texts.caption, entry.texts.location, entry.texts.alt].filter(text => text).join("\n") || entry.name : entry.fields.message;
    item.querySelector("a").href = isPhoto ? `${base}/post` : entry.address.includes("#") ? entry.address : `${entry.address}#comments`;
    if (!entry.status && !entry.isDraft) {
        item.querySelector(".actions").remove();
        return item;
    }
    if (entry.status) {
        const state = item.querySelector(".state");
        state.textContent = entry.reason;
        state.classList.add("error");
    }
    item.querySelector(".again").hidden = !entry.status || entry.isFinal;
    item.querySelector(".again").addEventListener("click", () => {
        update(entry.id, {status: null, reason: null});
        send();
    });
    item.querySelector(".discard").addEventListener("click", event => {
        if (!isConfirmed(event.target)) return;
        const list = item.closest("#unsent, #comments");
        if (entry.kind === "draft") written.remove(entry.id);
        remove(entry.id);
        focus(list.hidden ? document.querySelector("main") : list.querySelector("summary, h2"));
    });
    return item;
}

/** Returns the person's texts from forms that aren't on this page. */
function drafts() {
    return written.names.filter(name => /^(draft|edit) /.test(name)).sort().map(name => {
        const [form, address] = name.split(" ");
        const value = written.get(name);
        const message = Object.values(typeof value === "string" ? [value] : {...value, reply: ""}).filter(text => text).join("\n");
        const [path, comment] = address.split("#");
        const isHere = path === location.pathname;
        const place = comment ? `#${comment} .change` : form === "draft" ? ".composer" : "details.edit";
        const shown = isHere ? document.querySelector(place) : null;
        return {id: name, kind: "draft", isDraft: true, address, fields: {message}, shown, isLost: isHere && !shown};
    }).filter(({id, shown}) => !shown || (shown.dataset.draft ?? id) !== id);
}

let shown = "";

export function show() {
    // Photos' drafts are on the page for posting photos, unless the person may no longer post any.
    const mayPost = document.querySelector(`.post, a[href="${base}/post"]`) || ![`${base}/`, `${base}/post`].includes(location.pathname);
    const waiting = entries().filter(entry => entry.kind === "photo"
        ? !(entry.isDraft && !entry.isShared ? mayPost : document.querySelector(".post"))
        : entry.address !== location.pathname || !document.getElementById("comments"));
    const elsewhere = [...waiting, ...drafts()];
    if (JSON.stringify(elsewhere) === shown) return;
    shown = JSON.stringify(elsewhere);
    box.hidden = elsewhere.length === 0;
    box.querySelector("output").textContent = elsewhere.length;
    box.querySelector("ol").replaceChildren(...elsewhere.map(item));
    if (elsewhere.some(entry => entry.status || entry.isLost)) box.open = true;
}

outbox.addEventListener("change", show);
for (const form of ["draft ", "edit "]) written.watch(form, () => setTimeout(show));
if (document.querySelector("link[href$='/forms.css']")) {
    show();
} else {
    // Few pages need this style sheet, so the others load it now.
    const style = document.createElement("link");
    [style.rel, style.href] = ["stylesheet", new URL("forms.css", import.meta.url)];
    style.onload = style.onerror = show;
    document.head.append(style);
}

/** Deletes the person's unsent entries. */
async function forget() {
    const ids = entries().map(entry => entry.id);
    for (const name of written.names) written.remove(name);
    // The browser may keep this page for the next person.
    for (const field of document.querySelectorAll(":is(.composer, .change) textarea, .edit [name]:not(button)")) field.value = "";
    show();
    await Promise.all(ids.map(remove));
    for (const {id} of await files.takeOver()) await files.remove(id);
}

for (const form of document.querySelectorAll("form[action$='/sign-out']")) {
    form.addEventListener("submit", async event => {
        const count = entries().length + written.names.filter(name => /^(draft |edit |caption$)/.test(name)).length;
        const button = form.querySelector("button");
        const say = text => {
            form.querySelector(".error")?.remove();
            const message = document.createElement("p");
            message.className = "error";
            message.setAttribute("role", "alert");
            message.textContent = text;
            button.before(message);
        };
        if (count > 0 && form.dataset.count !== String(count)) {
            event.preventDefault();
            form.dataset.count = count;
            say(`${texts.notSent}: ${count}. ${texts.deletes}`);
            button.textContent = texts.signOut;
            return;
        }
        event.preventDefault();
        const response = await ask(form.action, {method: "POST", headers: {Accept: "text/html"}}).catch(() => null);
        // The person may still be signed in, so nothing is deleted.
        if (response?.url !== new URL(`${base}/join`, location.href).href) return say(texts[response ? "unavailable" : "notConnected"]);
        // A browser that doesn't answer mustn't prevent signing out.
        await Promise.race([forget(), new Promise(done => setTimeout(done, 1_000))]);
        location.assign(response.url);
    });
}

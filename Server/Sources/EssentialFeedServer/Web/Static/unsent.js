// Shows on each page what was sent and the server hasn't taken, and asks before signing out deletes it.
import {ask, clearFailure, fail, leave, newID, parse, showHeart, take} from "./app.js";
import {entries, isKept, outbox, put, referenceOf, referred, remove, send, update} from "./outbox.js";
import {base, files, written} from "./written.js";

const box = document.getElementById("unsent");
const texts = box.dataset;

/** Returns whether a click on a destructive button is the second one; the first one changes its title. */
export function isConfirmed(button) {
    const text = button.textContent;
    if (text === button.dataset.sure) return true;
    button.textContent = button.dataset.sure;
    button.classList.add("destructive");
    // Safari's buttons don't get the focus by themselves.
    button.focus({preventScroll: true});
    button.addEventListener("blur", () => {
        button.textContent = text;
        button.classList.remove("destructive");
    }, {once: true});
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
        ? [entry.texts.caption, entry.texts.location, entry.texts.alt].filter(text => text).join("\n") || entry.name
        : entry.title ?? entry.fields.message;
    item.querySelector("a").href = isPhoto ? `${base}/post` : entry.address.includes("#") ? entry.address : `${entry.address}#comments`;
    const state = item.querySelector(".state");
    if (!entry.status && !entry.isDraft) {
        const notKept = isKept(entry) ? "" : ` ${texts.notKept}`;
        if (entry.reference || notKept) state.textContent = referred(`${texts.notSent}.${notKept}`, entry.reference);
        item.querySelector(".actions").remove();
        return item;
    }
    if (entry.status) {
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

/** Returns this page's buttons for an entry's reaction. */
function buttons({address, fields: {react, unreact}}) {
    const all = document.querySelectorAll(`button[value="${react ?? unreact}"]:is([name=react], [name=unreact])`);
    return [...all].filter(button => button.form && new URL(button.form.action).pathname === address);
}

function press(button, isGiven) {
    button.name = isGiven ? "unreact" : "react";
    button.setAttribute("aria-pressed", isGiven);
}

/** Queues a reaction or its removal. Only the latest choice is sent. */
export function react(button) {
    clearFailure();
    for (const entry of entries()) if (entry.kind === "reaction" && buttons(entry).includes(button)) remove(entry.id);
    const [title] = button.getAttribute("aria-label").split(",");
    const fields = {[button.name]: button.value};
    put({id: newID(), kind: "reaction", address: new URL(button.form.action).pathname, fields, title});
    send();
}

/** Shows the waiting reactions on their buttons, whose numbers change once the server has them. */
function showReactions() {
    for (const entry of entries()) {
        if (entry.kind !== "reaction" || entry.status) continue;
        for (const button of buttons(entry)) press(button, "react" in entry.fields);
    }
}

outbox.addEventListener("answer", ({detail: {entry, result, reason, page}}) => {
    if (entry.kind !== "reaction") return;
    const own = buttons(entry);
    const saved = page?.querySelector(`.reactions [value="${own[0]?.value}"]`);
    for (const button of own) {
        if (result === "refused") press(button, "unreact" in entry.fields);
        const card = saved && button.closest(".card");
        if (!card) continue;
        showHeart(button, saved);
        const names = card.querySelector(".liked");
        if (names) names.textContent = saved.title;
    }
    showReactions();
    if (result !== "refused" || own.length === 0) return;
    remove(entry.id);
    fail(own.at(-1).closest(".reactions, .links"), reason ?? texts.refused);
});

let shown = "";
/** What needed a decision when the person left the last page with the list closed. */
const closed = take("closed");
let urgent = "";
addEventListener("pagehide", () => box.open || leave("closed", urgent));

export function show() {
    showReactions();
    // Photos' drafts are on the page for posting photos, unless the person may no longer post any.
    const mayPost = document.querySelector(`.post, a[href="${base}/post"]`) || ![`${base}/`, `${base}/post`].includes(location.pathname);
    const isElsewhere = {
        photo: entry => !(entry.isDraft && !entry.isShared ? mayPost : document.querySelector(".post")),
        reaction: entry => entry.status || buttons(entry).length === 0,
        comment: entry => entry.address !== location.pathname || !document.getElementById("comments"),
    };
    const waiting = entries().filter(entry => isElsewhere[entry.kind](entry));
    const elsewhere = [...waiting, ...drafts()];
    if (JSON.stringify(elsewhere) === shown) return;
    shown = JSON.stringify(elsewhere);
    box.hidden = elsewhere.length === 0;
    box.querySelector("output").textContent = elsewhere.length;
    box.querySelector("ol").replaceChildren(...elsewhere.map(item));
    const before = urgent || closed;
    urgent = elsewhere.filter(entry => entry.status || entry.isLost).map(({id}) => id).join();
    if (urgent && urgent !== before) box.open = true;
}

outbox.addEventListener("change", show);
// The browser may keep this page without the changes made on another.
for (const event of ["enriched", "pageshow"]) addEventListener(event, showReactions);
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
        if (response?.url !== new URL(`${base}/join`, location.href).href) {
            const page = response && await parse(response).catch(() => null);
            return say(referred(texts[response ? "unavailable" : "notConnected"], referenceOf(response, page)));
        }
        // A browser that doesn't answer mustn't prevent signing out.
        await Promise.race([forget(), new Promise(done => setTimeout(done, 1_000))]);
        location.assign(response.url);
    });
}

// Keeps comments, reactions and photos until the server has taken them, and sends them from any page, as the person who
// wrote them.
import {ask, forgetPerson, newID, parse} from "./app.js";
import {base, files, isOwn, isSame, person, written} from "./written.js";

/** Reports "change" of the list, "progress" of a photo, and the "answer" to a sent entry. */
export const outbox = new EventTarget();
const report = (type, detail) => outbox.dispatchEvent(new CustomEvent(type, {detail}));
const texts = document.getElementById("unsent")?.dataset ?? {};

/** Adds the log's name for a failure, if there is one, for the person to tell the owner. */
export const referred = (text, reference) =>
    reference && texts.reference ? `${text} ${texts.reference.replace("{number}", reference)}` : text;
const problem = "application/problem+json";
/** Returns the log's name for the server's failure, if the answer has one. A proxy's answer names its own log. */
export function referenceOf(response, page) {
    const isOurs = response?.headers.get("Content-Type") === problem || page?.documentElement.dataset.base === base;
    return isOurs && response.status >= 500 ? response.headers.get("X-Request-ID") : null;
}

/**
 * Unsent comments and reactions (`address`, `fields`; a reaction's `title`) and photos (`name`, `texts`), oldest first,
 * each with its `id` and `kind`. Photos posted together have the same `act`, greater than earlier ones, and the same
 * `group`, an id for the server. Drafts wait for the person. So do refused entries, which have a `status` and a `reason`.
 * The server would refuse an `isFinal` entry again. An entry on which the server failed has a `reference`.
 */
export const entries = () => written.names.filter(name => name.startsWith(prefix)).map(name => written.get(name))
    .filter(entry => entry).sort((one, other) => one.order - other.order);

// Each entry has its own name, or this browser's pages would overwrite each other's entries.
const prefix = "entry ";

/** Whether the entry stays when the page closes. */
export const isKept = entry => written.isKept(prefix + entry.id);

export function put(entry) {
    const order = Math.max(Date.now(), ...entries().map(other => other.order + 1));
    written.set(prefix + entry.id, {...entry, order});
    report("change");
}

export function update(id, changes) {
    const entry = written.get(prefix + id);
    if (!entry) return;
    written.set(prefix + id, {...entry, ...changes});
    report("change");
}

/** Lets photos be sent together, except for those of an earlier post. */
export function post(ids) {
    const photos = entries().filter(entry => entry.kind === "photo");
    const next = Math.max(Date.now(), ...photos.map(({act = 0}) => act + 1));
    const own = newID();
    for (const {id, act = next, group = own} of photos.filter(({id}) => ids.includes(id))) {
        update(id, {isDraft: false, status: null, reason: null, act, group});
    }
}

export async function remove(id) {
    written.remove(prefix + id);
    report("change");
    await files.remove(id);
}

/** Sends a photo. @returns {Promise<object>} The status, 0 without an answer from the server; and the reference. */
function sendPhoto({id, texts, group}, file) {
    return new Promise(done => {
        const request = new XMLHttpRequest();
        const query = new URLSearchParams({person, ...group && {group}});
        request.open("PUT", `${base}/photos/${id}?${query}`);
        const form = new FormData();
        for (const name of ["caption", "location", "alt"]) if (texts[name]) form.append(name, texts[name]);
        form.append("photo", file);
        // Even a slow connection is dead after a minute without progress.
        let timer;
        const wait = (time = 60_000) => {
            clearTimeout(timer);
            timer = setTimeout(() => request.abort(), time);
        };
        request.upload.onprogress = event => {
            wait();
            report("progress", {id, part: event.loaded / event.total});
        };
        // A busy server takes longer to draw the photo again.
        request.upload.onload = () => wait(300_000);
        // A network's sign-in page isn't an answer.
        const isOurs = () => request.status >= 300 || request.getResponseHeader("Content-Type")?.includes("json");
        request.onloadend = () => {
            clearTimeout(timer);
            const isFailure = request.status >= 500 && request.getResponseHeader("Content-Type") === problem;
            const reference = isFailure ? request.getResponseHeader("X-Request-ID") : null;
            done({status: isOurs() ? request.status : 0, reference});
        };
        wait();
        request.send(form);
    });
}

/** Sends the texts of an already posted photo. @returns {Promise<object>} The status and the reference. */
async function changeTexts({id, texts: {caption, location, alt}}) {
    const response = await ask(`${base}/photos/${id}?person=${encodeURIComponent(person)}`, {
        method: "PATCH", body: JSON.stringify({caption, location, alt}), headers: {"Content-Type": "application/json"},
    }).catch(() => null);
    const isOurs = response && (!response.ok || response.headers.get("Content-Type")?.includes("json"));
    return {status: isOurs ? response.status : 0, reference: referenceOf(response)};
}

/** Sends a form of a photo's page. */
async function sendForm({address, fields}) {
    const response = await ask(`${address}?person=${encodeURIComponent(person)}`, {
        method: "POST", body: new URLSearchParams(fields), headers: {Accept: "text/html"},
    }).catch(() => null);
    const page = response && await parse(response).catch(() => null);
    const isSaved = response?.redirected || response?.ok;
    if (!page || isSaved && page.documentElement.dataset.base !== base) return {status: 0};
    const reason = page.querySelector("[role=alert]:not([hidden]), .notice p")?.textContent;
    // Even if the photo was deleted since.
    return {status: isSaved ? 200 : response.status, page, reason, reference: referenceOf(response, page)};
}

const senders = {
    comment: sendForm,
    reaction: sendForm,
    async photo(entry) {
        const file = await files.get(entry.id);
        // Another page has it.
        if (!file) return null;
        let [{status, reference}, sent] = [await sendPhoto(entry, file), entry.texts];
        // The server has the photo, with other texts.
        if (status === 409) [status, sent] = [200, null];
        // The person may write while something is being sent.
        while (status >= 200 && status < 300) {
            const latest = entries().find(other => other.id === entry.id) ?? entry;
            if (isSame(latest.texts, sent)) break;
            [{status, reference}, sent] = [await changeTexts(latest), latest.texts];
        }
        const latest = (entries().find(other => other.id === entry.id) ?? entry).texts;
        const isLong = Object.values(latest).some(text => [...text ?? ""].length > 2_000);
        const reasons = {403: texts.notPermitted, 413: texts.tooLarge, 415: texts.notPhoto, 422: isLong ? texts.tooLong : texts.notPhoto};
        return {status, reason: reasons[status], reference, isFinal: [texts.tooLarge, texts.notPhoto].includes(reasons[status])};
    },
};

/** Handles the answer to a sent entry. It may be from a proxy instead of the server. */
function outcome(status) {
    if (status === 0 || status === 408 || status === 425 || status === 429 || status >= 500) return "later";
    // It was sent before, and deleted since.
    return status < 400 || status === 410 ? "done" : "refused";
}

let [sending, isAgain] = [null, false];

/** Sends the waiting entries, photos last, until one can't be sent now; once more if it is already running. */
export function send() {
    isAgain = sending !== null;
    sending ??= (async () => {
        do {
            isAgain = false;
            await sendAll();
        } while (isAgain);
    })().finally(() => sending = null);
    return sending;
}

async function sendAll() {
    const [tried, stopped] = [new Set(), new Set()];
    // The photo chosen first is sent last, to be the first one of its post in the feed.
    const next = () => entries().sort((one, other) => (one.kind === "photo") - (other.kind === "photo")
        || (one.kind === "photo" ? (one.act ?? 0) - (other.act ?? 0) || other.order - one.order : 0))
        .find(entry => !entry.isDraft && !entry.status && !tried.has(entry.id) && !stopped.has(entry.kind));
    for (let entry = next(); entry; entry = next()) {
        tried.add(entry.id);
        const answer = await senders[entry.kind](entry);
        if (!answer) continue;
        if (answer.status === 401) return forgetPerson();
        // Another person has signed in since this page was loaded.
        if (answer.status === 412) return location.reload();
        const result = outcome(answer.status);
        if (result === "later") {
            stopped.add(entry.kind);
            // The log keeps the first reference, too.
            if (answer.reference && !entry.reference) update(entry.id, {reference: answer.reference});
        }
        else if (result === "done") await remove(entry.id);
        else update(entry.id, {status: answer.status, reason: answer.reason ?? texts.refused, isFinal: answer.isFinal});
        report("answer", {entry, result, ...answer});
        if (answer.status === 0) return;
    }
}

/** Takes over an earlier version's entries without a person, who decides whether to send them, and the worker's. */
async function takeOver() {
    if (!person) return;
    const waits = {status: 403, reason: texts.refused};
    for (const entry of written.get("outbox") ?? []) {
        if (!entry.address || isOwn(entry.address)) put(entry);
        // There its own server's pages find it.
        else localStorage.setItem(`written ${person} ${prefix}${entry.id}`, JSON.stringify(entry));
    }
    written.remove("outbox");
    const comments = JSON.parse(localStorage.getItem("outbox") ?? "[]");
    for (const {address, fields} of comments.filter(({address}) => isOwn(address))) {
        put({id: fields.comment ?? newID(), kind: "comment", address, fields, ...waits});
    }
    const others = comments.filter(({address}) => !isOwn(address));
    if (others.length > 0) localStorage.setItem("outbox", JSON.stringify(others));
    else localStorage.removeItem("outbox");
    const photos = await files.takeOver();
    for (const {id, shared} of photos.filter(({shared}) => shared).sort((one, other) => one.shared.order - other.shared.order)) {
        const entry = {id, kind: "photo", name: shared.name, texts: {caption: shared.caption}, isDraft: true, isShared: true};
        if (!written.get(prefix + id)) put(entry);
    }
    for (const {id, file, caption, location, alt} of photos.filter(({shared}) => !shared)) {
        put({id, kind: "photo", name: file.name ?? "", texts: {caption, location, alt}, ...waits});
        await files.put(id, file);
    }
}

written.watch(prefix, () => report("change"));
addEventListener("online", send);
setInterval(send, 15_000);
/** Settles once everything is in the list. */
export const ready = takeOver().catch(() => {});
ready.then(send);

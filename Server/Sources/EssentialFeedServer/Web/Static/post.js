// Lets a person choose photos, describe and post them.
import {ask, newID} from "./app.js";
import {postable} from "./order.js";
import {entries, outbox, post, put, ready, referred, remove, send, update} from "./outbox.js";
import {isConfirmed} from "./unsent.js";
import {base, composed, files, person, written} from "./written.js";

/** The longest sides of a photo of usual proportions and of any photo. A panorama keeps as many pixels as other photos. */
const [longestSide, longestOfAny, longestUsual] = [4_096, 16_384, 16 / 9];
const form = document.querySelector(".post");
const list = document.querySelector(".chosen");
const button = form.querySelector(".button.main");
const status = form.querySelector(".preparing");
const caption = document.getElementById("caption");
const texts = {...document.getElementById("unsent").dataset, ...form.dataset};
const fields = ["caption", "location", "alt"];
/** In characters, as the server counts them. */
const longestCaption = 2_000;

/** Redraws a photo, upright, without metadata and no larger than needed. An unreadable photo is sent as it is. */
async function prepared(file) {
    const picture = await createImageBitmap(file, {imageOrientation: "from-image"}).catch(() => null);
    if (!picture) return file;
    const [short, long] = [picture.width, picture.height].sort((one, other) => one - other);
    const side = Math.min(longestOfAny, longestSide * Math.sqrt(Math.max(1, long / short / longestUsual)));
    const factor = Math.min(1, side / long);
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.max(1, Math.round(picture.width * factor)), Math.max(1, Math.round(picture.height * factor))];
    const context = canvas.getContext("2d");
    // A phone gives all canvases of a page a limited memory.
    if (!context) return file;
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const drawn = await new Promise(done => canvas.toBlob(done, "image/jpeg", 0.9));
    [canvas.width, canvas.height] = [0, 0];
    return drawn ?? file;
}

/** Shows and keeps the caption that photos without one of their own get when they are posted. */
function setCaption(text) {
    if (caption.value !== text) caption.value = text;
    if (text) written.set("caption", text);
    else written.remove("caption");
}

caption.addEventListener("input", () => setCaption(caption.value));
written.watch("caption", () => caption.value = written.get("caption") ?? "");

const itemOf = id => list.querySelector(`[data-id="${id}"]`);

function say(item, text, isError = true) {
    const state = item.querySelector(".state");
    state.textContent = text;
    state.classList.toggle("error", isError);
}

let previews = Promise.resolve();
/** Shows the server's drawing of a photo the browser can't decode, or an error if it isn't a photo. */
async function preview(item, file) {
    // Posting needs the connection more.
    if (!item.isConnected || posting) return;
    const form = new FormData();
    form.append("photo", file);
    const response = await ask(`${base}/post/preview?person=${encodeURIComponent(person)}`, {
        method: "POST", body: form, signal: AbortSignal.timeout?.(120_000),
    }).catch(() => null);
    const picture = response?.ok && await response.blob().catch(() => null);
    if (picture) item.querySelector("img").src = URL.createObjectURL(picture);
    const reason = {413: texts.tooLarge, 422: texts.notPhoto}[response?.status];
    if (!reason || item.querySelector(".state").textContent) return;
    update(item.dataset.id, {reason, isFinal: true});
    say(item, reason);
}

/** Shows a photo; without its file, it has to be chosen again. */
function show(entry, file) {
    const item = document.getElementById("photo").content.cloneNode(true).querySelector("li");
    item.dataset.id = entry.id;
    item.querySelector(".name").textContent = entry.name;
    const image = item.querySelector("img");
    let isPreviewed = !file;
    image.onload = image.onerror = event => {
        URL.revokeObjectURL(image.src);
        const isShown = event.type === "load";
        [image.hidden, item.querySelector(".unreadable").hidden] = [!isShown, isShown];
        if (isShown || isPreviewed) return;
        isPreviewed = true;
        previews = previews.then(() => preview(item, file));
    };
    image.src = file ? URL.createObjectURL(file) : "data:,";
    for (const name of fields) item.querySelector(`[name=${name}]`).value = entry.texts[name] ?? "";
    item.querySelector(".others").open = fields.some(name => entry.texts[name]);
    item.addEventListener("input", ({target}) => {
        // Another page may have changed another text, or the browser may have deleted all.
        const latest = entries().find(other => other.id === entry.id);
        const texts = {...(latest ?? entry).texts, [target.name]: target.value};
        if (latest) update(entry.id, {texts});
        else put({...entry, texts});
    });
    item.querySelector(".remove").addEventListener("click", async event => {
        const hasTexts = fields.some(name => item.querySelector(`[name=${name}]`).value.trim());
        if (hasTexts && !isConfirmed(event.target)) return;
        const next = item.nextElementSibling ?? item.previousElementSibling;
        (next?.querySelector(".remove") ?? document.getElementById("files")).focus();
        await remove(entry.id);
    });
    if (!file) say(item, texts.missing);
    else if (entry.reason) say(item, entry.reason);
    else if (isWaiting(entry)) say(item, referred(texts.waiting, entry.reference));
    const shown = itemOf(entry.id);
    if (shown) shown.replaceWith(item);
    else list.append(item);
    return item;
}

let isPreparing = false;
/** The photos being posted, and how many of them are done. */
let posting = null;
/** The number of photos in the last post, without those refused for good, and the number the server has accepted. */
let posted = null;
const isWaiting = entry => entry.kind === "photo" && !entry.isDraft && !entry.status;
const counted = (text, number, count) => text.replace("{number}", number).replace("{count}", count);
function showCount() {
    button.disabled = isPreparing || list.children.length === 0;
    button.dataset.count = postable().length;
    // A disabled button would lose the focus.
    button.ariaDisabled = String(posting !== null || postable().length === 0);
    if (isPreparing) return;
    const waiting = entries().filter(isWaiting).length;
    const parts = posting ? [posting.count > 0 ? counted(texts.posting, posting.done + 1, posting.count) : ""] : [
        posted?.count > 0 && (posted.done > 0 || waiting === 0) ? counted(texts.posted, posted.done, posted.count) : "",
        waiting > 0 ? `${texts.notSent}: ${waiting}` : "",
    ];
    status.textContent = parts.filter(part => part).join(". ");
}

/** Adds a chosen file: as the photo that the browser couldn't keep, if it has the same name. */
async function add(original) {
    const file = await prepared(original);
    const missing = entries().find(entry => entry.kind === "photo" && entry.name === original.name && itemOf(entry.id)?.dataset.isMissing);
    const entry = missing ?? {id: newID(), kind: "photo", name: original.name, texts: {}, isDraft: true};
    if (missing) update(entry.id, {isDraft: true, isFinal: false, status: null, reason: null});
    else put(entry);
    const isKept = await files.put(entry.id, file);
    await composed(field => itemOf(entry.id)?.contains(field));
    // The person may have written in the meantime.
    const item = show(entries().find(other => other.id === entry.id) ?? entry, file);
    if (!isKept) say(item, texts.notKept);
}

/** Adds a photo shared by another app, in place of the worker's file. */
async function addShared({id}) {
    const shared = await files.get(id);
    const file = shared && await prepared(shared);
    const isKept = file && await files.put(id, file);
    const entry = entries().find(other => other.id === id);
    // The person may have removed it on another page.
    if (!entry) return files.remove(id);
    if (entry.texts.caption && !caption.value) {
        setCaption(entry.texts.caption);
        entry.texts.caption = "";
        update(id, {texts: entry.texts});
    }
    if (isKept) update(id, {isShared: false});
    const item = show(entry, file);
    if (!file) item.dataset.isMissing = "yes";
}

let queue = Promise.resolve();
/** Prepares photos one by one, after the previous ones. */
function prepare(photos, addPhoto) {
    const work = async () => {
        [isPreparing, posted] = [true, null];
        showCount();
        for (const [index, photo] of photos.entries()) {
            status.textContent = counted(texts.preparing, index + 1, photos.length);
            await addPhoto(photo);
        }
        isPreparing = false;
        showCount();
    };
    return queue = queue.then(work, work);
}

form.querySelector("input[type=file]").addEventListener("change", event => {
    const chosen = [...event.target.files];
    event.target.value = "";
    prepare(chosen, add);
});

/** Returns a file, or the photos in a folder. */
async function filesOf(item, isInFolder = false) {
    if (item instanceof File) return [item];
    if (item.isFile) {
        const file = await new Promise((done, failed) => item.file(done, failed));
        return !isInFolder || /^image\//.test(file.type) || /\.(heic|heif|avif)$/i.test(file.name) ? [file] : [];
    }
    const reader = item.createReader();
    const next = () => new Promise(done => reader.readEntries(done, () => done([])));
    const found = [];
    // Browsers list a part of a folder each time.
    for (let part = await next(); part.length > 0; part = await next()) found.push(...part);
    return filesOfAll(found, true);
}

/** Returns the files of all readable items. */
async function filesOfAll(items, areInFolder = false) {
    return (await Promise.all(items.map(item => filesOf(item, areInFolder).catch(() => [])))).flat();
}

async function take(event, transfer) {
    if (!transfer?.types.includes("Files")) return;
    // Programs copy texts with a picture of them.
    if (event.type === "paste" && event.target.closest?.("textarea, input") && transfer.types.includes("text/plain")) return;
    event.preventDefault();
    // The browser empties it after the event.
    const items = [...transfer.items].filter(({kind}) => kind === "file").map(item => item.webkitGetAsEntry?.() ?? item.getAsFile());
    const photos = await filesOfAll(items.filter(item => item));
    if (photos.length > 0) prepare(photos, add);
    else status.textContent = texts.notPhoto;
}

addEventListener("paste", event => take(event, event.clipboardData));
addEventListener("drop", event => take(event, event.dataTransfer));
addEventListener("dragover", event => event.dataTransfer?.types.includes("Files") && event.preventDefault());

form.addEventListener("submit", async event => {
    event.preventDefault();
    const items = postable();
    if (posting || items.length === 0) return;
    if ([...caption.value].length > longestCaption) return status.textContent = texts.tooLong;
    for (const item of items) say(item, "", false);
    const ids = items.map(item => item.dataset.id);
    for (const {id, texts} of entries()) {
        if (ids.includes(id) && !texts.caption) update(id, {texts: {...texts, caption: caption.value}});
    }
    post(ids);
    // The photos have it now.
    setCaption("");
    [posting, posted] = [items, items].map(({length}) => ({done: 0, count: length}));
    showCount();
    try {
        await send();
    } finally {
        posting = null;
        showCount();
    }
});

outbox.addEventListener("progress", ({detail: {id, part}}) => {
    const bar = itemOf(id)?.querySelector("progress");
    if (!bar) return;
    if (bar.hidden && posting && !list.contains(document.activeElement)) itemOf(id).scrollIntoView({block: "nearest"});
    [bar.hidden, bar.value] = [false, part];
});
outbox.addEventListener("answer", ({detail: {entry, result, status, reason, reference, isFinal}}) => {
    const item = itemOf(entry.id);
    if (item) {
        item.querySelector("progress").hidden = true;
        if (result === "refused") say(item, reason ?? texts.refused);
    }
    if (result === "later" && (entry.kind === "photo" || status === 0)) {
        // The other photos aren't sent now.
        const text = referred(status === 429 || status === 507 ? texts.limit : texts.waiting, reference);
        for (const {id} of entries().filter(isWaiting)) if (itemOf(id)) say(itemOf(id), text);
    }
    for (const numbers of isFinal ? [posting, posted] : []) if (numbers) numbers.count--;
    if (posting && entry.kind === "photo" && result !== "later") posting.done = Math.min(posting.done + (isFinal ? 0 : 1), posting.count - 1);
    if (posted && entry.kind === "photo" && result === "done") posted.done++;
    showCount();
    if (result === "done" && list.children.length === 0 && !isPreparing) location.assign(form.action);
});
outbox.addEventListener("change", () => {
    const known = new Map(entries().map(entry => [entry.id, entry]));
    for (const item of [...list.children]) {
        const entry = known.get(item.dataset.id);
        if (!entry) item.remove();
        for (const field of entry ? item.querySelectorAll("[name]") : []) {
            const isWritten = field === document.activeElement && document.hasFocus();
            if (!isWritten) field.value = entry.texts[field.name] ?? "";
        }
    }
    showCount();
});

// The person may have written before the script was loaded.
setCaption(caption.value || (written.get("caption") ?? ""));
// Photos left over from the last time.
for (const entry of entries().filter(entry => entry.kind === "photo" && !entry.isShared)) {
    const file = await files.get(entry.id);
    // It may have been posted in the meantime.
    if (!entries().some(other => other.id === entry.id)) continue;
    const item = show(entry, file);
    if (!file) item.dataset.isMissing = "yes";
}
showCount();
await ready;
prepare(entries().filter(entry => entry.isShared), addShared);

// Makes pages that work without it nicer: relative dates, placeholders, whole captions, menus.
import {paint} from "./thumbhash.js";

const units = [["year", 31557600], ["month", 2629800], ["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60]];
const relative = new Intl.RelativeTimeFormat(document.documentElement.lang, {numeric: "always"});
const now = new Intl.RelativeTimeFormat(document.documentElement.lang, {numeric: "auto"});
const absolute = new Intl.DateTimeFormat(document.documentElement.lang, {dateStyle: "long", timeStyle: "short"});
const [day, dayOfYear] = [{}, {year: "numeric"}].map(year =>
    new Intl.DateTimeFormat(document.documentElement.lang, {day: "numeric", month: "long", ...year}));

/** @param {Date} date @param {number} time In milliseconds. */
export function age(date, time) {
    const seconds = (time - date) / 1000;
    const [unit, length] = units.find(([, length]) => seconds >= length) ?? ["second", Infinity];
    const count = Math.max(0, Math.floor(seconds / length));
    return (count > 0 ? relative : now).format(-count, unit);
}

/** Whether the browser can share files with other apps, as on phones. */
const sharesFiles = () => navigator.canShare?.({files: [new File([], "photo.jpg", {type: "image/jpeg"})]});

/** Shows More below a caption that is cut. A caption repeated from the photo before may be hidden. */
function measure(caption) {
    const more = caption.closest(".card")?.querySelector(".more");
    if (more && caption.clientHeight > 0) more.hidden = caption.scrollHeight <= caption.clientHeight + 1;
}
// A phone is turned, and WebKit may run scripts before it has the style sheets.
const captions = new ResizeObserver(entries => entries.forEach(({target}) => measure(target)));

/** Sets up newly added elements. */
export function enrich(root) {
    for (const share of root.querySelectorAll(".icon.share")) share.hidden = !sharesFiles();
    for (const time of root.querySelectorAll("time")) {
        const date = new Date(time.dateTime);
        if (Number.isNaN(date.getTime())) continue;
        const isDistant = Math.abs(Date.now() - date) > 604_800_000;
        const isOfYear = date.getFullYear() === new Date().getFullYear();
        // The date of an old photo says more than its age, and so does that of a camera whose clock is ahead. A photo's
        // page has the whole date, because phones show no title.
        time.textContent = time.closest(".bar") ? dayOfYear.format(date)
            : isDistant && time.closest(".card") ? (isOfYear ? day : dayOfYear).format(date) : age(date, Date.now());
        time.title = absolute.format(date);
    }
    for (const place of root.querySelectorAll(".placeholder[data-hash]:not([data-hash=''])")) {
        if (!place.parentElement.querySelector("img").complete) paint(place);
    }
    for (const more of root.querySelectorAll(".card .more")) {
        const caption = more.closest(".card").querySelector(".caption");
        measure(caption);
        captions.observe(caption);
    }
    dispatchEvent(new Event("enriched"));
}

/** Saves the pictures for offline use, one after the other and each once. */
export async function keepPictures(root) {
    if (!navigator.serviceWorker) return;
    await navigator.serviceWorker.ready;
    const cache = await caches.open(`${base}/pictures`);
    for (const image of root.querySelectorAll("img[srcset]")) {
        image.loading = "eager";
        await image.decode().catch(() => {});
        if (!image.naturalWidth || await cache.match(image.currentSrc)) continue;
        await cache.add(new Request(image.currentSrc, {cache: "force-cache"})).catch(() => {});
    }
}

document.addEventListener("click", event => {
    const more = event.target.closest?.(".card .more");
    if (!more) return;
    event.preventDefault();
    more.closest(".card").classList.add("open");
    more.closest(".card").querySelector(".caption").setAttribute("tabindex", "-1");
    more.closest(".card").querySelector(".caption").focus({preventScroll: true});
    more.remove();
});

// Shares the photo downloaded by the link beside the button.
document.addEventListener("click", async event => {
    const button = event.target.closest?.(".icon.share");
    if (!button || button.ariaBusy === "true") return;
    const link = button.nextElementSibling;
    button.ariaBusy = "true";
    try {
        const response = await ask(link.href);
        if (!response.ok) throw new Error(response.statusText);
        const picture = await response.blob();
        const name = link.download.replace(/\w+$/, picture.type.split("/")[1].replace("jpeg", "jpg"));
        await navigator.share({files: [new File([picture], name, {type: picture.type})]});
    } catch (error) {
        // The person may change their mind. A photo that arrives too late is saved instead, or the browser shows the
        // reason.
        if (error.name !== "AbortError") link.click();
    }
    button.ariaBusy = null;
});

const base = document.documentElement.dataset.base;
const policy = globalThis.trustedTypes?.createPolicy("essential-feed", {
    createHTML: text => text, createScriptURL: address => address,
});

/** Fetches from a server that answers soon or never: connections through proxies can die unnoticed. */
export const ask = (address, options) => fetch(address, {signal: AbortSignal.timeout?.(30_000), ...options});

/** Keeps a value for the tab's next page, if the browser stores anything. */
export function leave(name, value) {
    try {
        sessionStorage.setItem(name, value);
    } catch {
        // The owner of the browser has blocked storage.
    }
}

/** Returns and removes the value kept by the tab's previous page; `null` for none. */
export function take(name) {
    try {
        const value = sessionStorage.getItem(name);
        sessionStorage.removeItem(name);
        return value;
    } catch {
        return null;
    }
}

/** Parses a page. Pages come only from this server, and the parser runs none of their scripts. */
export async function parse(response) {
    const text = await response.text();
    return new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, "text/html");
}

// One menu is open at a time, until a tap elsewhere or Escape.
function closeMenus(except) {
    for (const menu of document.querySelectorAll(".menu[open]")) if (!menu.contains(except)) menu.open = false;
}
document.addEventListener("toggle", event => event.target.matches(".menu[open]") && closeMenus(event.target), true);
document.addEventListener("click", event => {
    const menu = event.target.closest?.(".menu summary")?.closest(".menu");
    // The bar's menu is always on the screen.
    if (menu && !menu.closest(".bar")) setTimeout(() => menu.open && menu.querySelector("form").scrollIntoView({block: "nearest"}));
});
// WebKitGTK makes no pointer events of touches.
for (const tap of ["pointerdown", "click"]) document.addEventListener(tap, event => closeMenus(event.target));
document.addEventListener("keydown", event => {
    const menu = document.querySelector(".menu[open]");
    if (event.key !== "Escape" || !menu) return;
    // It does nothing else then.
    event.preventDefault();
    menu.open = false;
    menu.querySelector("summary").focus();
}, true);

/** Shows the server's state of the heart on the button beside a photo. */
export function showHeart(button, saved) {
    for (const name of ["name", "aria-pressed", "aria-label", "title"]) button.setAttribute(name, saved.getAttribute(name));
    button.querySelector("span").textContent = saved.textContent.replace(/\D+/g, "");
}

let failure = null;
export const clearFailure = () => failure?.remove();
addEventListener("online", clearFailure);
/** Shows below an element why its form wasn't accepted, in place of an earlier reason. */
export function fail(element, text) {
    clearFailure();
    failure = document.createElement("p");
    failure.className = "error";
    failure.setAttribute("role", "alert");
    failure.textContent = text;
    element.after(failure);
    failure.scrollIntoView({block: "nearest"});
}

/** Returns a random id. `crypto.randomUUID` needs an encrypted connection. */
export function newID() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    [bytes[6], bytes[8]] = [bytes[6] & 0x0f | 0x40, bytes[8] & 0x3f | 0x80];
    return [...bytes].map((byte, index) => ([4, 6, 8, 10].includes(index) ? "-" : "") + byte.toString(16).padStart(2, "0")).join("");
}

/** Deletes the pages of a person after their session, and shows the sign-in page. The person's drafts stay for them. */
export function forgetPerson() {
    // Not waited for: the worker does the same when it sees the answer to the next request.
    for (const name of ["pages", "pictures", "files", "push"]) globalThis.caches?.delete(`${base}/${name}`);
    location.reload();
}

/**
 * Asks for changes as long as the page is open.
 * @param {number} interval In milliseconds, while the page is visible. While it is hidden, 15 seconds.
 */
export function watchChanges(interval, onChanges) {
    let since = document.documentElement.dataset.since;
    if (!since) return;
    let [tag, timer, isLoading] = [null, null, false];
    const load = async () => {
        if (isLoading) return;
        isLoading = true;
        clearTimeout(timer);
        try {
            const response = await ask(`${base}/changes?since=${encodeURIComponent(since)}`, {
                cache: "no-store", headers: tag ? {"If-None-Match": tag} : {},
            });
            if (response.status === 401) return forgetPerson();
            // Only a proxy or a network's sign-in page may be there.
            const changes = response.ok ? await response.json() : null;
            if (changes || [304, 410].includes(response.status)) dispatchEvent(new Event("answered"));
            // The page doesn't change until it is reloaded.
            if (response.status === 410) return;
            if (changes) {
                await onChanges(changes);
                [tag, since] = [changes.more ? null : response.headers.get("ETag"), changes.next];
            }
        } catch {
            // Without a connection, the page stays as it is, too.
        }
        isLoading = false;
        timer = setTimeout(load, document.hidden ? 15_000 : interval);
    };
    timer = setTimeout(load, interval);
    document.addEventListener("visibilitychange", () => document.hidden || load());
    addEventListener("online", load);
    onReturn(load);
}

/** Calls back when the person has returned to the page, possibly one kept by the browser. */
function onReturn(action) {
    if (performance.getEntriesByType("navigation")[0]?.type === "back_forward") action();
    addEventListener("pageshow", event => event.persisted && action());
}

// Separate scripts show and send drafts, because few pages need them.
const isWritten = key => /^(written|person|outbox)/.test(key);
// Without a connection they may be missing; the next page looks for them again.
const loadUnsent = () => import("./unsent.js").catch(() => {});
async function lookForUnsent() {
    try {
        const databases = await indexedDB.databases?.() ?? [];
        if ([...databases.map(({name}) => name), ...Object.keys(localStorage)].some(isWritten)) await loadUnsent();
    } catch {
        // The browser stores nothing.
    }
}
if (document.documentElement.dataset.since) {
    // The worker controls only addresses below its own.
    if (base && location.pathname === base) location.replace(`${base}/${location.search}${location.hash}`);
    lookForUnsent();
    addEventListener("pageshow", event => event.persisted && lookForUnsent());
    addEventListener("storage", event => isWritten(event.key) && loadUnsent());
    document.querySelector(".bar form[action$='/sign-out']")?.closest("details").addEventListener("toggle", loadUnsent);
}

// The page may be another person's by now.
onReturn(async () => {
    const response = await ask(location.href, {cache: "no-store"}).catch(() => null);
    if (response?.status === 401) return forgetPerson();
    const page = response && await parse(response).catch(() => null);
    const {base: own, person} = page?.documentElement.dataset ?? {};
    if (own === base && person !== document.documentElement.dataset.person) location.reload();
});

const {savedAt} = document.documentElement.dataset;
if (savedAt) {
    const notice = document.querySelector(".offline");
    const time = document.createElement("time");
    time.dateTime = new Date(Number(savedAt)).toISOString();
    notice.append(" ", time);
    notice.hidden = false;
    const replace = event => {
        notice.hidden ||= event.type === "answered";
        const isUsed = [...document.querySelectorAll("textarea, input")]
            .some(field => field.value !== field.defaultValue || field.checked !== field.defaultChecked);
        // A reload would lose a comment in progress, and break off photos that are being sent.
        if (!isUsed && !document.querySelector(".post")) location.reload();
    };
    for (const sign of ["answered", "online"]) addEventListener(sign, replace, {once: true});
    // Not every page looks for changes.
    watchChanges(15_000, () => {});
}
if (document.documentElement.dataset.since) {
    const worker = `${base}/worker.js`;
    navigator.serviceWorker?.register(policy ? policy.createScriptURL(worker) : worker).catch(() => {});
    // The first page was loaded before the worker could save it.
    navigator.serviceWorker?.addEventListener("controllerchange", () => {
        fetch(location.href, {headers: {Accept: "text/html"}}).catch(() => {});
    }, {once: true});
    keepPictures(document);
}
enrich(document);

// Makes pages that work without it nicer: relative dates, placeholders, endless scrolling, whole captions.
import {paint} from "./thumbhash.js";

const units = [["year", 31557600], ["month", 2629800], ["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60]];
const relative = new Intl.RelativeTimeFormat(document.documentElement.lang, {numeric: "always"});
const now = new Intl.RelativeTimeFormat(document.documentElement.lang, {numeric: "auto"});
const absolute = new Intl.DateTimeFormat(document.documentElement.lang, {dateStyle: "long", timeStyle: "short"});

/** @param {Date} date @param {number} time In milliseconds. */
export function age(date, time) {
    const seconds = (time - date) / 1000;
    const [unit, length] = units.find(([, length]) => seconds >= length) ?? ["second", 1];
    const count = Math.max(0, Math.floor(seconds / length));
    return (count > 0 ? relative : now).format(-count, unit);
}

/** Does what the elements need that have just been added to the page. */
export function enrich(root) {
    for (const time of root.querySelectorAll("time")) {
        const date = new Date(time.dateTime);
        if (Number.isNaN(date.getTime())) continue;
        time.textContent = age(date, Date.now());
        time.title = absolute.format(date);
    }
    for (const place of root.querySelectorAll(".placeholder[data-hash]:not([data-hash=''])")) {
        if (!place.parentElement.querySelector("img").complete) paint(place);
    }
    for (const more of root.querySelectorAll(".card .more")) {
        const caption = more.closest(".card").querySelector(".caption");
        if (caption.scrollHeight <= caption.clientHeight + 1) more.remove();
    }
}

/** Saves the pictures for offline use, one after the other, and loads none of them twice. */
async function keepPictures(root) {
    if (!navigator.serviceWorker) return;
    await navigator.serviceWorker.ready;
    const cache = await caches.open("pictures");
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

/** Loads the next page when its link comes near: twice, then after each click. */
function scrollEndlessly(feed, link) {
    let remaining = 2;
    let isLoading = false;
    const load = async () => {
        if (isLoading) return;
        isLoading = true;
        feed.setAttribute("aria-busy", "true");
        try {
            const response = await fetch(link.href, {headers: {Accept: "text/html"}});
            if (!response.ok) throw new Error(response.statusText);
            const page = await parse(response);
            const known = new Set([...feed.querySelectorAll(".card")].map(card => card.id));
            const added = [...page.querySelectorAll(".feed > li")]
                .filter(item => !known.has(item.querySelector(".card").id)).map(item => document.adoptNode(item));
            feed.append(...added);
            for (const item of added) {
                enrich(item);
                keepPictures(item);
            }
            const next = page.querySelector(".pages a[rel=next]");
            // The observer reports again whether the link is near.
            observer.disconnect();
            if (next) {
                link.href = next.getAttribute("href");
                observer.observe(link);
            } else {
                link.remove();
            }
        } catch {
            // The link stays, and leads to the page or to the reason.
            remaining = 0;
        }
        feed.removeAttribute("aria-busy");
        isLoading = false;
    };
    const observer = new IntersectionObserver(entries => {
        if (entries.some(entry => entry.isIntersecting) && remaining > 0 && !isLoading) {
            remaining--;
            load();
        }
    }, {rootMargin: "150%"});
    observer.observe(link);
    link.addEventListener("click", event => {
        if (remaining > 0 || isLoading || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        remaining = 2;
        load();
    });
}

const base = document.documentElement.dataset.base;
const policy = globalThis.trustedTypes?.createPolicy("essential-feed", {
    createHTML: text => text, createScriptURL: address => address,
});

/** Parses a page. Pages come from this server alone, and the parser runs none of their scripts. */
export async function parse(response) {
    const text = await response.text();
    return new DOMParser().parseFromString(policy ? policy.createHTML(text) : text, "text/html");
}

/** Returns a random id. `crypto.randomUUID` needs an encrypted connection. */
export function newID() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    [bytes[6], bytes[8]] = [bytes[6] & 0x0f | 0x40, bytes[8] & 0x3f | 0x80];
    return [...bytes].map((byte, index) => ([4, 6, 8, 10].includes(index) ? "-" : "") + byte.toString(16).padStart(2, "0")).join("");
}

/** Deletes what the browser has saved for a person whose session has ended, and shows the sign-in page. */
export function forgetPerson() {
    localStorage.clear();
    globalThis.indexedDB?.deleteDatabase("outbox");
    // Not waited for: the worker does the same when it sees the answer to the next request.
    globalThis.caches?.keys().then(names => names.forEach(name => caches.delete(name)));
    location.reload();
}

/**
 * Asks for changes as long as the page is open.
 * @param {number} interval In milliseconds, while the page is visible. While it is hidden, 15 seconds.
 */
export function watchChanges(interval, onChanges) {
    let since = document.documentElement.dataset.since;
    if (!since) return;
    let [tag, timer, isAsking] = [null, null, false];
    const ask = async () => {
        if (isAsking) return;
        isAsking = true;
        clearTimeout(timer);
        try {
            const response = await fetch(`${base}/changes?since=${encodeURIComponent(since)}`, {
                cache: "no-store", headers: tag ? {"If-None-Match": tag} : {},
            });
            if (response.status === 401) return forgetPerson();
            // The server was restored; the page stays as it is until it is loaded again.
            if (response.status === 410) return;
            if (response.ok) {
                const changes = await response.json();
                await onChanges(changes);
                [tag, since] = [changes.more ? null : response.headers.get("ETag"), changes.next];
            }
        } catch {
            // Without a connection, the page stays as it is, too.
        }
        isAsking = false;
        timer = setTimeout(ask, document.hidden ? 15_000 : interval);
    };
    timer = setTimeout(ask, interval);
    document.addEventListener("visibilitychange", () => document.hidden || ask());
}

// A page that the browser had kept may be another person's by now.
addEventListener("pageshow", async event => {
    const [navigation] = performance.getEntriesByType("navigation");
    if (!event.persisted && navigation?.type !== "back_forward") return;
    const response = await fetch(location.href, {method: "HEAD", cache: "no-store"}).catch(() => null);
    if (response?.status === 401) forgetPerson();
});

const {savedAt} = document.documentElement.dataset;
if (savedAt) {
    const notice = document.querySelector(".offline");
    const time = document.createElement("time");
    time.dateTime = new Date(Number(savedAt)).toISOString();
    notice.append(" ", time);
    notice.hidden = false;
    addEventListener("online", () => {
        // A comment that is being written would be lost.
        if (![...document.querySelectorAll("textarea")].some(field => field.value)) location.reload();
    });
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
const feed = document.querySelector(".feed");
const link = document.querySelector(".pages a[rel=next]");
// The way back from a photo leads to this place.
if (feed) sessionStorage.setItem("hasFeed", "yes");
if (feed && link) scrollEndlessly(feed, link);

// New photos are announced, and nothing moves until they are wanted.
const announcement = document.querySelector(".new-photos");
if (announcement) {
    let version = document.documentElement.dataset.feed;
    watchChanges(15_000, async changes => {
        if (changes.feed === version) return;
        const response = await fetch(announcement.href, {headers: {Accept: "text/html"}});
        if (!response.ok) return;
        version = changes.feed;
        const newest = (await parse(response)).querySelector(".card");
        announcement.hidden = !newest || document.getElementById(newest.id) !== null;
    });
}
for (const form of document.querySelectorAll("form[action$='/sign-out']")) {
    form.addEventListener("submit", () => {
        localStorage.clear();
        globalThis.indexedDB?.deleteDatabase("outbox");
    });
}

// The feed: endless scrolling, the place kept by a reload, numbers of comments, and news of new photos.
import {ask, enrich, fail, keepPictures, parse, take, watchChanges} from "./app.js";

const feed = document.querySelector(".feed");
const bar = document.querySelector(".bar");
/** The items with one photo each; photos posted together share an item around theirs. */
const photos = (root = feed) => [...root.querySelectorAll("[data-shape]")];
/** The address of each photo's page of the feed. */
const pages = new WeakMap(photos().map(item => [item, location.pathname + location.search]));
const identifier = item => item.querySelector(".card").id;

/** The first photo neither above the window nor beside it. */
function topmost() {
    const top = bar.getBoundingClientRect().bottom;
    return photos().find(item => {
        const {bottom, left, width} = item.getBoundingClientRect();
        return bottom > top && left + width / 2 >= 0 && left + width / 2 < innerWidth;
    });
}

/** Changes the feed without moving its visible part. */
function keepingStill(change) {
    const item = topmost();
    const top = item?.getBoundingClientRect().top;
    change();
    if (item) scrollBy(0, item.getBoundingClientRect().top - top);
}

// A card grows into its photo, and back.
function grow(event, address) {
    if (!event.viewTransition) return;
    // Without a picture to grow, the page simply changes.
    event.viewTransition.ready.catch(() => {});
    const picture = address && document.getElementById(`photo-${new URL(address).pathname.split("/").pop()}`)?.querySelector(".picture");
    if (!picture) return event.viewTransition.skipTransition();
    picture.style.viewTransitionName = "photo";
    const end = () => picture.style.viewTransitionName = "";
    event.viewTransition.finished.then(end, end);
}
addEventListener("pageswap", event => grow(event, event.activation?.entry.url));
addEventListener("pagereveal", event => grow(event, globalThis.navigation?.activation?.from?.url));

/** Keeps one heading for each month: each page begins with one. */
function mergeMonths() {
    let last;
    for (const month of feed.querySelectorAll(".month")) {
        if (month.textContent === last || !month.nextElementSibling?.querySelector(".card")) month.remove();
        else last = month.textContent;
    }
}

/** A link to the page of the feed at one end, for loading that page into this one. */
class End {
    /** @param {(items: Element[], isLast: boolean) => void} insert Adds photos to the feed. */
    constructor(link, insert) {
        [this.link, this.insert, this.isLoading] = [link, insert, false];
        link.addEventListener("click", async event => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            await this.load();
            // The link's page shows the reason.
            if (this.isRefused) location.assign(link.href);
        });
    }

    /** Loads pages whenever the end is near, and shows the link only after a failure. */
    loadWhenNear() {
        // The end may have been reached already.
        if (!this.link.isConnected) return;
        this.link.parentElement.classList.add("endless");
        this.observer = new IntersectionObserver(entries => {
            if (entries.some(entry => entry.isIntersecting)) this.load();
        }, {rootMargin: "150%"});
        this.observer.observe(this.link.parentElement);
    }

    /** @returns Whether there are more photos now. */
    async load() {
        if (this.isLoading || !this.link.isConnected) return false;
        this.isLoading = true;
        const [{link, observer}, nav] = [this, this.link.parentElement];
        nav.classList.add("endless");
        feed.setAttribute("aria-busy", "true");
        observer?.disconnect();
        let isLoaded = false;
        try {
            const response = await ask(link.href, {headers: {Accept: "text/html"}});
            this.isRefused = !response.ok;
            if (!response.ok) throw new Error(response.statusText);
            this.add(await parse(response));
            isLoaded = true;
        } catch {
            // The link remains for the next try.
        }
        feed.removeAttribute("aria-busy");
        this.isLoading = false;
        nav.classList.toggle("endless", isLoaded && link.isConnected && observer !== undefined);
        // The observer reports again whether the end is near.
        if (isLoaded && link.isConnected) observer?.observe(nav);
        return isLoaded;
    }

    add(page) {
        const {link} = this;
        const known = new Set(photos().map(identifier));
        photos(page).filter(item => known.has(identifier(item))).forEach(item => item.remove());
        for (const item of photos(page)) pages.set(item, link.getAttribute("href"));
        const added = [...page.querySelectorAll(".feed > li")].filter(item => item.matches(".month") || item.querySelector(".card"))
            .map(item => document.adoptNode(item));
        const next = page.querySelector(`.pages a[rel=${link.rel}]`);
        this.insert(added, !next);
        for (const item of added) keepPictures(item);
        if (next) link.href = next.getAttribute("href");
        else link.remove();
    }
}

const [newerLink, olderLink] = ["prev", "next"].map(relation => document.querySelector(`.pages a[rel=${relation}]`));
const older = olderLink && new End(olderLink, items => {
    feed.append(...items);
    mergeMonths();
    items.forEach(enrich);
});
const newer = newerLink && new End(newerLink, (items, isLast) => keepingStill(() => {
    feed.prepend(...items);
    mergeMonths();
    items.forEach(enrich);
    if (isLast) newerLink.parentElement.remove();
}));

// Where a reload leads: to the page with the photo above the topmost one, and there to the topmost one. At the top of the
// feed, it leads to the newest photos.
function savePlace() {
    const item = topmost();
    if (!item) return;
    const items = photos();
    const place = scrollY > 0 ? {photo: identifier(item), top: item.getBoundingClientRect().top} : null;
    history.replaceState(place, "", pages.get(items[items.indexOf(item) - 1] ?? item));
}

async function restorePlace({photo, top}) {
    const find = () => document.getElementById(photo);
    const isReached = () => find()
        && document.documentElement.scrollHeight - scrollY - find().getBoundingClientRect().top >= innerHeight;
    // Many newer photos may be above it by now. If it was deleted, it has no place.
    for (let count = 0; count < 5 && !isReached() && await older?.load(); count++);
    const item = find()?.closest("[data-shape]");
    if (!item) return;
    item.scrollIntoView({block: "nearest"});
    scrollBy(0, item.getBoundingClientRect().top - top);
}

// Two taps on a photo give it a heart; one opens it, a moment later.
let tapped = null;
function forgetTap() {
    clearTimeout(tapped?.timer);
    tapped = null;
}
addEventListener("pagehide", forgetTap);
feed.addEventListener("click", event => {
    const picture = event.target.closest(".picture");
    const button = picture?.closest(".card").querySelector("button.heart");
    if (!button || event.pointerType !== "touch" || event.defaultPrevented) return;
    event.preventDefault();
    const isSecond = tapped?.picture === picture;
    forgetTap();
    if (!isSecond) {
        tapped = {picture, timer: setTimeout(() => location.assign(picture.href), 250)};
        return;
    }
    picture.classList.remove("loved");
    // Without this, the animation wouldn't start again.
    picture.getBoundingClientRect();
    picture.classList.add("loved");
    if (button.getAttribute("aria-pressed") === "false") button.form.requestSubmit(button);
});

// A heart leads to no other page, and waits for a connection.
feed.addEventListener("submit", async event => {
    event.preventDefault();
    const button = event.submitter;
    const isGiven = button.name === "react";
    button.setAttribute("aria-pressed", isGiven);
    const {react} = await import("./unsent.js").catch(() => ({}));
    if (react) return react(button);
    // Without a connection, the script may be missing.
    button.setAttribute("aria-pressed", !isGiven);
    fail(button.closest(".links"), document.getElementById("unsent").dataset.notConnected);
});

history.scrollRestoration = "manual";
async function restore() {
    if (history.state?.photo) await restorePlace(history.state);
    // The photo to which the person has turned in the meantime.
    const seen = take("seen");
    document.getElementById(seen)?.scrollIntoView({block: "nearest"});
    return seen;
}
// WebKit may run scripts before it has the style sheets, without which no photo is in its place.
const unstyled = [...document.querySelectorAll("link[rel=stylesheet]")].filter(({sheet}) => !sheet);
const until = (target, ...names) => new Promise(done => names.forEach(name => target.addEventListener(name, done, {once: true})));
// The window's event is for a style sheet that has failed already.
if (document.readyState !== "complete") await Promise.race([until(window, "load"), Promise.all(unstyled.map(link => until(link, "load", "error")))]);
await restore();
// WebKit keeps the page, but not its place.
addEventListener("pageshow", async event => {
    if (!event.persisted) return;
    // Their texts may have been changed on their own pages.
    await updateAll(new Set([opened, await restore()])).catch(() => {});
});
let timer;
addEventListener("scroll", () => {
    clearTimeout(timer);
    // Browsers permit only so many changes.
    timer = setTimeout(savePlace, 250);
}, true);
let opened = null;
document.addEventListener("click", event => {
    savePlace();
    opened = event.target.closest?.(".card")?.id ?? null;
    if (event.target.closest?.(".picture") !== tapped?.picture) forgetTap();
}, true);
bar.querySelector(".title").addEventListener("click", () => scrollTo(0, 0));
// A rotated phone shows the same photo.
let width = innerWidth;
addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    const item = document.getElementById(history.state?.photo)?.closest("[data-shape]");
    if (!item) return;
    scrollBy(0, item.getBoundingClientRect().top - history.state.top);
    if (topmost() !== item) item.scrollIntoView();
});
older?.loadWhenNear();
// Beside each other, photos would move.
if (getComputedStyle(feed).display === "grid") newer?.loadWhenNear();

/** Shows a photo's current state. */
function update(item, card) {
    const own = item.querySelector(".card");
    // Unchanged elements stay and keep the focus.
    const exchange = (selector, insert) => {
        const [old, now] = [own, card].map(part => [...part.querySelectorAll(selector)]);
        if (old.length === now.length && old.every((part, index) => part.innerHTML === now[index].innerHTML)) return;
        old.forEach(part => part.remove());
        insert(...now);
    };
    exchange(".place", (...now) => own.querySelector("time").before(...now));
    exchange(".caption", (...now) => {
        own.querySelector(".links").before(...now);
        own.classList.remove("open");
        own.querySelector(".more")?.remove();
        own.querySelector(".links").prepend(...card.querySelectorAll(".more"));
    });
    // Photos posted together show a common caption once.
    const group = item.closest(".together");
    if (group) {
        const [first, ...others] = [...group.querySelectorAll(".card")].map(card => card.querySelector(".caption"));
        group.querySelector(".posted .caption").replaceChildren(...first?.cloneNode(true).childNodes ?? []);
        for (const [index, other] of others.entries()) {
            const isRepeated = [first, index > 0 && others[index - 1]].some(before => before && before.innerHTML === other?.innerHTML);
            other?.classList.toggle("repeated", isRepeated);
        }
    }
    exchange(".liked, .last", (...now) => own.append(...now));
    own.querySelector(".picture img").alt = card.querySelector(".picture img").alt;
    own.querySelector(".comments").textContent = card.querySelector(".comments").textContent;
    const [heart, now] = [item, card].map(part => part.querySelector(".heart"));
    if (heart && heart.localName === now?.localName) {
        for (const {name, value} of now.attributes) heart.setAttribute(name, value);
        heart.querySelector("span").textContent = now.querySelector("span").textContent;
    } else {
        // Comments have been closed, for example.
        heart?.closest("form").remove();
        if (now) item.querySelector(".comments").before(now.closest("form"));
    }
    enrich(item);
}

/** @returns One of the requested pages. */
async function updateAll(changed) {
    let page = null;
    const items = photos().filter(item => changed.has(identifier(item)));
    for (const address of new Set(items.map(item => pages.get(item)))) {
        const url = new URL(address, location.href);
        // Newer photos may have moved the first page's photos to the next.
        url.searchParams.set("limit", "30");
        const response = await ask(url);
        if (!response.ok) continue;
        page = await parse(response);
        const found = items.map(item => [item, page.getElementById(identifier(item))]).filter(([, card]) => card);
        keepingStill(() => found.forEach(([item, card]) => update(item, card)));
    }
    return page;
}

// New photos are announced, and nothing moves until they are wanted.
const announcement = document.querySelector(".new-photos");
// It leads to the top.
announcement.addEventListener("click", () => {
    clearTimeout(timer);
    history.replaceState(null, "");
});
let version = document.documentElement.dataset.feed;
/** @returns The newest page, if requested. */
async function announce(changes) {
    // Until the newest page is here, too, it would call older photos new.
    if (newerLink?.isConnected || changes.feed === version) return null;
    const response = await ask(announcement.href, {headers: {Accept: "text/html"}});
    if (!response.ok) return null;
    version = changes.feed;
    const page = await parse(response);
    const newest = page.querySelector(".card");
    if (newest && !feed.children.length) location.reload();
    announcement.hidden = !newest || document.getElementById(newest.id) !== null;
    return page;
}

// A page with the bell loads the bell's script.
const hasActivity = document.querySelector(".activity") !== null;
watchChanges(15_000, async changes => {
    const changed = [...changes.comments.map(comment => comment.image), ...changes.images.map(image => image.id)];
    const updated = await updateAll(new Set(changed.map(id => `photo-${id.toUpperCase()}`)));
    let page = await announce(changes) ?? updated;
    // A reaction to a photo not on this page.
    if (!page && changed.length > 0 && hasActivity) {
        const response = await ask(`${announcement.pathname}?limit=1`);
        page = response.ok ? await parse(response) : null;
    }
    if (page && hasActivity) (await import("./activity.js")).showActivity(page);
});

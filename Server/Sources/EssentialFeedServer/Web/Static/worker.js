// Saves the pages and pictures a person has seen, and shows them for seven days without a connection. What the browser
// has no room for is missing only then, and the offline page says so.
const lifetime = 7 * 86_400_000;
const base = new URL("./", location.href).pathname;
// Servers may share a host.
const [pages, pictures, files] = ["pages", "pictures", "files"].map(name => base + name);
const limits = {[pages]: 60, [pictures]: 400, [files]: 40};
/** A share that would bring the unsent photos above this number is refused: another site may have sent it. */
const maximumUnsent = 100;
const offline = `${base}offline`;

addEventListener("install", event => {
    event.waitUntil(save(pages, new Request(offline)).then(() => skipWaiting()));
});
addEventListener("activate", event => event.waitUntil(clients.claim()));

/** Returns an address's path below this server's; `null` for another server's, whose path may be below this one's. */
function ownPath(address) {
    const {origin, pathname} = new URL(address);
    const path = pathname.slice(base.length);
    const isOwn = origin === location.origin && pathname.startsWith(base)
        && /^((photo|image|pictures|assets)\/.+|[a-z-]*)$/.test(path);
    return isOwn ? path : null;
}

addEventListener("fetch", event => {
    const {request} = event;
    const path = ownPath(request.url);
    if (path === null) return;
    // Requests from a worker have the worker's origin, so a form from another site, which leads to a page, goes to the
    // network directly; that page tells who is signed in.
    if (request.method === "POST" && (path === "sign-out" || path === "join") && request.mode !== "navigate") {
        event.respondWith(signOut(event));
    }
    // A form from another site isn't a share. If the form hides its origin, the person still sees its photos, which are
    // limited, and has to post them.
    const isForeign = /^http/.test(request.referrer) && new URL(request.referrer).origin !== location.origin;
    if (request.method === "POST" && path === "post" && !isForeign) event.respondWith(share(event));
    if (request.method !== "GET") return;
    if (request.headers.get("Accept")?.includes("text/html")) event.respondWith(page(event));
    else if (path.startsWith("assets/")) event.respondWith(saved(event, files));
    // A zoomed photo's original needs as much room as many pictures.
    else if (request.destination === "image" && !request.url.includes("size=original")) event.respondWith(saved(event, pictures));
});

addEventListener("push", event => event.waitUntil(notify(event)));
addEventListener("notificationclick", event => {
    event.notification.close();
    event.waitUntil(clients.openWindow(`${base}activity`));
});

/** Messages only name the kind of event; the page that asked for them has stored the texts. */
async function notify(event) {
    const {kind} = event.data?.json() ?? {};
    const texts = await (await caches.match(`${base}push-texts`))?.json();
    await registration.showNotification(texts?.[kind] ?? "Essential Feed", {lang: texts?.lang, tag: `${base}activity`, renotify: !/reaction/i.test(kind)});
}

/** The answer to a script that signs the person out. Nothing is deleted unless signing out worked. */
async function signOut(event) {
    const response = await fetch(event.request);
    if (response.redirected) event.waitUntil(forget());
    return response;
}

/** The answer to a share from another app: the page for posting photos, with the photos kept for it. */
async function share(event) {
    try {
        const form = await event.request.formData();
        const photos = form.getAll("photo").filter(file => file.size > 0);
        if (photos.length === 0) throw new Error("no photos were shared");
        await keepShared(photos, form.get("text") || form.get("title") || "", await reader(event));
        return Response.redirect(`${base}post`, 303);
    } catch {
        return Response.redirect(`${base}post?shared=lost`, 303);
    }
}

/** Returns who is or, without an answer, was signed in: the id, and the owner of written.js. Throws if unknown. */
async function reader(event) {
    const signal = AbortSignal.timeout?.(30_000);
    const response = await fetch(`${base}post`, {headers: {Accept: "text/html"}, signal}).catch(() => null);
    if (response?.status === 401) event.waitUntil(forget());
    if ([401, 403].includes(response?.status)) throw new Error("the person may not post photos");
    const answer = response?.ok ? await response.text().catch(() => "") : "";
    const known = readerOf(answer) ?? readerOf(await (await keptPage(new URL(base, location.href)))?.text() ?? "");
    if (!known) throw new Error("no one is known to be signed in");
    return known;
}

/** Whether a page is this server's. Another one's may be below this server, at a path such as `a`. */
const isOwn = page => page.includes(` data-base="${base.slice(0, -1).replaceAll("&", "&amp;")}"`);

/** Returns a page's reader; `null` if it has none, or isn't a page of the feed. */
function readerOf(page) {
    const [, person, name] = page.match(/ data-person="([^"]+)" data-name="([^"]*)"/) ?? [];
    const owner = JSON.stringify([base.slice(0, -1), name?.replaceAll("&#39;", "'")]);
    return person && isOwn(page) ? {person, owner} : null;
}

/**
 * Keeps all photos or none, in the store of written.js. The text is the first photo's caption. Leaves at least half of
 * the browser's storage for photos chosen on the page.
 */
async function keepShared(photos, text, {person, owner}) {
    const {usage = 0, quota = Infinity} = await navigator.storage?.estimate?.() ?? {};
    if (photos.reduce((sum, file) => sum + file.size, usage) > quota / 2) throw new Error("the photos are too large");
    const database = await new Promise((done, failed) => {
        const request = indexedDB.open("outbox", 1);
        request.onupgradeneeded = () => request.result.createObjectStore("photos", {keyPath: "id"});
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error);
    });
    const transaction = database.transaction("photos", "readwrite");
    const store = transaction.objectStore("photos");
    store.count().onsuccess = ({target}) => target.result + photos.length > maximumUnsent && transaction.abort();
    for (const [index, file] of photos.entries()) {
        const shared = {name: file.name, order: index, caption: index === 0 ? text : ""};
        store.put({id: crypto.randomUUID(), person, owner, file, type: file.type, shared});
    }
    await new Promise((done, failed) => {
        transaction.oncomplete = done;
        transaction.onabort = () => failed(transaction.error);
    });
    database.close();
}

/** The page from the server, then saved; else the saved page while it is less than seven days old, else an error. */
async function page(event) {
    const {request} = event;
    try {
        const response = await fetch(request);
        // Only a proxy is there, not the server.
        if ([502, 503, 504].includes(response.status) && !isOwn(await response.clone().text())) throw new TypeError(`status ${response.status}`);
        if (response.status === 401) event.waitUntil(response.clone().text().then(page => isOwn(page) && forget()));
        else if ([404, 410].includes(response.status)) event.waitUntil(response.clone().text().then(page => isOwn(page) && drop(request.url)));
        else if (response.ok && !response.redirected && !response.headers.get("Cache-Control")?.includes("no-store")) event.waitUntil(keep(request.url, response.clone()));
        // This page follows signing out.
        if (new URL(request.url).pathname === `${base}join`) event.waitUntil(checkReader());
        return response;
    } catch (error) {
        const kept = await keptPage(request.url);
        if (kept) {
            const text = (await kept.text()).replace("<html ", `<html data-saved-at="${kept.headers.get("X-Saved-At")}" `);
            return new Response(text, {headers: kept.headers});
        }
        const notice = await (await caches.open(pages)).match(offline);
        if (notice && request.mode === "navigate") return notice;
        throw error;
    }
}

/** Deletes the saved page of a photo that the person can't see any more, and its pictures. */
async function drop(address) {
    const [kind, id] = ownPath(address)?.split("/") ?? [];
    if (kind !== "photo") return;
    for (const name of [pages, pictures]) {
        const cache = await caches.open(name);
        const requests = (await cache.keys()).filter(({url}) => new URL(url).pathname.endsWith(`/${id}`));
        await Promise.all(requests.map(request => cache.delete(request)));
    }
}

/** Deletes the saved pages if their reader is no longer signed in. */
async function checkReader() {
    const kept = await firstPage();
    if (!kept) return;
    const response = await fetch(base, {headers: {Accept: "text/html"}}).catch(() => null);
    const isAnswer = response?.ok || response?.status === 401;
    if (isAnswer && !isOfSameReader(kept, await response.text())) await forget();
}

const isOfSameReader = (page, other) => readerOf(page)?.person === readerOf(other)?.person;

/** The text of the oldest saved page; `undefined` for none. */
async function firstPage() {
    const cache = await caches.open(pages);
    const request = (await cache.keys()).find(({url}) => !url.endsWith(offline));
    return request && (await cache.match(request))?.text();
}

/** The saved page, unless it is seven days old or older. It isn't deleted, because the clock may be wrong. */
async function keptPage(address) {
    const kept = await (await caches.open(pages)).match(address);
    return kept && Math.abs(Date.now() - Number(kept.headers.get("X-Saved-At"))) < lifetime ? kept : null;
}

/** Saves a page, or updates the saved page's comments. */
async function keep(url, response) {
    const address = new URL(url);
    if (!address.searchParams.has("part")) return keepPage(url, response);
    address.searchParams.delete("part");
    const kept = await (await caches.open(pages)).match(address);
    if (!kept) return;
    const part = await response.text();
    const text = (await kept.text()).replace(/<section id="comments"[^]*?<\/section>/, () => part);
    await keepPage(address.href, new Response(text, {headers: kept.headers}));
}

/** Saves a page with the time, and deletes another person's. Pages save their own pictures, in the size shown. */
async function keepPage(url, response) {
    const text = await response.text();
    // Only pages of the feed state the changes they contain.
    if (!isOwn(text) || !text.includes(" data-since=")) return;
    const kept = await firstPage();
    if (kept && !isOfSameReader(kept, text)) await forget();
    const headers = new Headers(response.headers);
    headers.set("X-Saved-At", Date.now());
    await (await caches.open(pages)).put(url, new Response(text, {headers}));
    await trim(pages);
    await keepFiles(text);
}

/**
 * Saves a page's scripts and styles, which the browser may have loaded before it had a worker, and what keeps a reaction
 * until there is a connection: a page loads it only then.
 */
async function keepFiles(page) {
    const own = [...page.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, path]) => path)
        .filter(path => path.startsWith(`${base}assets/`));
    const later = / name="(?:un)?react"/.test(page) ? ["written.js", "outbox.js", "unsent.js", "reply.js", "forms.css"] : [];
    const cache = await caches.open(files);
    for (const path of [...own, ...later.map(name => own[0].replace(/[^/]+$/, name))]) {
        const request = new Request(path);
        if (!await cache.match(request)) await save(files, request).catch(() => {});
    }
}

/** The saved file; else the server's, then saved. Without a connection, another size of a picture is enough. */
async function saved(event, name) {
    const cache = await caches.open(name);
    const kept = await cache.match(event.request);
    if (kept) return kept;
    try {
        return await save(name, event.request, event);
    } catch (error) {
        const other = await cache.match(event.request, {ignoreSearch: true});
        if (other) return other;
        throw error;
    }
}

async function save(name, request, event) {
    const response = await fetch(request);
    if (response.ok && response.status === 200) {
        const copy = response.clone();
        const kept = caches.open(name).then(cache => cache.put(request, copy)).then(() => trim(name));
        if (event) event.waitUntil(kept);
        else await kept;
    }
    return response;
}

/** Removes the oldest entries beyond the limit. */
async function trim(name) {
    const cache = await caches.open(name);
    const requests = (await cache.keys()).filter(request => !request.url.endsWith(offline));
    for (const request of requests.slice(0, Math.max(0, requests.length - limits[name]))) await cache.delete(request);
}

/** Deletes all data of the person whose session has ended. The next person's page may be saving its pictures already. */
async function forget() {
    for (const name of [pages, pictures]) {
        if (!await caches.has(name)) continue;
        const cache = await caches.open(name);
        const requests = (await cache.keys()).filter(({url}) => !url.endsWith(offline));
        await Promise.all(requests.map(request => cache.delete(request)));
    }
    // It may be in the person's language.
    await save(pages, new Request(offline)).catch(() => {});
}

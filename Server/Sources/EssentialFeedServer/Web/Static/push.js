// Lets the browser notify the person of others' comments and reactions, even while no page is open.
import {ask, forgetPerson} from "./app.js";

const place = document.querySelector(".push");
const button = place.querySelector("button");
const {base, person} = document.documentElement.dataset;
const texts = button.dataset;

/** Sends a form; throws the reason for a failure. */
async function post(fields) {
    const response = await ask(`${base}/activity?person=${encodeURIComponent(person)}`, {method: "POST", body: new URLSearchParams(fields)})
        .catch(() => { throw texts.unreachable; });
    if (response.status === 401) forgetPerson();
    if (!response.ok) throw texts.unsaved;
}

/** The worker shows these texts, because messages have none. */
async function keepTexts() {
    const cache = await caches.open(`${base}/push`);
    await cache.put(`${base}/push-texts`, new Response(JSON.stringify({...texts, lang: document.documentElement.lang})));
}

/** Whether a subscription is for the server's current key. */
function isCurrent(subscription) {
    const key = String.fromCharCode(...new Uint8Array(subscription.options.applicationServerKey));
    return btoa(key).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === texts.key;
}

async function start(manager) {
    const isPermitted = await Notification.requestPermission() === "granted";
    // A browser refuses another key while it has a subscription.
    if (isPermitted) await (await manager.getSubscription())?.unsubscribe();
    // Without a push service, some browsers never answer.
    const subscription = isPermitted && await Promise.race([
        manager.subscribe({userVisibleOnly: true, applicationServerKey: texts.key}),
        new Promise((_, fail) => setTimeout(fail, 30_000)),
    ]).catch(() => null);
    if (!subscription) throw texts.blocked;
    const {endpoint, keys} = subscription.toJSON();
    try {
        await keepTexts();
        await post({do: "notify", endpoint, key: keys.p256dh, secret: keys.auth});
    } catch (error) {
        await subscription.unsubscribe();
        throw error;
    }
}

async function stop(manager) {
    await post({do: "stop"});
    await (await manager.getSubscription())?.unsubscribe();
}

/** Returns the registration of this server's worker, once it runs. Until then, the page may have another server's. */
async function registered() {
    const {serviceWorker} = navigator;
    for (;;) {
        const found = await serviceWorker.getRegistration().catch(() => null);
        if (found?.active && new URL(found.scope).pathname === `${base}/`) return found;
        await new Promise(done => serviceWorker.addEventListener("controllerchange", done, {once: true}));
    }
}

async function prepare() {
    const {pushManager: manager} = await registered();
    const subscription = await manager.getSubscription();
    // Each of the two may have ended without the other, and a saved page may be older than both.
    let isOn = "on" in texts && subscription !== null && isCurrent(subscription);
    if (isOn) await keepTexts();
    const show = () => button.textContent = isOn ? texts.stop : texts.start;
    button.addEventListener("click", async () => {
        const status = place.querySelector("output");
        [status.textContent, button.disabled] = ["", true];
        try {
            await (isOn ? stop(manager) : start(manager));
            isOn = !isOn;
            show();
        } catch (error) {
            status.textContent = typeof error === "string" ? error : texts.unsaved;
        }
        button.disabled = false;
    });
    show();
    place.hidden = false;
}

// iPhones offer it only to pages on the home screen.
if (navigator.serviceWorker && window.PushManager && window.Notification) prepare();

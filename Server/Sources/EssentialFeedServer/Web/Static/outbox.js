// Sends photos, one after the other. Photos that can't be sent yet stay in the browser, and are sent from any page of the feed.
import {forgetPerson} from "./app.js";

const base = document.documentElement.dataset.base;
let database = null;
let isSending = false;

function opened() {
    database ??= new Promise((done, failed) => {
        const request = indexedDB.open("outbox", 1);
        request.onupgradeneeded = () => request.result.createObjectStore("photos", {keyPath: "id"});
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error);
    });
    return database;
}

async function change(mode, work) {
    const store = (await opened()).transaction("photos", mode).objectStore("photos");
    const request = work(store);
    return new Promise((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error);
    });
}

/** The photos that wait, oldest first: id, order, file, caption, location, alt. */
export async function waiting() {
    const photos = await change("readonly", store => store.getAll());
    return photos.sort((one, other) => one.order - other.order);
}

/** @param {{id: string, file: Blob, caption: string, location: string, alt: string}} photo */
export const add = photo => change("readwrite", store => store.put({...photo, order: Date.now()}));
export const remove = id => change("readwrite", store => store.delete(id));

/** Sends a photo. @returns {Promise<number>} The status; 0 without a connection. */
function send(photo, onProgress) {
    return new Promise(done => {
        const request = new XMLHttpRequest();
        request.open("PUT", `${base}/photos/${photo.id}`);
        request.setRequestHeader("Content-Type", photo.file.type || "image/jpeg");
        for (const [name, text] of [["Caption", photo.caption], ["Location", photo.location], ["Alt", photo.alt]]) {
            if (text) request.setRequestHeader(`Photo-${name}`, encodeURIComponent(text));
        }
        request.upload.onprogress = event => onProgress(photo.id, event.loaded / event.total);
        request.onloadend = () => done(request.status);
        request.send(photo.file);
    });
}

/**
 * Sends the photos that wait, until one can't be sent now.
 * @param {(id: string, part: number) => void} onProgress Receives the part of a photo that was sent, from 0 to 1.
 * @param {(id: string, status: number) => void} onEnd Receives the status of each photo; 0 if there's no connection.
 */
export async function sendWaiting(onProgress = () => {}, onEnd = () => {}) {
    if (isSending) return;
    isSending = true;
    try {
        for (const photo of await waiting()) {
            const status = await send(photo, onProgress);
            if (status === 401) return forgetPerson();
            const isForLater = status === 0 || status === 408 || status === 429 || status >= 500;
            // Another photo can't have the same random id, so it was posted before, or deleted since.
            if (!isForLater) await remove(photo.id);
            onEnd(photo.id, status);
            if (isForLater) return;
        }
    } finally {
        isSending = false;
    }
}

addEventListener("online", () => sendWaiting());
// The page that posts photos sends them itself.
if (!document.querySelector(".post")) sendWaiting();

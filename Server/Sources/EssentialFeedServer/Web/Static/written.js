// Stores a person's drafts and choices in this browser, only for this person, until the server has them.
export const {base, person = "", name = ""} = document.documentElement.dataset;
/** Servers may share a host, and the first person of each has the same id. */
const id = `${base} ${person}`;
const prefix = `written ${id} `;
/** The browser stores the owner of the drafts under this key, as long as there are any. */
const mark = `person ${id}`;
const owner = JSON.stringify([base, name]);
/** Entries the browser refuses to store, for as long as the page is open. */
const memory = new Map();

addEventListener("beforeunload", event => {
    if (memory.size > 0) event.preventDefault();
});

/** Returns the stored value; `null` if none is stored or readable. */
function read(key) {
    try {
        return JSON.parse(localStorage.getItem(key));
    } catch {
        return null;
    }
}

/** Texts and lists by their titles. */
export const written = {
    get(title) {
        return memory.has(title) ? memory.get(title) : read(prefix + title);
    },
    /** Whether the browser has stored the value. */
    isKept: title => !memory.has(title),
    set(title, value) {
        try {
            localStorage.setItem(prefix + title, JSON.stringify(value));
            localStorage.setItem(mark, owner);
            memory.delete(title);
        } catch {
            memory.set(title, value);
        }
    },
    remove(title) {
        memory.delete(title);
        try {
            localStorage.removeItem(prefix + title);
            if (this.names.length === 0) localStorage.removeItem(mark);
        } catch {
            // Then nothing was stored.
        }
    },
    get names() {
        const kept = [...memory.keys()];
        try {
            kept.push(...Object.keys(localStorage).filter(key => key.startsWith(prefix)).map(key => key.slice(prefix.length)));
        } catch {
            // Then nothing was stored.
        }
        return [...new Set(kept)];
    },
    /** Calls back when another page of this browser has changed a value whose name begins like this. */
    watch(start, onChange) {
        addEventListener("storage", event => (event.key?.startsWith(prefix + start) ?? true) && onChange(event));
    },
};

/** Whether a photo's page is this server's. */
export const isOwn = address => address.startsWith(base) && /^\/photo\/[^/]+$/.test(address.slice(base.length));

/**
 * Takes over the person's drafts that an earlier version kept without the server, and the drafts from before the owner
 * revoked the person and invited them again by the same name. Unsent entries of the latter wait for the person's
 * decision, because they may be another person of this name.
 */
function takeOver() {
    const marks = Object.keys(localStorage).filter(key => key.startsWith("person "));
    for (const known of new Set([`person ${person}`, ...marks])) {
        const earlier = known.slice("person ".length);
        if (known === mark) {
            // The person may have another name by now.
            localStorage.setItem(mark, owner);
            continue;
        }
        const isSamePerson = earlier === person;
        if (!isSamePerson && localStorage.getItem(known) !== owner) continue;
        const before = `written ${earlier} `;
        const keys = () => Object.keys(localStorage).filter(key => key.startsWith(before));
        for (const key of keys()) {
            const [title, value] = [key.slice(before.length), read(key)];
            // Another page may be taking it over, too.
            if (value === null) continue;
            // An earlier version kept the drafts of all servers of a host together.
            const address = title.match(/^(?:draft|edit) (\S+)/)?.[1] ?? value.address;
            if (address ? !isOwn(address) : (read(known)?.[0] ?? base) !== base) continue;
            const isEntry = title.startsWith("entry ");
            if (isEntry && !isSamePerson && !value.isDraft) {
                value.status ??= 403;
                value.reason ??= document.getElementById("unsent")?.dataset.refused;
            }
            const isDraft = /^(draft|edit) /.test(title);
            let free = title;
            for (let number = 2; isDraft && written.get(free) !== null; number++) free = `${title} ${number}`;
            // Other texts and lists are read by one name only.
            const other = isDraft || isEntry ? null : written.get(title);
            const joined = Array.isArray(other) ? other.concat(value) : `${other}\n${value}`;
            localStorage.setItem(prefix + free, JSON.stringify(other === null || other === value ? value : joined));
            localStorage.setItem(mark, owner);
            localStorage.removeItem(key);
        }
        if (keys().length === 0) localStorage.removeItem(known);
    }
}

try {
    if (person) takeOver();
} catch {
    // What doesn't fit into the storage stays until the next page.
}

export const isSame = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** A person's draft in a form of this page. Each page with the form open keeps a separate text. */
export class Draft {
    /**
     * @param {string} place The form's name, a prefix of its drafts' names.
     * @param {() => Element|null} form Returns the form; other scripts ask it for the name of its draft.
     */
    constructor(place, form) {
        [this.place, this.form] = [place, form];
        const names = written.names.filter(name => name === place || name.startsWith(`${place} `)).sort();
        this.name = names.find(name => name === this.session()) ?? names.at(-1) ?? place;
        this.value = written.get(this.name);
    }

    /** The name of the draft written by this tab, if any; a new tab opens the newest draft. */
    session(...name) {
        try {
            if (name.length > 0) sessionStorage.setItem(prefix + this.place, name[0]);
            return sessionStorage.getItem(prefix + this.place);
        } catch {
            return null;
        }
    }

    get isChangedElsewhere() {
        return !isSame(written.get(this.name), this.value);
    }

    /** Stores in the form which draft it has. */
    mark() {
        this.form()?.setAttribute("data-draft", this.name);
    }

    /**
     * Keeps the form's value from before the page kept drafts, beside the draft.
     * @param {any} value The form's value; `null` if it is empty.
     */
    adopt(value) {
        if (value === null || isSame(value, this.value)) return;
        if (this.value !== null) [this.name, this.value] = [`${this.place} ${Date.now()}`, null];
        this.keep(value);
    }

    /** @param {any} value The form's value; `null` if it is empty. */
    keep(value) {
        if (value === null) return this.remove();
        if (this.isChangedElsewhere) this.name = `${this.place} ${Date.now()}`;
        written.set(this.name, value);
        this.value = value;
        this.session(this.name);
        this.mark();
    }

    remove() {
        if (!this.isChangedElsewhere) written.remove(this.name);
        [this.name, this.value] = [this.place, null];
        this.mark();
    }

    /**
     * Keeps the form's value if another page changes its draft.
     * @param {() => any} read Returns the form's value; `null` if it is empty.
     * @param {() => void} clear Called if another page has sent or deleted the same text.
     */
    watch(read, clear) {
        written.watch(this.place, ({key, oldValue, newValue}) => {
            const value = read();
            if (value === null || !this.isChangedElsewhere) return;
            if (key !== prefix + this.name || newValue !== null || oldValue !== JSON.stringify(value)) return this.keep(value);
            this.remove();
            clear();
        });
    }
}

/** The field in which a keyboard is composing a word. */
let composing = null;
document.addEventListener("compositionstart", event => composing = event.target);
document.addEventListener("compositionend", () => composing = null);

/** Waits until no word is being composed in the callback's field: replacing the field would break off the word. */
export async function composed(isReplaced) {
    // Firefox reports the text after the end.
    while (composing && isReplaced(composing)) {
        await new Promise(done => document.addEventListener("compositionend", () => setTimeout(done), {once: true}));
    }
}

let database = null;

function opened() {
    database ??= new Promise((done, failed) => {
        const request = indexedDB.open("outbox", 1);
        request.onupgradeneeded = () => request.result.createObjectStore("photos", {keyPath: "id"});
        request.onsuccess = () => {
            // The browser may close it.
            request.result.onclose = () => database = null;
            done(request.result);
        };
        request.onerror = () => failed(request.error);
    });
    database.catch(() => database = null);
    return database;
}

async function change(mode, work) {
    const transaction = (await opened()).transaction("photos", mode);
    const request = work(transaction.objectStore("photos"));
    return new Promise((done, failed) => {
        transaction.oncomplete = () => done(request.result);
        transaction.onabort = transaction.onerror = () => failed(transaction.error ?? request.error);
    });
}

/** Photos by their ids. Private windows of WebKit store bytes, but no files. */
export const files = {
    /** @returns Whether the browser has stored the file; if not, it is lost when the page closes. */
    async put(id, file) {
        try {
            const bytes = await file.arrayBuffer();
            await change("readwrite", store => store.put({id, person, bytes, type: file.type}));
            return true;
        } catch {
            memory.set(`file ${id}`, file);
            return false;
        }
    },
    /** @returns {Promise<Blob|null>} */
    async get(id) {
        const file = memory.get(`file ${id}`);
        if (file) return file;
        const kept = await change("readonly", store => store.get(id)).catch(() => null);
        return kept ? new Blob([kept.bytes ?? kept.file], {type: kept.type ?? kept.file?.type}) : null;
    },
    async remove(id) {
        memory.delete(`file ${id}`);
        await change("readwrite", store => store.delete(id)).catch(() => {});
    },
    /**
     * Returns an earlier version's photos without a person, and photos that other apps have shared with the person,
     * even before the owner invited them again.
     */
    async takeOver() {
        const all = await change("readonly", store => store.getAll()).catch(() => []);
        const isShared = photo => {
            const [server, sharer] = JSON.parse(photo.owner ?? "[]");
            return server === base && (photo.person === person || sharer === name);
        };
        return all.filter(photo => photo.person === undefined || photo.shared && isShared(photo));
    },
};

// Sends forms without leaving the page, keeps what a person is writing, and shows new comments.
import {ask, clearFailure, enrich, fail, forgetPerson, newID, parse, showHeart, watchChanges} from "./app.js";
import {entries, outbox, put, referenceOf, referred, remove, send} from "./outbox.js";
import {quote, replyTo, showReply} from "./reply.js";
import {focus, isConfirmed, item, react, show as showUnsent} from "./unsent.js";
import {base, composed, Draft, person} from "./written.js";

const address = location.pathname;
const section = () => document.getElementById("comments");
const texts = document.getElementById("unsent").dataset;

/** Returns a selector that finds an element of the conversation in a newer page, too. */
function selector(element) {
    if (element.id) return `#${element.id}`;
    const classes = [...element.classList].map(name => `.${name}`).join("");
    const values = ["value", "href"].filter(name => element.hasAttribute(name))
        .map(name => `[${name}="${CSS.escape(element.getAttribute(name))}"]`).join("");
    return `#${element.parentElement.closest("[id]").id} ${element.localName}${classes}${values}`;
}

/** Shows the conversation of a newer page, and keeps the person's draft, the focus and the open menus. */
async function show(page) {
    const next = page.getElementById("comments");
    if (!next) return false;
    await composed(field => section().contains(field) && !(next.querySelector(".composer") && composer()?.contains(field)));
    const old = section();
    for (const menu of old.querySelectorAll("details[open]")) next.querySelector(selector(menu))?.setAttribute("open", "");
    const active = document.activeElement;
    const [kept, newer] = [composer(), next.querySelector(".composer")];
    const isLost = old.contains(active) && !(newer && kept?.contains(active));
    const focused = isLost && !active.closest(".pending, .composer, h2") ? next.querySelector(selector(active)) : null;
    const caret = [active.selectionStart, active.selectionEnd];
    if (kept && newer) {
        // The field stays in the page, because the keyboard may be composing a word in it.
        for (const node of [...old.childNodes]) if (node !== kept) node.remove();
        for (const name of ["placeholder", "aria-label"]) {
            field().setAttribute(name, newer.querySelector("textarea").getAttribute(name));
        }
        if (next.dataset.question) old.dataset.question = next.dataset.question;
        const nodes = [...document.adoptNode(next).childNodes];
        kept.before(...nodes.slice(0, nodes.indexOf(newer)));
        kept.after(...nodes.slice(nodes.indexOf(newer) + 1));
    } else {
        old.replaceWith(document.adoptNode(next));
        restoreComment();
    }
    // The quoted comment may have changed or be gone.
    if (replyTo()) showReply(replyTo());
    clearFailure();
    enrich(section());
    showOutbox();
    showRow();
    showMenu();
    restoreChanges(false);
    showUnsent();
    if (focused) {
        focused.focus({preventScroll: true});
        if (focused.localName === "textarea") focused.setSelectionRange(...caret);
    }
    else if (isLost) focus(section().querySelector("h2"));
    return true;
}

/** Shows the numbers of hearts and comments below the photo. */
function showRow() {
    const [button, heart] = [".about .heart", ".reactions [name][value=heart]"].map(name => document.querySelector(name));
    button?.toggleAttribute("hidden", !heart);
    if (button && heart) showHeart(button, heart);
    const link = document.querySelector(".about .comments");
    if (link) link.textContent = section().querySelector("h2").textContent;
}

/** Shows in the photo's menu whether comments are closed, and how many a deletion destroys. */
function showMenu() {
    const {question, isClosed} = section().dataset;
    const menu = document.getElementById("photo-menu");
    for (const button of menu?.querySelectorAll("[value=close], [value=reopen]") ?? []) {
        button.hidden = (button.value === "close") === (isClosed !== undefined);
    }
    const asked = menu?.querySelector("#delete-photo p");
    if (asked) asked.textContent = question;
}

/** Shows this photo's unsent comments after the others. */
function showOutbox() {
    const list = section().querySelector(".conversation");
    const shown = list.querySelectorAll(".pending");
    const own = entries().filter(entry => entry.kind === "comment" && entry.address === address);
    const state = JSON.stringify(own);
    if (shown.length === own.length && list.dataset.outbox === state) return;
    list.dataset.outbox = state;
    for (const item of shown) item.remove();
    for (const entry of own) {
        const waiting = item(entry);
        waiting.querySelector("a").remove();
        waiting.querySelector(".message").before(quote(entry.fields.reply) ?? "");
        const edit = waiting.querySelector(".edit");
        edit?.toggleAttribute("hidden", !field());
        edit?.addEventListener("click", () => {
            write([field().value, entry.fields.message].filter(text => text).join("\n"));
            if (entry.fields.reply) showReply(entry.fields.reply);
            comment.keep(readComment());
            remove(entry.id);
            field().focus();
        });
        list.append(waiting);
    }
}

const composer = () => section()?.querySelector(".composer");
const field = () => composer()?.querySelector("textarea");
const growsByItself = CSS.supports("field-sizing", "content");
/** Makes the field as high as its text, up to the style's maximum. */
function grow() {
    if (growsByItself || !field()) return;
    const top = scrollY;
    field().style.blockSize = "";
    field().style.blockSize = `${field().scrollHeight + field().offsetHeight - field().clientHeight}px`;
    // The end of the page was higher in between.
    if (scrollY !== top) scrollTo(scrollX, top);
}
function write(text) {
    field().value = text;
    grow();
}
const comment = new Draft(`draft ${address}`, composer);
/** Returns the person's draft: a text, with the id of the comment that it replies to; `null` for none. */
function readComment() {
    if (!field()?.value.trim()) return null;
    return replyTo() ? {message: field().value, reply: replyTo()} : field().value;
}

const edit = document.querySelector("details.edit");
const changed = new Draft(`edit ${address}`, () => edit);
// Closed, it isn't there any more.
edit?.addEventListener("toggle", () => {
    if (!edit.open && [...edit.children, document.body].includes(document.activeElement)) document.querySelector("#photo-menu > summary")?.focus();
});
const fieldsOfTexts = () => [...edit?.querySelectorAll("[name]:not(button)") ?? []];
/** Returns the texts that differ from the photo's: a draft changes no others. */
function readTexts() {
    const fields = fieldsOfTexts().filter(field => field.value !== field.defaultValue);
    return fields.length > 0 ? Object.fromEntries(fields.map(field => [field.name, field.value])) : null;
}

function restoreComment() {
    if (!field()) return;
    // A person may write before the scripts run.
    if (field().value) comment.adopt(readComment());
    else {
        write(comment.value?.message ?? comment.value ?? "");
        // The link to this page may have named another comment.
        if (!replyTo() && comment.value?.reply) showReply(comment.value.reply);
    }
    comment.mark();
}

/** Opens the form for the photo's texts with the unsaved ones. */
function restoreTexts() {
    changed.adopt(readTexts());
    changed.mark();
    if (!edit || !changed.value) return;
    for (const [name, text] of Object.entries(changed.value)) edit.querySelector(`[name=${name}]`).value = text;
    // They may have been saved, although the answer didn't arrive.
    if (readTexts()) edit.open = true;
    else changed.remove();
}

const readChange = field => field && field.value !== field.defaultValue ? {message: field.value} : null;
/** The person's drafts for changing comments, by the ids of their elements. */
const changes = new Map();
function change(field) {
    const {id} = field.closest("li");
    if (!changes.has(id)) {
        const find = () => document.querySelector(`#${id} .change textarea`);
        const draft = new Draft(`edit ${address}#${id}`, () => find()?.closest(".change"));
        draft.watch(() => readChange(find()), () => find().value = find().defaultValue);
        changes.set(id, draft);
    }
    return changes.get(id);
}

/** Puts unsaved texts into the forms of their comments, and opens these. */
function restoreChanges(opens = true) {
    for (const field of section().querySelectorAll(".change textarea")) {
        const draft = change(field);
        draft.adopt(readChange(field));
        draft.mark();
        if (draft.value === null) continue;
        field.value = draft.value.message;
        // It may have been saved, although the answer didn't arrive.
        if (field.value.trim() === field.defaultValue) {
            field.value = field.defaultValue;
            draft.remove();
        } else if (opens) {
            for (const menu of [field.closest(".change"), field.closest(".menu")]) menu.open = true;
        }
    }
}

document.addEventListener("input", event => {
    if (event.target.closest(".change")) change(event.target).keep(readChange(event.target));
    if (event.target.closest(".composer")) {
        comment.keep(readComment());
        grow();
    }
    if (event.target.closest(".edit")) changed.keep(readTexts());
});
document.addEventListener("reset", event => {
    const field = event.target.querySelector(".change textarea");
    if (!field) return;
    if (readChange(field) && !isConfirmed(event.target.querySelector("[type=reset]"))) return event.preventDefault();
    change(field).remove();
    const menu = field.closest(".menu");
    field.closest(".change").open = menu.open = false;
    menu.querySelector("summary").focus();
});
comment.watch(readComment, () => {
    write("");
    showReply("");
});
document.addEventListener("click", event => {
    const button = event.target.closest(".reply, .replying .icon");
    if (!button || replyTo() === undefined) return;
    event.preventDefault();
    showReply(button.closest("li")?.id.slice("comment-".length) ?? "");
    comment.keep(readComment());
    field().focus();
});
changed.watch(readTexts, () => location.reload());
document.addEventListener("click", event => {
    const link = event.target.closest(".menu [href='#texts']");
    if (!link) return;
    event.preventDefault();
    link.closest(".menu").open = false;
    edit.open = true;
    const [first] = fieldsOfTexts();
    first.focus();
    first.setSelectionRange(first.value.length, first.value.length);
}, true);

/**
 * Sends a form that doesn't wait for a connection.
 * @param {() => void} [onSaved] Called before the answer is shown.
 */
async function perform(form, fields, onSaved) {
    clearFailure();
    // News may exchange the heading meanwhile.
    const menu = () => form.closest(".bar") ? section().querySelector("h2") : form.closest("details");
    // Another page may have changed the other texts.
    for (const field of fields.do === "change-photo" ? fieldsOfTexts() : []) {
        if (field.value === field.defaultValue) delete fields[field.name];
    }
    const response = await ask(`${address}?person=${encodeURIComponent(person)}`, {
        method: "POST", body: new URLSearchParams(fields), headers: {Accept: "text/html"},
    }).catch(() => null);
    if (response?.status === 401) return forgetPerson();
    if (response?.status === 412) return location.reload();
    const page = response && await parse(response).catch(() => null);
    const unavailable = referred(texts.unavailable, referenceOf(response, page));
    if (response?.ok && page?.documentElement.dataset.base === base) onSaved?.();
    if (fields.do === "change-photo") {
        const problem = page?.querySelector(".edit .error")?.textContent;
        // A network's sign-in page isn't an answer.
        const isOurs = page?.documentElement.dataset.base === base;
        if (!isOurs || !response.ok) return fail(menu(), problem ?? (isOurs ? unavailable : texts.notConnected));
        // The person may write while the texts are being sent.
        for (const field of fieldsOfTexts()) field.defaultValue = fields[field.name] ?? field.defaultValue;
        const isOutdated = readTexts() !== null;
        changed.keep(readTexts());
        if (!isOutdated) location.replace(response.url);
    } else if (response?.ok && page && new URL(response.url).pathname !== address) {
        // Without its photo, the page has nothing to show.
        location.replace(response.url);
    } else if (!page || !await show(page)) {
        fail(menu(), response ? unavailable : texts.notConnected);
    }
}

document.addEventListener("submit", async event => {
    const form = event.target.closest("#comments form, #photo-menu form, .edit form");
    if (!form) return;
    event.preventDefault();
    if (event.submitter?.matches("[name=react], [name=unreact]")) return react(event.submitter);
    const fields = Object.fromEntries(new FormData(form, event.submitter));
    if (form.matches(".composer")) {
        if (!readComment()) return field().focus();
        fields.comment = newID();
        put({id: fields.comment, kind: "comment", address, fields});
        comment.remove();
        form.reset();
        write("");
        showReply("");
        section().querySelector(".pending:last-child").scrollIntoView({block: "nearest"});
        return await send();
    }
    const menu = form.closest(".menu");
    const field = fields.do === "change" ? form.querySelector("textarea") : null;
    if (field && !field.value.trim()) return field.focus();
    if (menu?.contains(document.activeElement)) menu.querySelector("summary").focus({preventScroll: true});
    for (const open of form.querySelectorAll("details")) open.open = false;
    menu?.removeAttribute("open");
    if (field) {
        const [draft, sent] = [change(field), field.value];
        // The person may write while the text is being saved. A failed save opens the form again.
        await perform(form, fields, () => draft.value?.message === sent && draft.remove());
        restoreChanges();
    } else {
        await perform(form, fields);
    }
});

// Enter sends with Ctrl or Command; without them it begins a line.
document.addEventListener("keydown", event => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.target.closest(".composer")?.requestSubmit();
    event.target.closest(".change")?.querySelector("button").click();
});

outbox.addEventListener("change", showOutbox);
outbox.addEventListener("answer", async ({detail: {entry, result, page, reference}}) => {
    if (!page || entry.address !== address) return;
    // The comment is in the list with the reason.
    if (entry.kind === "comment" && (result === "refused" || reference)) {
        for (const part of page.querySelectorAll("#comments > .error, .written")) part.remove();
    }
    const field = page.querySelector(".composer textarea");
    if (field) field.defaultValue = "";
    await show(page);
    // The sent comment is taller than the waiting one. If it is out of view, the person may be reading something else.
    const sent = document.getElementById(`comment-${entry.id.toUpperCase()}`);
    const top = sent?.getBoundingClientRect().top;
    if (top > 0 && top < innerHeight) sent.scrollIntoView({block: "nearest"});
});
// WebKit may run scripts before it has the style sheets.
for (const change of ["load", "resize"]) addEventListener(change, grow);
restoreComment();
restoreTexts();
restoreChanges();
showOutbox();
showRow();
showMenu();
showUnsent();

const id = address.split("/").pop().toLowerCase();
watchChanges(3_000, async changes => {
    if (![...changes.comments.map(comment => comment.image), ...changes.images.map(image => image.id)].some(image => image.toLowerCase() === id)) return;
    const response = await ask(section().dataset.address, {headers: {Accept: "text/html"}});
    if (response.ok) await show(await parse(response));
    // The photo was deleted or hidden; the server's page reports it.
    else if (response.status === 404) location.reload();
});

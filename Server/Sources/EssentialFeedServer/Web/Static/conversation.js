// Sends comments and reactions without leaving the page, keeps comments that can't be sent yet, and shows new ones.
import {enrich, forgetPerson, newID, parse, watchChanges} from "./app.js";

const address = location.pathname;
const section = () => document.getElementById("comments");

/** The comments that the server hasn't answered yet, oldest first. They survive closing the page. */
const outbox = {
    get all() { return JSON.parse(localStorage.getItem("outbox") ?? "[]"); },
    set all(comments) { localStorage.setItem("outbox", JSON.stringify(comments)); },
};

/** Returns a selector of an element of the conversation that finds the same one in a newer page. */
function selector(element) {
    const value = element.getAttribute("value");
    const classes = [...element.classList].map(name => `.${name}`).join("");
    return `#${element.parentElement.closest("[id]").id} ${element.localName}${classes}${value ? `[value="${value}"]` : ""}`;
}

/** What the person has written and the server hasn't taken, while there is no field for it. */
let unsent = "";

/** Shows the conversation of a newer page, and keeps what the person is writing, the focus and the open menus. */
function show(page) {
    const [old, next] = [section(), page.getElementById("comments")];
    if (!next) return;
    for (const menu of old.querySelectorAll("details[open]")) next.querySelector(selector(menu))?.setAttribute("open", "");
    // Not a link, of which a comment may have several.
    const focus = [...old.querySelectorAll("button, summary")].find(element => element === document.activeElement);
    const focused = focus && next.querySelector(selector(focus));
    const [composer, newer] = [old.querySelector(".composer"), next.querySelector(".composer")];
    if (composer && newer) {
        // The field stays in the page, because the keyboard may be composing a word in it.
        const [field, draft] = [composer, newer].map(form => form.querySelector("textarea"));
        field.value ||= draft.value || unsent;
        for (const node of [...old.childNodes]) if (node !== composer) node.remove();
        const nodes = [...document.adoptNode(next).childNodes];
        composer.before(...nodes.slice(0, nodes.indexOf(newer)));
        composer.after(...nodes.slice(nodes.indexOf(newer) + 1));
    } else {
        unsent ||= composer?.querySelector("textarea").value ?? "";
        if (newer) newer.querySelector("textarea").value ||= unsent;
        old.replaceWith(document.adoptNode(next));
    }
    if (newer) unsent = "";
    enrich(section());
    focused?.focus({preventScroll: true});
    showOutbox();
}

/** Shows the waiting comments on this photo after the others. */
function showOutbox() {
    for (const item of section().querySelectorAll(".pending")) item.remove();
    const template = document.getElementById("pending");
    // Comments are closed.
    if (!template) return;
    for (const {fields} of outbox.all.filter(comment => comment.address === address)) {
        const item = template.content.cloneNode(true);
        item.querySelector(".message").textContent = fields.message;
        section().querySelector(".conversation").append(item);
    }
}

/**
 * Sends a form of a photo's page.
 * @returns Whether the server has answered for good; otherwise the same form can be sent again later.
 */
async function send(to, fields) {
    const response = await fetch(to, {
        method: "POST", body: new URLSearchParams(fields), headers: {Accept: "text/html"},
    }).catch(() => null);
    if (response?.status === 401) forgetPerson();
    if (!response || response.status === 408 || response.status === 429 || response.status >= 500) return false;
    if (to !== address) return true;
    // A refused reaction has no text.
    if (!response.ok && fields.message) unsent = fields.message;
    // Without its photo, the page has nothing to show.
    if (new URL(response.url).pathname !== address) location.replace(response.url);
    else show(await parse(response));
    return true;
}

let isSending = false;

async function sendOutbox() {
    if (isSending) return;
    isSending = true;
    try {
        while (outbox.all.length > 0) {
            const [comment] = outbox.all;
            if (!await send(comment.address, comment.fields)) break;
            outbox.all = outbox.all.filter(other => other.fields.comment !== comment.fields.comment);
        }
    } finally {
        isSending = false;
    }
    showOutbox();
}

document.addEventListener("submit", async event => {
    const form = event.target.closest("#comments form");
    if (!form) return;
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(form, event.submitter));
    form.closest("details")?.removeAttribute("open");
    if (form.matches(".composer")) {
        outbox.all = [...outbox.all, {address, fields}];
        form.reset();
        form.querySelector("textarea").value = "";
        form.elements.comment.value = newID();
        showOutbox();
        await sendOutbox();
    } else if (!await send(address, fields)) {
        section().querySelector(".failed").hidden = false;
    }
});

// Enter sends with Ctrl or Command; alone it begins a line.
document.addEventListener("keydown", event => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.target.closest(".composer")?.requestSubmit();
});

addEventListener("online", sendOutbox);
setInterval(sendOutbox, 15_000);
showOutbox();
sendOutbox();

const id = address.split("/").pop().toLowerCase();
watchChanges(3_000, async changes => {
    if (![...changes.comments.map(comment => comment.image), ...changes.images.map(image => image.id)].some(image => image.toLowerCase() === id)) return;
    const response = await fetch(address, {headers: {Accept: "text/html"}});
    if (response.ok) show(await parse(response));
    // The photo was deleted or hidden, and the server says so.
    else if (response.status === 404) location.reload();
});

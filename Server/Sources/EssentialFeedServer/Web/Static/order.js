// Lets a person move the chosen photos: the feed will have them in the order of the list.
import {entries, update} from "./outbox.js";

const list = document.querySelector(".chosen");
const status = document.querySelector(".preparing");
const {position} = document.querySelector(".post").dataset;

/** Returns the photos to post. Photos the server has refused for good stay in the list until they are removed. */
export function postable() {
    const refused = new Set(entries().filter(entry => entry.isFinal).map(({id}) => id));
    return [...list.querySelectorAll("li:not([data-is-missing])")].filter(item => !refused.has(item.dataset.id));
}

function keepOrder(item) {
    const orders = new Map(entries().map(({id, order}) => [id, order]));
    const ids = [...list.children].map(({dataset}) => dataset.id).filter(id => orders.has(id));
    const sorted = ids.map(id => orders.get(id)).sort((one, other) => one - other);
    for (const [index, id] of ids.entries()) if (orders.get(id) !== sorted[index]) update(id, {order: sorted[index]});
    const items = postable();
    status.textContent = items.includes(item)
        ? position.replace("{number}", items.indexOf(item) + 1).replace("{count}", items.length) : "";
}

list.addEventListener("click", event => {
    const button = event.target.closest(".earlier, .later");
    if (!button) return;
    const item = button.closest("li");
    const [before, after] = [item.previousElementSibling, item.nextElementSibling];
    // The neighbour moves, so the button keeps the focus.
    if (button.matches(".earlier")) before && item.after(before);
    else after && item.before(after);
    keepOrder(item);
});

let [dragged, over] = [null, null];
list.addEventListener("dragstart", event => {
    dragged = event.target.closest?.(".preview")?.parentElement ?? null;
    // Without data, some browsers drag nothing.
    if (dragged) event.dataTransfer.setData("application/x-photo", dragged.dataset.id);
});
list.addEventListener("dragover", event => {
    // It may have been posted in the meantime.
    if (!dragged?.isConnected) return;
    event.preventDefault();
    const place = event.target.closest?.("li") ?? dragged;
    // An item as wide as the list stays below the pointer after the swap.
    if (place === over) return;
    over = place;
    if (place === dragged) return;
    const isLater = dragged.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING;
    place[isLater ? "after" : "before"](dragged);
});
list.addEventListener("drop", event => dragged && event.preventDefault());
list.addEventListener("dragend", () => {
    if (dragged?.isConnected) keepOrder(dragged);
    dragged = over = null;
});

// Shows to which comment a comment is a reply, before the server has it.
const section = () => document.getElementById("comments");
const composer = () => section()?.querySelector(".composer");

/** Returns the id of the quoted comment; empty for none, `undefined` without a form. */
export const replyTo = () => composer()?.elements.reply.value;

/** Returns a link to a comment, with its first words; `null` if the comment isn't on the page. */
export function quote(id, link = document.createElement("a")) {
    const comment = document.getElementById(`comment-${id}`);
    if (!comment) return null;
    link.className = "quote";
    link.href = `#${comment.id}`;
    const [name, words] = ["bdi", "span"].map(kind => document.createElement(kind));
    name.textContent = comment.querySelector(".author").textContent;
    words.textContent = [...comment.querySelector(".message").textContent].slice(0, 200).join("");
    words.dir = "auto";
    link.replaceChildren(name, " ", words);
    return link;
}

/** Shows the quoted comment above the field; none if it is gone. */
export function showReply(id) {
    if (replyTo() === undefined) return;
    const row = composer().querySelector(".replying");
    const link = row.querySelector(".quote");
    const isHere = quote(id, link) !== null;
    if (!isHere) link.replaceChildren();
    // It may be an earlier comment, which the page doesn't show.
    composer().elements.reply.value = isHere || section().querySelector(".earlier") ? id : "";
    row.hidden = !replyTo();
}

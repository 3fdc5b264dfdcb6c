// Lets a person choose photos, describe and post them.
import {newID} from "./app.js";
import {add, remove, sendWaiting, waiting} from "./outbox.js";

const longestSide = 4_096;
const form = document.querySelector(".post");
const list = document.querySelector(".chosen");
const texts = form.dataset;

/** Draws a photo again, upright, without metadata and not larger than needed. A photo that the browser can't read is sent as it is. */
async function prepared(file) {
    const picture = await createImageBitmap(file, {imageOrientation: "from-image"}).catch(() => null);
    if (!picture) return file;
    const factor = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.max(1, Math.round(picture.width * factor)), Math.max(1, Math.round(picture.height * factor))];
    const context = canvas.getContext("2d");
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return await new Promise(done => canvas.toBlob(done, "image/jpeg", 0.9)) ?? file;
}

function show(photo) {
    const item = document.getElementById("photo").content.cloneNode(true).querySelector("li");
    item.dataset.id = photo.id;
    const image = item.querySelector("img");
    image.src = URL.createObjectURL(photo.file);
    image.onload = image.onerror = () => URL.revokeObjectURL(image.src);
    for (const name of ["caption", "location", "alt"]) item.querySelector(`[name=${name}]`).value = photo[name] ?? "";
    item.querySelector(".remove").addEventListener("click", async () => {
        await remove(photo.id);
        item.remove();
        update();
    });
    item.file = photo.file;
    list.append(item);
    return item;
}

function update() {
    form.querySelector(".button.main").disabled = list.children.length === 0;
}

function say(item, text, isError) {
    const state = item.querySelector(".state");
    state.textContent = text;
    state.classList.toggle("error", isError);
}

const problems = new Map([[413, texts.tooLarge], [415, texts.notPhoto], [422, texts.notPhoto], [403, texts.notPermitted]]);

async function post() {
    let isWaiting = false;
    await sendWaiting((id, part) => {
        const bar = list.querySelector(`[data-id="${id}"] progress`);
        if (bar) [bar.hidden, bar.value] = [false, part];
    }, (id, status) => {
        const item = list.querySelector(`[data-id="${id}"]`);
        if (!item) return;
        item.querySelector("progress").hidden = true;
        if (status < 300 && status > 0 || status === 409 || status === 410) item.remove();
        else if (problems.has(status)) say(item, problems.get(status), true);
        else {
            isWaiting = true;
            say(item, status === 429 || status === 507 ? texts.limit : texts.waiting, true);
        }
    });
    update();
    if (list.children.length === 0) location.assign(form.action);
    if (isWaiting) setTimeout(post, 15_000);
}

form.querySelector("input[type=file]").addEventListener("change", async event => {
    const files = [...event.target.files];
    event.target.value = "";
    for (const file of files) show({id: newID(), file: await prepared(file)});
    update();
});
form.addEventListener("submit", async event => {
    event.preventDefault();
    for (const item of list.children) {
        const photo = {id: item.dataset.id, file: item.file};
        for (const name of ["caption", "location", "alt"]) photo[name] = item.querySelector(`[name=${name}]`).value.trim();
        say(item, "", false);
        await add(photo);
    }
    await post();
});

// Photos that couldn't be sent the last time.
for (const photo of await waiting()) show(photo);
update();
if (list.children.length > 0) post();

// Zooms a photo with two fingers, the wheel or a double click, and turns pages with swipes and keys.

const stage = document.querySelector(".stage");
const image = stage?.querySelector("img");
const maximum = 8;
let scale = 1;
let [x, y] = [0, 0];
/** The fingers on the photo. */
const pointers = new Map();
let start = null;

function draw() {
    const [width, height] = [image.clientWidth, image.clientHeight];
    const limit = (length, room) => Math.max(0, (length * scale - Math.max(room, length)) / 2);
    x = Math.min(Math.max(x, -limit(width, stage.clientWidth)), limit(width, stage.clientWidth));
    y = Math.min(Math.max(y, -limit(height, stage.clientHeight)), limit(height, stage.clientHeight));
    image.style.transform = scale === 1 ? "" : `translate(${x}px, ${y}px) scale(${scale})`;
    stage.classList.toggle("zoomed", scale > 1);
    // A larger size is loaded for a larger picture.
    if (scale > 1) image.sizes = `${Math.ceil(image.clientWidth * scale)}px`;
}

/** Changes the scale, and keeps the point of the photo where it is. */
function zoom(to, clientX, clientY) {
    const box = stage.getBoundingClientRect();
    const [pointX, pointY] = [clientX - box.left - box.width / 2, clientY - box.top - box.height / 2];
    const next = Math.min(Math.max(to, 1), maximum);
    x = pointX - (pointX - x) * next / scale;
    y = pointY - (pointY - y) * next / scale;
    scale = next;
    draw();
}

function turn(relation) {
    document.querySelector(`.turn[rel=${relation}]`)?.click();
}

// Turned pages don't pile up in the history, so that one step back leads to the feed.
for (const link of document.querySelectorAll(".turn")) {
    link.addEventListener("click", event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        location.replace(link.href);
    });
}
document.querySelector(".bar .icon").addEventListener("click", event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !sessionStorage.getItem("hasFeed")) return;
    event.preventDefault();
    history.back();
});

const isRightToLeft = document.documentElement.dir === "rtl";
const middle = points => points.reduce(([x, y], point) => [x + point.clientX / points.length, y + point.clientY / points.length], [0, 0]);
const distance = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);

function begin() {
    const points = [...pointers.values()];
    start = points.length === 0 ? null : {
        middle: middle(points), scale, x, y, distance: points.length > 1 ? distance(points) : 0,
    };
}

if (image) {
    stage.addEventListener("pointerdown", event => {
        if (event.target.closest("a") || event.button !== 0) return;
        pointers.set(event.pointerId, event);
        if (scale > 1 || event.pointerType === "touch") image.setPointerCapture(event.pointerId);
        begin();
    });
    stage.addEventListener("pointermove", event => {
        if (!pointers.has(event.pointerId)) return;
        pointers.set(event.pointerId, event);
        const points = [...pointers.values()];
        const [nowX, nowY] = middle(points);
        if (points.length > 1) {
            [scale, x, y] = [start.scale, start.x, start.y];
            zoom(start.scale * distance(points) / start.distance, nowX, nowY);
        } else if (scale > 1) {
            [x, y] = [start.x + nowX - start.middle[0], start.y + nowY - start.middle[1]];
            draw();
        }
    });
    for (const end of ["pointerup", "pointercancel"]) {
        stage.addEventListener(end, event => {
            const began = start;
            const wasOnly = pointers.size === 1 && pointers.delete(event.pointerId);
            pointers.delete(event.pointerId);
            if (wasOnly && end === "pointerup" && event.pointerType === "touch" && scale === 1 && began.distance === 0) {
                const [right, down] = [event.clientX - began.middle[0], event.clientY - began.middle[1]];
                if (Math.abs(right) > 60 && Math.abs(right) > 2 * Math.abs(down)) {
                    turn((right < 0) !== isRightToLeft ? "next" : "prev");
                }
            }
            begin();
        });
    }
    stage.addEventListener("dblclick", event => {
        if (!event.target.closest("a")) zoom(scale > 1 ? 1 : 2.5, event.clientX, event.clientY);
    });
    stage.addEventListener("wheel", event => {
        // Without a key, the wheel scrolls the page, unless the photo is zoomed.
        if (!event.ctrlKey && scale === 1) return;
        event.preventDefault();
        zoom(scale * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
    }, {passive: false});
    addEventListener("resize", draw);
    document.addEventListener("keydown", event => {
        if (event.target.closest("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
        const box = stage.getBoundingClientRect();
        const center = [box.left + box.width / 2, box.top + box.height / 2];
        switch (event.key) {
        case "ArrowRight": turn(isRightToLeft ? "prev" : "next"); break;
        case "ArrowLeft": turn(isRightToLeft ? "next" : "prev"); break;
        case "j": turn("next"); break;
        case "k": turn("prev"); break;
        case "+": zoom(scale * 1.5, ...center); break;
        case "-": zoom(scale / 1.5, ...center); break;
        case "0": zoom(1, ...center); break;
        case "Escape": scale > 1 ? zoom(1, ...center) : document.querySelector(".bar .icon").click(); break;
        }
    });
}

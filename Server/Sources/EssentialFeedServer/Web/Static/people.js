// Copies or shares the link of an invitation.
const share = document.querySelector(".share");
if (share && navigator.share) {
    share.hidden = false;
    // The person may change their mind.
    share.addEventListener("click", () => navigator.share({url: document.querySelector(".link").value}).catch(() => {}));
}
const button = document.querySelector(".copy");
if (button && navigator.clipboard) {
    button.hidden = false;
    button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(document.querySelector(".link").value);
        button.textContent = button.dataset.done;
    });
}
document.querySelector(".link")?.addEventListener("focus", event => event.target.select());

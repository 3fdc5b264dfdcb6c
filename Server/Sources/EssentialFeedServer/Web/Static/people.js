// Copies the link of an invitation.
const button = document.querySelector(".copy");
if (button && navigator.clipboard) {
    button.hidden = false;
    button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(document.querySelector(".link").value);
        button.textContent = button.dataset.done;
    });
}
document.querySelector(".link")?.addEventListener("focus", event => event.target.select());

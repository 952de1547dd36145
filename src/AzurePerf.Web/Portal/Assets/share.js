// A button that copies the address of the page: everything that is shown stands in it. Without scripts the address bar does the same.
import { say } from "./say.js";

export function offerShare(place, address, clipboard, said) {
  const button = place.ownerDocument.createElement("button");
  button.type = "button";
  button.className = "share";
  button.textContent = "Copy link to this page";
  button.addEventListener("click", async () => {
    try {
      await clipboard.writeText(address());
      button.textContent = "Link copied";
    } catch {
      button.textContent = "Copy it from the address bar";
    }
    said(button.textContent);
  });
  place.append(button);
}

if (typeof document !== "undefined") {
  for (const place of document.querySelectorAll("[data-share]")) {
    offerShare(place, () => location.href, navigator.clipboard, say);
  }
}

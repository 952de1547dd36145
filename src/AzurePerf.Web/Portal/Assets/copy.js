// A button beside each text that is meant to be taken elsewhere.
import { say } from "./say.js";

export function offerCopies(root) {
  for (const box of root.querySelectorAll(".copyable:not(:has(.copy))")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy: ${box.dataset.what}`);
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(box.querySelector("pre").textContent);
        button.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(box.querySelector("pre"));
        button.textContent = "Selected: press Ctrl-C";
      }
      say(button.textContent); // its name stays what it would do
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
    box.append(button);
  }
}

if (typeof document !== "undefined") {
  offerCopies(document);
}

// Says to those who hear the page what others see change. Once for each change: what comes again and again is not for here.
export function say(text) {
  document.getElementById("said")?.replaceChildren(text); // a new text is said although it is the same again
}

// Elements of SVG that scripts make.

const space = "http://www.w3.org/2000/svg";

/** An element with attributes. */
export function element(name, attributes) {
  const made = document.createElementNS(space, name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  return made;
}

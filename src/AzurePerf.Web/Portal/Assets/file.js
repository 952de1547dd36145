// A file that is too large is refused before it is sent: the server refuses it only after that, and then the form is gone.
for (const field of document.querySelectorAll("input[type=file][data-most-bytes]")) {
  const check = () => {
    const isTooLarge = [...field.files].some((file) => file.size > Number(field.dataset.mostBytes));
    field.setCustomValidity(isTooLarge ? field.dataset.tooLarge : "");
    if (isTooLarge) {
      field.reportValidity();
    }
  };
  field.addEventListener("change", check);
  check();
}

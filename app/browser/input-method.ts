/**
 * Whether a key belongs to a word that an input method is composing. Safari reports the key that ends the word only after the word has ended: no longer composing, but with the code
 * that all keys of an input method have.
 */
const isOfInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;

/** The rich text editor tells them apart itself, and has to see each. Its Esc is ours: it would close the dialog around it. */
const isEditors = ({ target, key }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.isContentEditable && key !== "Escape";

const keep = (event: KeyboardEvent): void => {
  if (isOfInputMethod(event) && !isEditors(event)) event.stopImmediatePropagation();
};

/** Keeps the keys of input methods from everything that acts on keys, ours and the kit's. Called before anything else listens. */
export const keepKeysOfInputMethods = (): void => window.addEventListener("keydown", keep, true);

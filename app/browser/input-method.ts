/**
 * Whether a key belongs to an input method's composition. Safari reports the key that ends it only afterwards: no longer composing,
 * but with the code that all keys of an input method have.
 */
const isOfInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229;

const isEditors = ({ target, key }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.isContentEditable && key !== "Escape";

const keep = (event: KeyboardEvent): void => {
  if (isOfInputMethod(event) && !isEditors(event)) event.stopImmediatePropagation();
};

/** Hides input-method keys from all key handlers, ours and the kit's. Called before anything else listens. */
export const keepKeysOfInputMethods = (): void => window.addEventListener("keydown", keep, true);

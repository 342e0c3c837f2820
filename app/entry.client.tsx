import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { persisted, restore, restoreLimit } from "./browser/persisted";
import { setLanguage } from "./i18n/t";

declare global {
  interface Window {
    /** Tells the script of the head that root and entry have been loaded. */
    __started?: boolean;
    /** Told by that script: its panel stands, and there is nothing to be drawn below it. */
    __failed?: boolean;
  }
}

/** A worker of a former version would go on serving its old pages. */
async function unregisterServiceWorkers(): Promise<void> {
  const registrations = (await window.navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

/** The sheets stand at the body's end and may come after this: nothing is drawn without them. One that fails or hangs, the head's script tells of. */
async function sheetsLoaded(): Promise<void> {
  const sheets = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  const waiting = sheets.filter((link) => !link.sheet);
  await Promise.all(waiting.map((link) => new Promise((resolve) => link.addEventListener("load", resolve))));
}

async function start(): Promise<void> {
  if (window.__failed) return;
  window.__started = true;
  unregisterServiceWorkers().catch(() => undefined);
  await Promise.race([restore(), new Promise((resolve) => setTimeout(resolve, restoreLimit))]);
  await sheetsLoaded();
  setLanguage(persisted().setting.language);
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  });
}

start();

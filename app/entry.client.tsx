import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { takeOver } from "~/remix/takeover";
import { keepKeysOfInputMethods } from "./browser/input-method";
import { persisted, restore, restoreLimit } from "./browser/persisted";
import { setLanguage } from "./i18n/t";

/** A worker of a former version would go on serving its old pages. */
async function unregisterServiceWorkers(): Promise<void> {
  const registrations = (await window.navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

async function start(): Promise<void> {
  keepKeysOfInputMethods();
  unregisterServiceWorkers().catch(() => undefined);
  const isRestored = Promise.race([restore(), new Promise((resolve) => setTimeout(resolve, restoreLimit))]);
  if (!(await takeOver())) return;
  await isRestored;
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

import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { toast } from "~/app/api/toast";
import { whenIdle } from "~/app/browser/idle";
import { t } from "~/app/i18n/t";

/** The props of a module's component. */
type Props<Part> = Part extends (props: infer P) => ReactNode ? P & object : never;

/**
 * A component that is loaded when it is first shown, e.g. `lazyPart(() => import("./broker-dialog"), "BrokerDialog")`; `fallback` stands
 * in its place until then, drawn from the same props. A file that fails to load ends in the page for that, as with any other file.
 */
export function lazyPart<Module, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  fallback?: (props: Props<Module[Name]>) => ReactNode,
): ComponentType<Props<Module[Name]>> {
  // `lazy` cannot follow the type of a name that is chosen here.
  const Part = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  return (props) => (
    <Suspense fallback={fallback?.(props)}>
      <Part {...props} />
    </Suspense>
  );
}

/**
 * For a `lazyPart` that nothing waits for, e.g. `ahead(() => import("./account-menu"))`: `load` brings it when the browser has time, or
 * sooner when somebody reaches for it. `reach` answers whether it has come, and says so if not: the page stays as it is with all that is
 * typed there, and the next to reach for it tries again.
 */
export function ahead<Module>(load: () => Promise<Module>) {
  let give: (module: Module) => void;
  let missing: string | undefined;
  const whole = new Promise<Module>((resolve) => {
    give = resolve;
  });
  // Vite asks for a sheet once, and goes without it from then on: one that did not come is asked for here before the next try.
  const come = async () => {
    if (missing) await sheet(missing);
    missing = undefined;
    give(
      await load().catch((error: unknown) => {
        missing = /^Unable to preload CSS for (\S+)$/.exec(error instanceof Error ? error.message : "")?.[1];
        throw error;
      }),
    );
  };
  return {
    load: () => {
      whenIdle(() => void come().catch(() => undefined));
      return whole;
    },
    reach: () =>
      come().then(
        () => true,
        () => {
          toast.error(t("页面资源加载失败，请检查网络后重试。"));
          return false;
        },
      ),
  };
}

/** A style sheet, at the head's end. */
const sheet = (href: string) =>
  new Promise<void>((resolve, reject) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${href} did not come`));
    };
    document.head.append(link);
  });

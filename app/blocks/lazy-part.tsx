import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

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

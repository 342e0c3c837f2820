import type { Rollup } from "vite";
import { routeMark } from "../remix/route-mark";

type Graph = Pick<Rollup.ManualChunkMeta, "getModuleIds" | "getModuleInfo">;
type Specifier = Partial<Record<"local" | "imported" | "exported", { name?: string }>>;
type Statement = { source?: { value: string } | null; specifiers?: Specifier[] };

/** The imports and re-exports of a module, with the ids that they lead to: Rollup lists these in the order of their first mention. */
function importsOf(graph: Graph, id: string) {
  const info = graph.getModuleInfo(id);
  const body: Statement[] = Reflect.get(info?.ast ?? {}, "body") ?? [];
  const sources = [...new Set(body.flatMap(({ source }) => source?.value ?? []))];
  return body.flatMap(({ source, specifiers = [] }) => {
    const to = source && info?.importedIds[sources.indexOf(source.value)];
    return to ? [{ to, specifiers }] : [];
  });
}

/** What a module loads at once: of a library's index only the files of the names that are taken. */
const loadedBy = (graph: Graph, id: string): readonly string[] =>
  importsOf(graph, id).flatMap(({ to, specifiers }) => {
    if (graph.getModuleInfo(to)?.moduleSideEffects !== false) return to;
    const files = new Map(importsOf(graph, to).flatMap((one) => one.specifiers.map((s) => [s.exported?.name, one.to])));
    const taken = specifiers.flatMap(({ imported, local }) => files.get((imported ?? local)?.name) ?? []);
    return taken.length && taken.length === specifiers.length ? taken : to;
  });

/** Names the chunk of each module that several screens load; what one screen or a `lazyPart` loads is the bundler's to place (docs/decisions/1330-chunks.md). */
export function groupsOf(graph: Graph, app: string): (id: string) => string | undefined {
  const known = new Map([...graph.getModuleIds()].map((id) => [id, loadedBy(graph, id)]));
  const load = (...ids: string[]) => {
    const loaded = new Set(ids);
    for (const id of loaded) for (const to of known.get(id) ?? []) loaded.add(to);
    return loaded;
  };
  const areaOf = (route: string) => /\/app\/routes\/([^/]+)\//.exec(route)?.[1] ?? "";
  const [root = "", frame = ""] = ["root", "routes/staff-layout"].map((name) => `${app}/${name}.tsx${routeMark}`);
  const entry = `${app}/entry.client.tsx`;
  const routes = [...known.keys()].filter((id) => id.endsWith(routeMark) && id !== root && id !== frame);
  const screens = routes.filter((id) => areaOf(id) !== "sign-in").map((id) => ({ area: areaOf(id), loaded: load(id) }));
  const framework = load(...(known.get(entry) ?? []).filter((id) => id.includes("/node_modules/")));
  const start = load(root, entry);
  const signIn = load(...[...known.keys()].filter((id) => /\/routes\/sign-in\/(login|other-sign-ins)/.test(id)));
  const kit = load(frame);
  const form = load(`${app}/blocks/form/record-form.tsx`, `${app}/features/content/content-form.tsx`);
  const floating = load(`${app}/blocks/floating.ts`);
  return (id) => {
    if (framework.has(id)) return "framework";
    const users = screens.filter(({ loaded }) => loaded.has(id));
    if (id !== entry && (start.has(id) || (signIn.has(id) && (users.length || kit.has(id))))) return "start";
    const areas = [...new Set(users.map(({ area }) => area))].sort();
    const lists = users.filter(({ loaded }) => loaded.has(`${app}/blocks/list/list-page.tsx`)).length;
    // What one list shares with one other area is no weight for all lists.
    const isRare = areas.length === 2 && lists === 1 && users.length === 2;
    if (kit.has(id) || (areas.length > 1 && lists && lists < users.length && !isRare)) return "kit";
    if (areas.length > 1 && lists) return isRare ? areas.join("-") : "list";
    if (areas.length > 1 && form.has(id)) return "form";
    if (!users.length && floating.has(id)) return "floating";
    return areas.length > 2 ? "page" : (users.length > 1 && areas.join("-")) || undefined;
  };
}

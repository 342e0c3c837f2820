import { resolve } from "node:path";
import type { Plugin, Rollup } from "vite";

/** What of Rollup's graph is read. */
export interface Graph {
  getModuleIds: () => Iterable<string>;
  getModuleInfo: (id: string) => Pick<Rollup.ModuleInfo, "ast" | "importedIds" | "moduleSideEffects"> | null;
}

/** A static import, or what a module hands on from another one. */
interface Import {
  id: string;
  /** Taken name → own name; absent where anything may be taken. */
  names?: ReadonlyMap<string, string>;
  isHandedOn: boolean;
}

/** As much of a syntax tree as an import is; Rollup's own type names the root alone. */
interface Statement {
  type: string;
  source?: { value: string } | null;
  specifiers?: readonly { local?: { name?: string }; imported?: { name?: string }; exported?: { name?: string } }[];
}

/** Reads imports off a graph, each module once. */
function importReader({ getModuleInfo }: Graph): (id: string) => readonly Import[] {
  const read = new Map<string, readonly Import[]>();
  return (id) => {
    const known = read.get(id);
    if (known) return known;
    const info = getModuleInfo(id);
    const body: readonly Statement[] = Reflect.get(info?.ast ?? {}, "body") ?? [];
    const statements = body.filter(({ source }) => source);
    // Rollup lists the imported modules in the order in which their names first stand in the text.
    const sources = [...new Set(statements.map(({ source }) => source?.value))];
    const imports = statements.flatMap(({ type, source, specifiers = [] }): Import[] => {
      const to = info?.importedIds[sources.indexOf(source?.value)];
      if (!to) return [];
      const isHandedOn = type === "ExportNamedDeclaration";
      const pairs = specifiers.flatMap(({ local, imported, exported }) => {
        const [taken, own] = isHandedOn ? [local?.name, exported?.name] : [imported?.name, local?.name];
        return taken && own ? [[taken, own] as const] : [];
      });
      const isNamed = pairs.length > 0 && pairs.length === specifiers.length;
      return [{ id: to, isHandedOn, ...(isNamed ? { names: new Map(pairs) } : {}) }];
    });
    read.set(id, imports);
    return imports;
  };
}

/**
 * Finds what a module loads at once: all that it imports statically, and so on; but of a package's index only what is taken from it, since
 * the bundler drops the rest.
 */
function loader(graph: Graph): (ids: Iterable<string>) => Set<string> {
  const importsOf = importReader(graph);
  const isIndex = (id: string) =>
    graph.getModuleInfo(id)?.moduleSideEffects === false && importsOf(id).some(({ isHandedOn }) => isHandedOn);

  return (ids) => {
    const loaded = new Set<string>();
    const taken = new Set<string>();
    const visit = (id: string): void => {
      if (loaded.has(id)) return;
      loaded.add(id);
      for (const { id: to, names } of importsOf(id)) {
        if (names && isIndex(to)) for (const name of names.keys()) take(to, name);
        else visit(to);
      }
    };
    const take = (index: string, name: string): void => {
      if (taken.has(`${index} ${name}`)) return;
      taken.add(`${index} ${name}`);
      for (const { id, names, isHandedOn } of importsOf(index)) {
        const own = isHandedOn && [...(names ?? [])].find(([, handedOn]) => handedOn === name)?.[0];
        if (!own) continue;
        if (isIndex(id)) take(id, own);
        else visit(id);
        return;
      }
      visit(index);
    };
    for (const id of ids) visit(id);
    return loaded;
  };
}

/** How Remix marks a route's module in the browser's build. */
const routeMark = "?__remix-build-client-route";

/** What so many screens load belongs to all of them, as a block does. */
const most = 5;

/**
 * Which chunk a module belongs to, by who loads it at once: the framework; `start`, what every page loads; `kit`, what the staff frame and
 * most screens load, with all their sheets; `shared`, what screens of several areas load; what several screens of one area load, under its
 * name. What one screen alone loads, and what is loaded later, is the bundler's to place. A chunk imports none of a later kind, since whoever
 * loads a module loads what it imports.
 */
export function groupsOf(graph: Graph, app: string): (id: string) => string | undefined {
  const ids = [...graph.getModuleIds()];
  const load = loader(graph);
  const routes = ids.filter((id) => id.endsWith(routeMark));
  const [entry, root, frame] = [
    `${app}/entry.client.tsx`,
    `${app}/root.tsx${routeMark}`,
    `${app}/routes/staff-layout.tsx${routeMark}`,
  ];
  if (!routes.includes(root) || !routes.includes(frame))
    throw new Error("chunks: Remix marks its routes otherwise than before");

  const framework = load(graph.getModuleInfo(entry)?.importedIds.filter((id) => id.includes("/node_modules/")) ?? []);
  const first = load([root, entry]);
  const signIn = load(ids.filter((id) => id.startsWith(`${app}/routes/sign-in/`)));
  const inFrame = load([frame]);
  const areas = new Map<string, string[]>();
  for (const route of routes) {
    const area = route.slice(`${app}/routes/`.length).split("/");
    if (route === root || area[0] === "sign-in") continue;
    for (const id of load([route])) areas.set(id, [...(areas.get(id) ?? []), area.length > 1 ? (area[0] ?? "") : ""]);
  }

  return (id) => {
    if (framework.has(id)) return "framework";
    const users = areas.get(id) ?? [];
    // It has a file of its own in any case.
    if (id === entry) return undefined;
    if (first.has(id) || (signIn.has(id) && users.length)) return "start";
    if (inFrame.has(id) || users.length >= most || (users.length && id.endsWith(".css"))) return "kit";
    if (users.length < 2) return undefined;
    return new Set(users).size > 1 ? "shared" : users[0];
  };
}

/** Few files instead of many small ones, made from what imports what (docs/decisions/0091-chunks.md). */
export function chunks(): Plugin {
  let groupOf: ReturnType<typeof groupsOf> | undefined;
  return {
    name: "chunks",
    apply: "build",
    config: (_, { isSsrBuild }) =>
      isSsrBuild
        ? undefined
        : {
            build: {
              rollupOptions: {
                // Else root and the staff frame would each be a file of one line before the group that they stand in.
                preserveEntrySignatures: "allow-extension",
                output: {
                  manualChunks: (id, graph) => {
                    groupOf ??= groupsOf(graph, resolve(import.meta.dirname, "../app"));
                    return groupOf(id);
                  },
                  onlyExplicitManualChunks: true,
                },
              },
            },
          },
    onLog(_, log) {
      // A group would run before what it imports.
      if (log.code === "CIRCULAR_CHUNK") this.error(log);
    },
  };
}

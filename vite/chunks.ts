import { basename, resolve } from "node:path";
import type { Plugin, Rollup } from "vite";
import { routeMark } from "../remix/route-mark";

/** What of Rollup's graph is read. */
export interface Graph {
  getModuleIds: () => Iterable<string>;
  getModuleInfo: (id: string) => Pick<Rollup.ModuleInfo, "ast" | "importedIds" | "moduleSideEffects"> | null;
}

/** A static import, or what a module hands on from another one. */
interface Import {
  id: string;
  /** The names under which it is taken, or handed on → what the other module calls it; absent where that may be anything. */
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
        const [here, there] = isHandedOn ? [exported?.name, local?.name] : [local?.name, imported?.name];
        return here && there ? [[here, there] as const] : [];
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
export function loader(graph: Graph): (ids: Iterable<string>) => Set<string> {
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
        if (names && isIndex(to)) for (const name of names.values()) take(to, name);
        else visit(to);
      }
    };
    const take = (index: string, name: string) => {
      if (taken.has(`${index} ${name}`)) return;
      taken.add(`${index} ${name}`);
      const source = importsOf(index).find(({ names, isHandedOn }) => isHandedOn && names?.has(name));
      const own = source?.names?.get(name);
      if (!source || !own) visit(index);
      else if (isIndex(source.id)) take(source.id, own);
      else visit(source.id);
    };
    for (const id of ids) visit(id);
    return loaded;
  };
}

/** What so many screens load lies in files that many of them share. */
const most = 4;

/** Areas of few screens: what these alone share is a file of theirs, which all other lists do without. */
const apart = new Set(["inquiry", "region", "agent", "clue"]);
/** Of these also what few others show of them. */
const shown = new Set(["inquiry", "clue"]);
const folderOf = (id: string) => /\/(?:contract|app\/routes|app\/features)\/([^/]+)\//.exec(id)?.[1] ?? "";

/** The blocks that make a screen a list or a form. */
const makers = { list: "blocks/list/list-page.tsx", form: "blocks/form/record-form.tsx" };
/** What lists load by themselves as soon as they stand: in a file of its own it would be one more request of every first visit. */
const afterList = ["features/saved-views/saved-views.tsx", "features/export/export-button.tsx"];

/**
 * Which chunk a module belongs to, by who loads it at once: the framework; `start`, what every page loads; `kit`, what the staff frame
 * and many screens load, with the sheets of several; an area that lies `apart`; `list` and `form`, what none but lists or forms load; the rest by the names of the
 * screens that load it. What is loaded later is the bundler's to place. No chunks import each other: whoever loads a module loads what
 * it imports, so that this belongs to the same chunk or to one that more screens load.
 */
export function groupsOf(graph: Graph, app: string): (id: string) => string | undefined {
  const ids = [...graph.getModuleIds()];
  const load = loader(graph);
  const routes = ids.filter((id) => id.endsWith(routeMark));
  const entry = `${app}/entry.client.tsx`;
  const root = `${app}/root.tsx${routeMark}`;
  const frame = `${app}/routes/staff-layout.tsx${routeMark}`;
  if (!routes.includes(root) || !routes.includes(frame))
    throw new Error("chunks: Remix marks its routes otherwise than before");

  const framework = load(graph.getModuleInfo(entry)?.importedIds.filter((id) => id.includes("/node_modules/")) ?? []);
  const first = load([root, entry]);
  const signIn = load(ids.filter((id) => id.startsWith(`${app}/routes/sign-in/login`)));
  const inFrame = load([frame]);
  const users = new Map<string, string[]>();
  for (const route of routes) {
    if (route === root || route.startsWith(`${app}/routes/sign-in/`)) continue;
    const isList = load([route]).has(`${app}/${makers.list}`);
    for (const id of load(isList ? [route, ...afterList.map((file) => `${app}/${file}`)] : [route]))
      users.set(id, [...(users.get(id) ?? []), route]);
  }

  return (id) => {
    const by = users.get(id) ?? [];
    const isOnlyOf = (maker: string) => by.every((route) => users.get(`${app}/${maker}`)?.includes(route));
    // The entry has a file of its own in any case.
    if (id === entry) return undefined;
    if (framework.has(id)) return "framework";
    if (first.has(id) || (signIn.has(id) && by.length)) return "start";
    if (inFrame.has(id) || (by.length > 1 && id.endsWith(".css"))) return "kit";
    const [area = "", ...others] = new Set(by.map((route) => folderOf(route)));
    const own = others.length ? folderOf(id) : area;
    if (by.length > 1 && (others.length ? shown : apart).has(own)) return own;
    if (by.length >= most) return isOnlyOf(makers.list) ? "list" : isOnlyOf(makers.form) ? "form" : "kit";
    return (
      by
        .map((route) => basename(route, `.tsx${routeMark}`))
        .sort()
        .join("-") || undefined
    );
  };
}

/** Few files instead of many small ones, made from what imports what (docs/decisions/0092-chunks.md). */
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

import { basename, resolve } from "node:path";
import type { Plugin, Rollup } from "vite";
import { routeMark } from "../remix/route-mark";

/** What of Rollup's graph is read. */
export interface Graph {
  getModuleIds: () => Iterable<string>;
  getModuleInfo: (id: string) => Pick<Rollup.ModuleInfo, "ast" | "code" | "importedIds" | "moduleSideEffects"> | null;
}

/** A static import, or what a module hands on from another one. */
interface Import {
  id: string;
  /** The names under which it is taken, or handed on → what the other module calls it; absent where that may be anything. */
  names?: ReadonlyMap<string, string>;
  isHandedOn: boolean;
  /** All that it has is handed on under its own names. */
  isAll?: boolean;
}

/** As much of a syntax tree as an import is; Rollup's own type names the root alone. */
interface Statement {
  type: string;
  source?: { value: string } | null;
  specifiers?: readonly { local?: { name?: string }; imported?: { name?: string }; exported?: { name?: string } }[];
  /** What all is handed on as, together. */
  exported?: object | null;
}

const bodyOf = (graph: Graph, id: string): readonly Statement[] =>
  Reflect.get(graph.getModuleInfo(id)?.ast ?? {}, "body") ?? [];

/** Reads imports off a graph, each module once. */
function importReader(graph: Graph): (id: string) => readonly Import[] {
  const read = new Map<string, readonly Import[]>();
  return (id) => {
    const known = read.get(id);
    if (known) return known;
    const info = graph.getModuleInfo(id);
    const statements = bodyOf(graph, id).filter(({ source }) => source);
    // Rollup lists the imported modules in the order in which their names first stand in the text.
    const sources = [...new Set(statements.map(({ source }) => source?.value))];
    const imports = statements.flatMap(({ type, source, specifiers = [], exported: together }): Import[] => {
      const to = info?.importedIds[sources.indexOf(source?.value)];
      if (!to) return [];
      if (type === "ExportAllDeclaration" && !together) return [{ id: to, isHandedOn: true, isAll: true }];
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

  /** Whether an index hands on a name of its own. */
  const makes = (index: string, name: string): boolean =>
    bodyOf(graph, index).some(
      ({ type, source, specifiers = [] }) =>
        type === "ExportNamedDeclaration" && !source && specifiers.some(({ exported }) => exported?.name === name),
    );

  /** The import by which an index hands on a name. */
  const handedOn = (index: string, name: string): Import | undefined => {
    const imports = importsOf(index).filter((one) => one.isHandedOn);
    return (
      imports.find(({ names }) => names?.has(name)) ??
      imports.find(({ id, isAll }) => isAll && (!isIndex(id) || makes(id, name) || handedOn(id, name)))
    );
  };

  return (ids) => {
    const loaded = new Set<string>();
    const taken = new Set<string>();
    const follow = ({ id, names }: Import) => {
      if (names && isIndex(id)) for (const name of names.values()) take(id, name);
      else visit(id);
    };
    const whole = new Set<string>();
    const visit = (id: string): void => {
      if (whole.has(id)) return;
      whole.add(id);
      loaded.add(id);
      importsOf(id).forEach(follow);
    };
    /** What an index makes itself, with what that takes. */
    const stay = (index: string) => {
      if (loaded.has(index)) return;
      loaded.add(index);
      for (const one of importsOf(index)) if (!one.isHandedOn) follow(one);
    };
    const take = (index: string, name: string) => {
      if (taken.has(`${index} ${name}`)) return;
      taken.add(`${index} ${name}`);
      if (makes(index, name)) return stay(index);
      const source = handedOn(index, name);
      const own = source?.names?.get(name) ?? (source?.isAll ? name : undefined);
      if (!source || !own) visit(index);
      else if (isIndex(source.id)) take(source.id, own);
      else visit(source.id);
    };
    for (const id of ids) visit(id);
    return loaded;
  };
}

/** What so many screens load lies in a file of its area. */
const several = 3;
/** What so great a part of the lists loads is everybody's, wherever it lies. */
const widely = 0.4;

/** What several areas show is everybody's where it is short, with all that it loads: words, a tag. In characters of source. */
const short = 5_000;
/** What of a library is so short is no reason to fetch a file. */
const tiny = 500;
/** A sheet of ours that is not worth a file. */
const shortSheet = 300;

/** What so few areas share, and no list, lies in a file of theirs: pages of others would load it otherwise. */
const few = 4;
/** Where one begins: what it shares with areas without lists lies with it, since everybody has it already; what with others, in one file; the charts it loads later. */
const home = "dashboard";
const charts = "/app/blocks/chart/";

/** The area that a module or a screen lies in. */
const areaOf = (id: string) => /\/(?:contract|app\/routes|app\/features)\/([^/]+)\//.exec(id)?.[1] ?? "";

/** The block that makes a screen a list, and the library that makes it a form. */
const listMaker = "blocks/list/list-page.tsx";
const formMaker = "/node_modules/@mantine/form/";
/** What floats above a page: what of it no page loads at once is one file (docs/decisions/0195-compile-hints.md). */
const floating = "blocks/floating.ts";
/** What lists load by themselves as soon as they stand: in a file of its own it would be one more request of every first visit. */
const afterList = ["features/saved-views/saved-views.tsx", "features/export/export-button.tsx"];

/**
 * Which chunk a module belongs to, by who loads it at once: the framework; `start`, what every page loads; `kit`, what the staff frame and
 * all lists load, with what many lists share; `list` and `form`, what none but these load; `some`, what some lists share with screens of
 * several areas, and `some-list`, lists' own that load it; `form-page`, what many areas share and no list loads, forms among them, and
 * `page`, what forms do without; `floating`, menus and the like, which come late; an area's own file, what several of its screens share and others show of it, or that of the few areas that share something; the rest by the names of the screens that load it. What is loaded later is the bundler's to
 * place. No chunks import each other: whoever loads a module loads what it imports, so that this belongs to the same chunk or to one that
 * more screens load.
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
    const isList = load([route]).has(`${app}/${listMaker}`);
    for (const id of load(isList ? [route, ...afterList.map((file) => `${app}/${file}`)] : [route]))
      users.set(id, [...(users.get(id) ?? []), route]);
  }

  const afloat = load(ids.filter((id) => id === `${app}/${floating}`));
  const lists = users.get(`${app}/${listMaker}`) ?? [];
  const listAreas = new Set(lists.map(areaOf));
  const isListless = (by: readonly string[]) => by.length > 0 && by.every((route) => !listAreas.has(areaOf(route)));
  const forms = new Set([...users].flatMap(([id, by]) => (id.includes(formMaker) ? by : [])));

  const isShort = (modules: readonly string[], most = short) =>
    modules.reduce((sum, id) => sum + (graph.getModuleInfo(id)?.code?.length ?? 0), 0) <= most;

  /** A sheet that several screens share: a list's, the page's where one begins, or a short one of ours, since a file more takes longer than its lines. */
  const isCommonSheet = (id: string, by: readonly string[]) =>
    id.endsWith(".css") &&
    by.length > 1 &&
    !isListless(by) &&
    (by.some((route) => lists.includes(route) || areaOf(route) === home) ||
      (id.startsWith(`${app}/`) && isShort([id], shortSheet)));

  /** What every list has. */
  const everywhere = (id: string): string | undefined => {
    const by = users.get(id) ?? [];
    if (framework.has(id)) return "framework";
    if (first.has(id) || (signIn.has(id) && by.length)) return "start";
    if (inFrame.has(id) || isCommonSheet(id, by)) return "kit";
    if (!lists.length || lists.some((list) => !by.includes(list))) return undefined;
    return by.length === lists.length ? "list" : "kit";
  };

  const screenAreas = new Set(routes.map(areaOf));

  /** A module with what it loads, but for what is everybody's. */
  const withBelows = (id: string) => [...load([id])].filter((below) => !everywhere(below));

  /** A block or an icon that is short with all that it loads, or a helper of a few lines: pages need not fetch a file for it. */
  const isSmall = (id: string) =>
    id.startsWith(`${app}/blocks/`) || id.includes("/@tabler/icons-react/")
      ? isShort(withBelows(id))
      : !id.endsWith(".css") && isShort(withBelows(id), tiny);

  /** The area that a module belongs to: its screens', else its own or that of what it loads, if need be one that has none of its screens: what it loads lies there. */
  const areaFor = (id: string, areas: ReadonlySet<string>): string | undefined => {
    if (areas.size === 1) return [...areas][0];
    const belows = withBelows(id);
    if (isShort(belows)) return undefined;
    const known = belows.map(areaOf).filter((area) => screenAreas.has(area));
    return known.find((area) => areas.has(area)) ?? known[0];
  };

  const listedOf = (by: readonly string[]) => by.filter((route) => lists.includes(route)).length;

  /** What some lists share with other screens and most lists do without. */
  const isSome = (id: string) => {
    const by = users.get(id) ?? [];
    const listed = listedOf(by);
    if (everywhere(id) || !listed || listed === by.length || listed > lists.length * widely) return false;
    return !areaFor(id, new Set(by.map(areaOf))) && !isShort(withBelows(id));
  };

  /** Of several areas, and of no list: everybody's where it is small, else in a file that forms load, or one that they do without. */
  const besideLists = (id: string, by: readonly string[], areas: ReadonlySet<string>): string => {
    if (areas.size <= few && !areas.has(home)) return [...areas].sort().join("-");
    if (isSmall(id)) return "kit";
    return areas.size > few && by.some((route) => forms.has(route)) ? "form-page" : "page";
  };

  return (id) => {
    const by = users.get(id) ?? [];
    // The entry has a file of its own in any case.
    if (id === entry) return undefined;
    const common = everywhere(id);
    if (common) return common;
    if (!by.length && afloat.has(id)) return "floating";
    const listed = listedOf(by);
    if (listed > lists.length * widely) return "kit";
    const areas = new Set(by.map(areaOf));
    const area = areaFor(id, areas);
    // A page of the area does without what only lists load, and without what that imports of theirs.
    if (area && (by.length >= several || listed > 1 || areas.size > 1))
      return listed === by.length ? `${area}-list` : area;
    if (by.length > 1 && (!area || areas.size > 1)) {
      if (areas.size > few && by.every((route) => forms.has(route))) return listed === by.length ? "list" : "form";
      if (isSome(id)) return "some";
      if (listed) return listed < by.length ? "kit" : [...load([id])].some(isSome) ? "some-list" : "list";
      if (id.includes(charts)) return id.endsWith(".css") ? home : "chart";
      if (areas.has(home) && isListless(by)) return home;
      return besideLists(id, by, areas);
    }
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

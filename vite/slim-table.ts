import type { Plugin } from "vite";

/**
 * What its own columns, cells and menus are made of, of which app/blocks/list/list-table.tsx draws none. Most of it falls away with what
 * uses it; named here, it does not count as what every list loads either.
 */
const unused =
  "ActionIcon Alert Autocomplete Badge Box Button Checkbox Collapse CopyButton Flex Group Highlight Indicator LoadingOverlay Menu Modal MultiSelect Pagination Paper Popover Progress Radio RangeSlider Select Skeleton Stack Switch Table TableTbody TableTd TableTfoot TableTh TableThead TableTr Text TextInput Tooltip Transition UnstyledButton".split(
    " ",
  );

const unusedIcons =
  "ArrowAutofitContent ArrowsSort BaselineDensityLarge BaselineDensityMedium BaselineDensitySmall BoxMultiple ChevronDown ChevronLeft ChevronLeftPipe ChevronRight ChevronRightPipe ChevronsDown CircleX ClearAll Columns DeviceFloppy Dots DotsVertical Edit EyeOff Filter FilterCog FilterOff GripHorizontal Maximize Minimize Pinned PinnedOff Search SearchOff SortAscending SortDescending X"
    .split(" ")
    .map((name) => `Icon${name}`);

/** What those columns draw, and what is wrapped in a memo, which no bundler drops; with them goes what only they import, nearly all of the library. */
const unusedParts =
  "ExpandAllButton ExpandButton SelectCheckbox TableBody TableBodyCell TableBodyRow TableBodyRowGrabHandle TableBodyRowPinButton ToggleRowActionMenuButton"
    .split(" ")
    .map((name) => `MRT_${name}`);

const nothingFor = (names: readonly string[]) =>
  `const nothing = () => null; export { ${names.map((name) => `nothing as ${name}`).join(", ")} };`;

/** Import of mantine-react-table → what it gets instead. */
const replacements: Readonly<Record<string, string>> = {
  "@mantine/core": `export * from "@mantine/core"; ${nothingFor(unused)}`,
  "@tabler/icons-react": nothingFor(unusedIcons),
  "@mantine/dates": "export const DateInput = () => null;",
  "@tanstack/match-sorter-utils":
    "const refuse = () => { throw new Error('no fuzzy search'); }; export const compareItems = refuse; export const rankItem = refuse; export const rankings = {};",
  "@tanstack/react-virtual":
    "export const useVirtualizer = () => { throw new Error('no virtual rows'); }; export const defaultRangeExtractor = () => [];",
};

const prefix = "\0for-table:";

interface Declaration {
  id: { type: string; name?: string };
  init?: { start: number; end: number } | null;
}
type Statement = { type: string; declarations?: Declaration[] };

/** The module with the parts of these names drawing nothing. Throws when one of them is gone, so that an upgrade is looked at. */
export function withoutParts(code: string, body: readonly Statement[], names: readonly string[]): string {
  const wanted = new Set(names);
  const inits = body
    .flatMap(({ declarations = [] }) => declarations)
    .flatMap(({ id, init }) => (id.name && init && wanted.delete(id.name) ? [init] : []));
  if (wanted.size) throw new Error(`slim-table: mantine-react-table has no ${[...wanted].join(", ")}`);
  return inits.reduceRight((text, { start, end }) => `${text.slice(0, start)}() => null${text.slice(end)}`, code);
}

/**
 * Keeps out of the list screens' chunk what mantine-react-table mentions and the list block never uses (measured in
 * docs/decisions/0012-blocks.md). Who turns such a feature on in list-table.tsx takes its line away here.
 */
export function slimTable(): Plugin {
  return {
    name: "slim-table",
    enforce: "pre",
    apply: "build",
    resolveId(id, importer) {
      return importer?.includes("/mantine-react-table/dist/") && id in replacements ? prefix + id : null;
    },
    load(id) {
      const code = id.startsWith(prefix) && replacements[id.slice(prefix.length)];
      return code ? { code, moduleSideEffects: false } : null;
    },
    transform(code, id) {
      if (!id.endsWith("/mantine-react-table/dist/index.esm.mjs")) return null;
      // The tree of a bundle's top level: statements, of which those that declare have `declarations`.
      return { code: withoutParts(code, this.parse(code).body as Statement[], unusedParts), map: null };
    },
  };
}

import type { Plugin } from "vite";

/** What mantine-react-table draws with. It is only the engine of our lists (app/blocks/list/list-table.tsx). */
const drawing = new Set([
  "@mantine/core",
  "@mantine/dates",
  "@tabler/icons-react",
  "@tanstack/match-sorter-utils",
  "@tanstack/react-virtual",
]);
const nothing = "\0nothing";

/** Keeps out of every list what mantine-react-table would draw with: every such name is undefined there. */
export const tableEngine = (): Plugin => ({
  name: "table-engine",
  apply: "build",
  enforce: "pre",
  resolveId: (id, importer) => (importer?.includes("/mantine-react-table/dist/") && drawing.has(id) ? nothing : null),
  load: (id) =>
    id === nothing
      ? {
          code: 'export { useDirection, useMantineTheme } from "@mantine/core"; export default {};',
          syntheticNamedExports: true,
          moduleSideEffects: false,
        }
      : null,
});

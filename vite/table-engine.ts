import type { Plugin } from "vite";

const drawing =
  "@mantine/core @mantine/dates @tabler/icons-react @tanstack/match-sorter-utils @tanstack/react-virtual".split(" ");
const hooks = 'export { useDirection, useMantineTheme } from "@mantine/core";';

/**
 * Leaves out what mantine-react-table would draw with, which is undefined there: it is only the engine of our lists
 * (app/blocks/list/list-table.tsx), which would break their budget of scripts with it (docs/decisions/1330-chunks.md).
 */
export const tableEngine = (): Plugin => ({
  name: "table-engine",
  apply: "build",
  enforce: "pre",
  resolveId: (id, importer) =>
    importer?.includes("/mantine-react-table/dist/") && drawing.includes(id) ? "\0no-drawing" : null,
  load: (id) =>
    id === "\0no-drawing"
      ? { code: `${hooks} export default {};`, syntheticNamedExports: true, moduleSideEffects: false }
      : null,
});

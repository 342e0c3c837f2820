import type { Plugin } from "vite";

const library = "@tabler/icons-react";
const importsOfIcons = new RegExp(`import \\{([^}]+)\\} from ["']${library}["'];`, "g");

/** Imports each icon from its own file. The library's index names six thousand of them, and to read all took half as long as the rest of the build. */
export function iconsAlone(): Plugin {
  return {
    name: "icons-alone",
    apply: "build",
    // Before types are stripped, so that the imports are still as written.
    enforce: "pre",
    transform: (code) =>
      code.replace(importsOfIcons, (_, names: string) =>
        names
          .split(",")
          .map((name) => name.trim())
          .filter((name) => name && !name.startsWith("type "))
          .map((name) => `import ${name} from "${library}/dist/esm/icons/${name}.mjs";`)
          .join(" "),
      ),
  };
}

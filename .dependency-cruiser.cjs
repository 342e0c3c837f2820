/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "contract-stands-alone",
      comment: "The contract is what app and server agree on: zod only.",
      severity: "error",
      from: { path: "^contract/" },
      to: { pathNot: "^(contract/|node_modules/zod/)" },
    },
    {
      name: "app-never-imports-server",
      comment: "The app knows the server through the contract.",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^(server|test|scripts)/" },
    },
    {
      name: "server-never-imports-app",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^(app|test|scripts)/" },
    },
    {
      name: "blocks-know-no-screen",
      comment: "Blocks are what screens are made of.",
      severity: "error",
      from: { path: "^app/blocks/" },
      to: { path: "^app/routes/" },
    },
    {
      name: "remix-stands-alone",
      comment: "What rests on Remix's internals: whoever needs it imports it, and it imports nothing of ours.",
      severity: "error",
      from: { path: "^remix/" },
      to: { pathNot: "^remix/|^node_modules/|^(node:)?(fs|path|crypto)$" },
    },
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "resolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^virtual:" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};

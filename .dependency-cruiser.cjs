/**
 * The rules of docs/areas.md: a folder of the server imports what is listed.
 *
 * @param {string} name
 * @param {string} comment
 * @param {string} folder
 * @param {string} allowed The other folders of the server that it may import.
 */
const serverRoom = (name, comment, folder, allowed) => ({
  name,
  comment,
  severity: "error",
  from: { path: `^server/${folder}` },
  to: { path: "^server/", pathNot: `^server/(${allowed})` },
});

const ground = "database/|lib/";
const signedIn = `${ground}|identity/`;

/**
 * Folders of which each imports only those before it.
 *
 * @param {string} within
 * @param {readonly string[]} folders
 * @param {string} comment
 */
const inOrder = (within, folders, comment) =>
  folders.map((folder, index) => ({
    name: `${within}/${folder}`,
    comment,
    severity: "error",
    from: { path: `^${within}/${folder}/` },
    to: { path: `^${within}/[^/]+/`, pathNot: `^${within}/(${folders.slice(0, index + 1).join("|")})/` },
  }));

/** The orders of docs/areas.md. A further folder or area takes its place here. */
const orders = [
  ...inOrder(
    "server/resources",
    [
      ...["shared", "customer", "house", "region", "agent", "clue", "deal", "schedule", "content", "inquiry"],
      ...["statement", "system", "article", "special", "share", "resource", "seo", "site", "notification"],
      ...["dashboard", "analysis", "personal", "sign-in"],
    ],
    "Code of several areas goes to resources/shared; sign-ups meet in areas.ts.",
  ),
  {
    name: "areas-never-import-their-sum",
    comment: "areas.ts collects the areas.",
    severity: "error",
    from: { path: "^server/resources/[^/]+/" },
    to: { path: "^server/resources/areas\\.ts$" },
  },
  ...inOrder(
    "contract",
    [
      ...["shared", "content", "sign-in", "customer", "house", "region", "agent", "clue", "deal", "schedule"],
      ...["inquiry", "system", "article", "special", "share", "resource", "seo", "site", "notification"],
      ...["personal", "dashboard", "analysis", "trend", "search", "timeline"],
    ],
    "What several areas say is shared.",
  ),
  ...inOrder(
    "app",
    ["i18n", "browser", "api", "session", "blocks", "features", "layout", "routes"],
    "Blocks make up screens; features are what several screens have; the frame knows no screen.",
  ),
  ...inOrder(
    "app/blocks",
    ["shortcuts", "figure", "feedback", "detail", "form", "list", "chart"],
    "What all rooms of blocks use is a file of blocks itself.",
  ),
];

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
      to: { path: "^(server|test|scripts|visitor)/" },
    },
    {
      name: "server-never-imports-app",
      comment: "The server knows the app, and what visitors load, as built files alone.",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^(app|test|scripts|visitor)/" },
    },
    {
      name: "visitor-stands-alone",
      comment: "What visitors of the sites load is small: types of the contract and its texts, and nothing else.",
      severity: "error",
      from: { path: "^visitor/" },
      to: { pathNot: "^(visitor|contract)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "visitor-knows-texts",
      comment: "Of the contract nothing is run there that would bring zod.",
      severity: "error",
      from: { path: "^visitor/" },
      to: { path: "^contract/", pathNot: "^contract/inquiry/chat-texts", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "phones-are-read-once",
      comment: "One module reads numbers: whoever needs one is handed what it answers.",
      severity: "error",
      from: { pathNot: "^server/lib/phone\\.ts$" },
      to: { path: "^node_modules/libphonenumber-js/" },
    },
    serverRoom(
      "database-is-the-ground",
      "Tables, baseline and the way to the database know the contract alone.",
      "database/",
      "database/",
    ),
    serverRoom(
      "lib-knows-database",
      "What is below sign-in: no session is read there, no record of an area.",
      "lib/",
      ground,
    ),
    serverRoom("config-knows-lib", "The environment is read before anything runs.", "config\\.ts$", "lib/"),
    serverRoom(
      "identity-knows-lib",
      "Who calls, and what they may: no area's records.",
      "identity/",
      `${signedIn}|config\\.ts$`,
    ),
    serverRoom(
      "http-knows-identity",
      "How requests come in; which endpoints there are is handed in.",
      "http/",
      `${signedIn}|http/`,
    ),
    serverRoom("outbox-knows-identity", "How messages leave.", "outbox/", `${signedIn}|outbox/`),
    serverRoom(
      "backup-knows-identity",
      "How the whole database is kept.",
      "backup/",
      `${signedIn}|backup/|config\\.ts$`,
    ),
    serverRoom(
      "fake-provider-knows-http",
      "Fake sign-in platforms, for demo data on loopback.",
      "fake-provider/",
      `${signedIn}|http/|fake-provider/`,
    ),
    serverRoom(
      "assistant-knows-http",
      "What assistants are given: calls of the API by the contract, no area's records.",
      "assistant/",
      `${signedIn}|http/|assistant/`,
    ),
    serverRoom(
      "resources-know-http-and-outbox",
      "What answers requests: nothing that runs by itself.",
      "resources/",
      `${signedIn}|http/|outbox/|resources/`,
    ),
    serverRoom("jobs-know-resources", "What runs by itself.", "jobs/", `${signedIn}|outbox/|backup/|resources/|jobs/`),
    serverRoom(
      "demo-knows-resources",
      "The demo company uses the rules of the resources.",
      "demo/",
      `${signedIn}|resources/|demo/`,
    ),
    serverRoom(
      "metrics-know-jobs",
      "What is watched of a running server.",
      "metrics/",
      `${signedIn}|http/|backup/|jobs/|metrics/`,
    ),
    {
      name: "commands-are-ends",
      comment: "A command is started by itself.",
      severity: "error",
      from: { pathNot: "^server/commands/" },
      to: { path: "^server/commands/" },
    },
    ...orders,
    {
      name: "app-areas",
      comment: "What the screens of two areas share is a feature.",
      severity: "error",
      from: { path: "^app/routes/([^/]+)/" },
      to: { path: "^app/routes/([^/]+)/", pathNot: "^app/routes/$1/" },
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

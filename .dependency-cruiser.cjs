/**
 * The house, from the ground up. A folder imports those that stand before it, never one behind it:
 *
 *     contract
 *     server: database ← lib ← identity ← (http, outbox, backup) ← stand-in ← resources ← (jobs, demo) ← commands, start
 *     app:    api ← session ← blocks ← features ← layout, routes
 *
 * @param {string} name
 * @param {string} comment
 * @param {string} folder
 * @param {string} allowed What of the same half it may import.
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

/** The areas of server/resources: each may import those before it. A further area takes its place here. */
const areas = ["shared", "customer", "schedule", "house", "region", "system", "dashboard", "personal", "sign-in"];

const areaRules = areas.map((area, index) => ({
  name: `area-${area}`,
  comment:
    "Areas import each other one way. What several use goes to resources/shared; what all sign up is gathered in areas.ts.",
  severity: "error",
  from: { path: `^server/resources/${area}/` },
  to: {
    path: `^server/resources/(${["areas\\.ts$", ...areas.slice(index + 1).map((other) => `${other}/`)].join("|")})`,
  },
}));

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
      comment: "The server knows the app as built files alone.",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^(app|test|scripts)/" },
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
      "stand-in-knows-http",
      "The platforms that stand in for real ones.",
      "stand-in/",
      `${signedIn}|http/|stand-in/`,
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
    {
      name: "commands-are-ends",
      comment: "A command is started by itself.",
      severity: "error",
      from: { pathNot: "^server/commands/" },
      to: { path: "^server/commands/" },
    },
    ...areaRules,
    {
      name: "api-is-the-ground",
      comment: "How the app calls the server knows nothing that is shown.",
      severity: "error",
      from: { path: "^app/api/" },
      to: { path: "^app/(blocks|features|layout|routes)/" },
    },
    {
      name: "session-knows-api",
      comment: "Who is signed in knows nothing that is shown.",
      severity: "error",
      from: { path: "^app/session/" },
      to: { path: "^app/(blocks|features|routes)/" },
    },
    {
      name: "blocks-know-no-screen",
      comment: "Blocks are what screens are made of.",
      severity: "error",
      from: { path: "^app/blocks/" },
      to: { path: "^app/(layout|routes)/" },
    },
    {
      name: "features-know-no-screen",
      comment: "Features are what several screens have.",
      severity: "error",
      from: { path: "^app/features/" },
      to: { path: "^app/(layout|routes)/" },
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

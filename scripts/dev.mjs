// npm run dev: Vite with the app's hot reload, and in the same process the API, started anew when one of its sources changes.
import { join } from "node:path";
import { ensureInstalled, loadEnvFile, root } from "./run.mjs";

loadEnvFile();
await ensureInstalled();
// Not before they are installed.
const { getRequestListener } = await import("@hono/node-server");
const { createServer } = await import("vite");
const { bundleVisitor } = await import("./bundle-visitor.mjs");

const apiPath =
  /^\/(api|chat|crm|oauth|oidc|stand-in)\/|^\/\.well-known\/openid-configuration|^\/(healthz|readyz)(\?|$)/;
const serverSource = /\/(server|contract|visitor)\//;

/** @typedef {{ fetch(request: Request, env: object): Promise<Response> | Response, announcement: string, close(): Promise<void> }} Api */

/** @type {Promise<Api> | undefined} */
let api;

/** The former API has to be closed before the next one opens the same data folder. */
async function closeApi() {
  const former = api;
  api = undefined;
  await former?.then(
    (running) => running.close(),
    () => {},
  );
}

/** @type {Promise<void>} */
let closing = Promise.resolve();

/** @param {import("vite").ViteDevServer} vite */
function currentApi(vite) {
  api ??= closing
    .then(() => bundleVisitor(join(root, "build/visitor")))
    .then(() => vite.ssrLoadModule("/server/dev.ts"))
    .then(({ startForDevelopment }) => startForDevelopment(process.env));
  return api;
}

/** @type {import("vite").Plugin} */
const apiPlugin = {
  name: "api-in-one-process",
  configureServer(vite) {
    const listener = getRequestListener(async (request, env) => {
      try {
        return await (await currentApi(vite)).fetch(request, env);
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error);
        console.error(error);
        await closeApi();
        return Response.json(
          { code: 500, message: "开发服务器的接口没有启动，原因见终端", data: null },
          { status: 500 },
        );
      }
    });
    vite.middlewares.use((request, response, next) => {
      if (apiPath.test(request.url ?? "")) return void listener(request, response);
      next();
    });
    vite.watcher.on("all", (_event, file) => {
      if (serverSource.test(file)) closing = closing.then(closeApi);
    });
  },
};

const vite = await createServer({
  plugins: [apiPlugin],
  server: {
    host: process.env.HOST || "127.0.0.1",
    port: Number(process.env.PORT || 3000),
    strictPort: true,
    watch: { ignored: [".cache", "build", "data"].map((folder) => join(root, folder, "**")) },
  },
});
await vite.listen();
vite.printUrls();
await currentApi(vite).then(
  ({ announcement }) => console.log(announcement),
  (error) => console.error(error),
);

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, async () => {
    await vite.close();
    await closing;
    await closeApi();
    process.exit(0);
  });
}

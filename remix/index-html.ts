import { readFileSync } from "node:fs";
import path from "node:path";

/** What Remix's manifest says of a route. */
interface ManifestRoute {
  id: string;
  parentId?: string;
  path?: string;
  module: string;
  imports?: string[];
  css?: string[];
}

/** Remix's own manifest, which index.html names: which chunks and sheets each route needs. */
export function readManifest(folder: string, index: string): ManifestRoute[] {
  const name = /\/static\/js\/manifest-[\w-]+\.js/.exec(index)?.[0];
  if (!name) throw new Error("index.html names no route manifest: build the client first");
  const text = readFileSync(path.join(folder, name), "utf8");
  const json = text.slice(text.indexOf("=") + 1).replace(/;\s*$/, "");
  const manifest: { routes: Record<string, ManifestRoute> } = JSON.parse(json);
  return Object.values(manifest.routes);
}

/**
 * index.html with links for what a screen's route and its parents need: chunks as modules, sheets without holding up the first paint. At
 * the end of head only: React hydrates the whole document and leaves unknown nodes at the tail alone.
 */
export function withLinks(index: string, routes: readonly ManifestRoute[], screenPath: string): string {
  const wanted = screenPath.slice(1);
  const matched: ManifestRoute[] = [];
  for (
    let route = routes.find((one) => one.path === wanted) ?? routes.find((one) => one.id === "root");
    route;
    route = routes.find((one) => one.id === route?.parentId)
  )
    matched.push(route);
  const modules = new Set(matched.flatMap((route) => [route.module, ...(route.imports ?? [])]));
  const sheets = new Set(matched.reverse().flatMap((route) => route.css ?? []));
  const links = [
    ...[...sheets].map((href) => `<link rel="preload" as="style" href="${href}"/>`),
    ...[...modules]
      .filter((href) => !index.includes(`"${href}"`))
      .map((href) => `<link rel="modulepreload" href="${href}"/>`),
  ].join("");
  return index.replace("</head>", () => `${links}</head>`);
}

/** A page with further attributes on its root, where React minds none that it does not know. */
export const withAttributes = (page: string, attributes: string): string =>
  page.replace("<html", () => `<html${attributes}`);

/** The scripts within index.html: Remix's and that of the head. */
export const inlineScripts = (index: string): string[] => [
  ...new Set([...index.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, body]) => body ?? "")),
];

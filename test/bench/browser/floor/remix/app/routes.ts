import { index, type RouteConfig, route } from "@remix-run/route-config";

export default [index("list.tsx"), route("rows/:id", "detail.tsx")] satisfies RouteConfig;

/** How Remix marks a route's module in the browser's build. */
export const routeMark = "?__remix-build-client-route";

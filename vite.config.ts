import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { chunkFailure } from "./vite/chunk-failure";
import { mantineStyles } from "./vite/mantine-styles";
import { slim } from "./vite/slim";
import { slimTable } from "./vite/slim-table";

declare module "@remix-run/react" {
  interface Future {
    v3_singleFetch: true;
  }
}

const components = (...names: string[]) => String.raw`\/@mantine\/core\/esm\/components\/(${names.join("|")})\/`;

// What every screen needs, in few files instead of sixty small ones: they compress better together, come in one round, and each preload
// costs the browser some milliseconds. In order: the first that fits takes a module. What opens later is not named here.
const together: readonly (readonly [string, RegExp])[] = [
  [
    "framework",
    /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@remix-run\/(react|router|server-runtime)|turbo-stream|@babel\/runtime|clsx|dom-helpers|prop-types)\/|vite\/preload-helper|commonjsHelpers/,
  ],
  [
    "base",
    /\/node_modules\/(zod|ofetch|ufo|destr|js-cookie|jwt-decode)\/|\/contract\/(sign-in\/auth|common|endpoint|errors|field|([\w-]+\/)?screens)\.ts|\/app\/(browser\/|session\/(?!viewer|binding-|sso|wecom-|pages|one-time|sign-in-refusal)|i18n\/)|\/app\/api\/(call|call-error|cookie|deadline|expire|first-reply|leave|seen-pages|toast|viewer-age|wecom|writes|written)\.ts/,
  ],
  // What the sign-in page draws.
  [
    "ui",
    new RegExp(
      [
        String.raw`\/@mantine\/(core\/esm\/core|hooks|notifications|store)\/|mantine-core-for-notifications|\/react-transition-group\/`,
        String.raw`\/(createReactComponent|defaultAttributes)\.mjs`,
        components(
          "ActionIcon|Button|Center|Checkbox|CloseButton|Group|Input|InputBase|InlineInput|InputsGroupFieldset|Loader|Notification|PasswordInput|Portal|Stack|Text|TextInput|Title|Transition|UnstyledButton",
        ),
      ].join("|"),
    ),
  ],
  // What both the sign-in page and the staff frame need of the blocks.
  [
    "parts",
    /\/app\/blocks\/([a-z]+\/)?(link|states|use-act)\.tsx?|\/icons\/Icon(AlertTriangle|FileOff|Inbox|Key|Lock|SearchOff)\.mjs/,
  ],
  // What the staff frame and most screens in it draw; all sheets of blocks, so that none comes and goes with a screen.
  [
    "kit",
    new RegExp(
      [
        String.raw`\/node_modules\/(@floating-ui|@mantine\/(form|nprogress)|fast-deep-equal|klona|mantine-form-zod-resolver|tabbable|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar|tslib|detect-node-es|get-nonce|aria-hidden)\/`,
        components(
          "Anchor|Combobox|Drawer|Floating|FocusTrap|Indicator|Menu|Modal|ModalBase|MultiSelect|Overlay|Pagination|Paper|Pill|PillsInput|Popover|Progress|Select|Tabs|Tooltip|VisuallyHidden",
        ),
        // Each list has them: named one by one for each of them, they make the map of screens longer, which the sign-in page loads too.
        String.raw`\/icons\/Icon(ArrowUp|Download|GripVertical|SortAscending)\.mjs`,
        String.raw`\/app\/(blocks|features)\/[\w/-]+\.module\.css`,
        String.raw`\/app\/blocks\/([a-z]+\/)?(date-field|dialog|format|list-cards|list-columns|list-pager|list-tabs|remote-select|row-actions|schema-fields|scenes|screen-heading|selects|bottom-sheet|tab-row|tag|use-is-phone|use-latest|use-list-query|value)\.tsx?`,
        String.raw`\/contract\/(day|shared\/message-category|shared\/option|permissions|read-query|personal\/user)\.ts|\/app\/session\/(viewer(-context)?|pages)\.tsx?|\/app\/api\/events\.ts|\/app\/layout\/(?!first-frame|batches\/|messages\/|search\/)`,
      ].join("|"),
    ),
  ],
];

const manualChunks = (id: string) => together.find(([, modules]) => modules.test(id))?.[0];

export default defineConfig({
  plugins: [
    // Remix's plugin cannot run under Vitest (remix#8788).
    !process.env.VITEST &&
      remix({
        ssr: false,
        future: {
          v3_fetcherPersist: true,
          v3_relativeSplatPath: true,
          v3_throwAbortReason: true,
          v3_lazyRouteDiscovery: true,
          v3_singleFetch: true,
          v3_routeConfig: true,
        },
      }),
    chunkFailure(),
    mantineStyles(),
    slim(),
    slimTable(),
  ],
  resolve: { alias: [{ find: /^~\//, replacement: `${import.meta.dirname}/` }] },
  esbuild: { jsx: "automatic" },
  build: {
    // WeCom's desktop clients embed old Chromium and WebKit.
    target: ["es2019", "chrome79", "safari13.1"],
    // Remix writes its manifest to assetsDir, the rest follows the names below; specification §7 wants /static/js and /static/css.
    assetsDir: "static/js",
    assetsInlineLimit: 0,
    rollupOptions: {
      output: {
        manualChunks,
        // Else a group would take along whatever its modules mention: through Mantine's index, every component of every screen.
        onlyExplicitManualChunks: true,
        // As short a hash as so many files allow: the map of screens names each file, and is most of what it weighs.
        entryFileNames: "static/js/[name]-[hash:7].js",
        chunkFileNames: "static/js/[name]-[hash:7].js",
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith(".css"))
            ? "static/css/[name]-[hash:7][extname]"
            : "static/media/[name]-[hash:7][extname]",
      },
    },
  },
});

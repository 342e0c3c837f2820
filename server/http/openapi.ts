import { z } from "zod";
import {
  type Access,
  ageHeader,
  type Endpoint,
  empty,
  endpoint,
  file,
  isKeyed,
  isRowNumber,
  keyDays,
  keyHeader,
  keyLength,
  redirect,
  stream,
  waitDays,
  xml,
} from "~/contract/endpoint";
import { figures } from "~/contract/figures";
import { signedHeaders, signedWithin } from "~/contract/signed";
import { admitVisitor, cachedAs } from "../lib/public-read";
import { type Served, serve } from "../lib/serve";

const documentEndpoint = endpoint("GET /api/openapi.json", "接口文档", "signed-in", {
  reply: z.record(z.string(), z.unknown()),
  isPlain: true,
});

const siteDocumentEndpoint = endpoint("GET /api/public/openapi.json", "公开接口文档（公开）", "public", {
  reply: z.record(z.string(), z.unknown()),
  isPlain: true,
  sharedFor: "dictionary",
});

/** OpenAPI 3.1 of every endpoint, made from the contract by zod's own JSON Schema; and, for everybody, of those that sites call (domain E.6). */
export function openApi(served: () => readonly Served[]): Served[] {
  let document: Json | undefined;
  let siteDocument: Json | undefined;
  const endpoints = () => served().map(({ endpoint }) => endpoint);
  return [
    serve(documentEndpoint, async () => {
      document ??= describe(endpoints());
      return document;
    }),
    serve(siteDocumentEndpoint, async (call) => {
      await admitVisitor(call);
      siteDocument ??= describe(endpoints().filter(isForSites));
      return cachedAs(siteDocument, {});
    }),
  ];
}

const isForSites = ({ path, permission }: Endpoint): boolean =>
  permission === "public" && /^\/api\/(public\/|inquiry\/public$)/.test(path);

/** The parts of the document by their addresses' second segment, in the order in which they are shown. */
const parts: Readonly<Record<string, string>> = {
  auth: "登录",
  user: "个人",
  customer: "客户",
  tracking: "跟进",
  inquiry: "询盘",
  estate: "房源",
  community: "楼盘",
  agent: "代理",
  clue: "报备",
  deal: "成交",
  figures: "数据",
  share: "分享",
  message: "消息",
  comment: "评论",
  notification: "通知",
  article: "资讯",
  content: "内容",
  resource: "营销资源",
  seo: "SEO",
  geo: "地区",
  currency: "币种",
  system: "系统",
  upload: "上传",
  download: "下载",
  search: "搜索",
  public: "公开接口",
};

const partOf = ({ path }: Endpoint): string => parts[path.split("/")[2] ?? ""] ?? "其他";

function describe(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {};
  const shapes: Json = {};
  for (const one of endpoints) {
    const method = one.method.toLowerCase();
    paths[one.path] ??= {};
    const item = paths[one.path];
    if (!item) continue;
    const shared = endpoints.filter((other) => other.line === one.line);
    item[method] ??= operation(one, shared, shapes);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "新房工作台 API",
      version: "1.0.0",
      description: "应答统一为 {code, message, data}，code 为 200 表示成功。",
    },
    tags: Object.values(parts).map((name) => ({ name })),
    paths,
    components: {
      schemas: shapes,
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        signed: {
          ...{ type: "apiKey", in: "header", name: signedHeaders.key },
          description: `密钥名称；${signedHeaders.sign} 为 HMAC-SHA256(密钥, 方法+路径+时间戳+正文) 的十六进制`,
        },
      },
    },
  };
}

type Json = Record<string, unknown>;

/** One operation; entries that share the method and path are alternatives of its body. */
function operation(one: Endpoint, shared: readonly Endpoint[], shapes: Json): Json {
  const bodies = shared.map((entry) => schemaOf(entry.body, "input", shapes)).filter((schema) => hasProperties(schema));
  return {
    tags: [partOf(one)],
    summary: shared.map((entry) => entry.summary).join(" / "),
    description: shared.map((entry) => `${entry.summary}：${inWords(entry.permission)}`).join("\n"),
    security: one.isSigned ? [{ signed: [] }] : one.permission === "public" ? [] : [{ bearer: [] }],
    parameters: [
      ...pathParameters(one.path),
      ...queryParameters(shared, shapes),
      ...shared.filter(isKeyed).slice(0, 1).map(keyParameter),
      ...(shared.some(({ mayWait }) => mayWait) ? [ageParameter] : []),
      ...(one.isSigned ? signedParameters : []),
    ],
    ...(bodies.length > 0 && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: bodies.length > 1 ? { oneOf: bodies } : bodies[0] } },
      },
    }),
    responses: {
      ...success(one, shapes),
      ...(one.sharedFor && kept(one)),
      default: { description: "失败", content: { "application/json": { schema: envelope({}) } } },
    },
  };
}

/** Of what caches keep: not changed, and moved permanently. */
const kept = ({ path }: Endpoint): Json => ({
  304: { description: "内容未变（If-None-Match，或 If-Modified-Since 与上次的 Last-Modified 相同）" },
  ...(path.includes("{slug}") && {
    301: {
      description: "已改用新的网址别名",
      headers: { location: { required: true, schema: { type: "string" } } },
    },
  }),
});

function success({ reply, isPlain }: Endpoint, shapes: Json): Json {
  if (reply === empty) return { 204: { description: "已收到" } };
  if (reply === redirect) return { 302: { description: "转到页面" } };
  const raw = rawTypes.get(reply);
  if (raw) return { 200: { description: raw.label, content: { [raw.type]: {} } } };
  const data = schemaOf(reply, "output", shapes);
  return {
    200: { description: "成功", content: { "application/json": { schema: isPlain ? data : envelope(data) } } },
  };
}

/** Replies that are not in the envelope. */
const rawTypes = new Map<z.ZodType, { label: string; type: string }>([
  [file, { label: "文件", type: "application/octet-stream" }],
  [stream, { label: "事件流", type: "text/event-stream" }],
  [xml, { label: "XML文档", type: "application/xml" }],
]);

const inWords = (access: Access): string =>
  access === "public"
    ? "公开"
    : access === "signed-in"
      ? "登录即可"
      : typeof access === "string"
        ? access
        : access.join(" 或 ");

const envelope = (data: unknown) => ({
  type: "object",
  required: ["code", "message", "data"],
  properties: { code: { type: "integer" }, message: { type: "string" }, data },
});

/** A shape as JSON Schema. What it refers to (a tree's node) goes into `shapes`, where a reference of the document finds it. */
function schemaOf(schema: z.ZodType, io: "input" | "output", shapes: Json): Json {
  const {
    $schema: _,
    $defs,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      if ("label" in jsonSchema && typeof jsonSchema.label === "string") jsonSchema.title = jsonSchema.label;
      const definition = definitionOf(jsonSchema.figure);
      if (definition) jsonSchema.description ??= definition;
      for (const ours of ["label", "control", "options", "scene", "help", "unit", "figure", "isLiteral"])
        delete jsonSchema[ours];
    },
  });
  if (!$defs) return json;
  const first = Object.keys(shapes).length;
  const names = new Map(Object.keys($defs).map((name, index) => [name, `Shape${first + index + 1}`]));
  const inDocument = (part: unknown): Json =>
    JSON.parse(
      JSON.stringify(part).replace(/#\/\$defs\/(\w+)/g, (_, name) => `#/components/schemas/${names.get(name)}`),
    );
  for (const [name, shape] of Object.entries($defs)) shapes[names.get(name) ?? name] = inDocument(shape);
  return inDocument(json);
}

/** What a figure counts: the definition that the screens show at its name. */
function definitionOf(figure: unknown): string | undefined {
  const text = typeof figure === "string" ? Object.entries(figures).find(([key]) => key === figure)?.[1] : figure;
  return typeof text === "object" && text !== null && "definition" in text ? String(text.definition) : undefined;
}

const hasProperties = (schema: Json) => Object.keys(schema.properties ?? {}).length > 0;

const pathParameters = (path: string) =>
  [...path.matchAll(/([^/])\{(\w+)\}|\{(\w+)\}/g)].map(([, beside, part, whole = ""]) => ({
    name: part ?? whole,
    in: "path",
    required: true,
    // What is only a part of its segment is digits.
    schema: { type: beside || isRowNumber(whole) ? "integer" : "string" },
  }));

const keyParameter = (one: Endpoint) => ({
  name: keyHeader,
  in: "header",
  required: false,
  description: `同一内容重复提交时使用同一编号：只处理一次，返回相同结果，保留${keyDays(one)}天`,
  schema: { type: "string", ...keyLength },
});

const ageParameter = {
  name: ageHeader,
  in: "header",
  required: false,
  description: `离线写下、联网后提交的内容：多少秒前写下，最多${waitDays}天`,
  schema: { type: "integer" },
};

const signedParameters = [
  {
    ...{ name: signedHeaders.timestamp, in: "header", required: true },
    description: `Unix 秒，与服务器时间相差不超过${signedWithin}秒`,
    schema: { type: "string" },
  },
  {
    ...{ name: signedHeaders.sign, in: "header", required: true },
    description: "签名",
    schema: { type: "string", minLength: 64, maxLength: 64 },
  },
];

/** Those of every entry that shares the line; a choice is of what any of them takes. */
function queryParameters(shared: readonly Endpoint[], shapes: Json) {
  const schemas = shared.map(({ query }) => schemaOf(query, "input", shapes));
  const asked = schemas.map(({ properties }) => (properties ?? {}) as Json);
  const names = [...new Set(asked.flatMap(Object.keys))];
  return names.map((name) => {
    const all = asked.flatMap((one): Json[] => (name in one ? [one[name] as Json] : []));
    const values = all.flatMap((one) => (Array.isArray(one.enum) ? one.enum : []));
    return {
      name,
      in: "query",
      required: schemas.every(({ required }) => Array.isArray(required) && required.includes(name)),
      schema: { ...all[0], ...(values.length && { enum: [...new Set<unknown>(values)] }) },
      explode: false,
    };
  });
}

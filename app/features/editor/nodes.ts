import { type Attributes, Extension, mergeAttributes, Node } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import { ReactNodeViewRenderer } from "@tiptap/react";
import { nodeAttribute, richNodes } from "~/contract/content/rich-text";
import { EstateView, MissingView, VideoView } from "./node-views";
import { PictureView } from "./picture-view";

const kept = (name: string, isNumber = false): Attributes[string] => ({
  default: null,
  parseHTML: (element) => {
    const text = element.getAttribute(name);
    return isNumber && text ? Number(text) : text;
  },
  renderHTML: () => ({}),
});

const written = (attributes: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null && value !== ""));

const whole = { group: "block", atom: true, draggable: true, selectable: true } as const;

export const Picture = Node.create({
  name: "picture",
  ...whole,
  addAttributes: () => ({
    mediaId: kept("data-media-id", true),
    alt: kept("alt"),
    width: kept("data-width", true),
    align: kept("data-align"),
    sending: { default: null, rendered: false, parseHTML: () => null },
  }),
  parseHTML: () => [{ tag: "img[data-media-id]" }],
  renderHTML({ node: { attrs } }) {
    if (!attrs.mediaId) return ["div", written({ [nodeAttribute]: richNodes.missing, "data-note": attrs.alt })];
    const place = written({ "data-width": attrs.width, "data-align": attrs.align });
    return ["img", { "data-media-id": String(attrs.mediaId), alt: attrs.alt ?? "", ...place }];
  },
  addNodeView: () => ReactNodeViewRenderer(PictureView),
});

const box = (name: string, type: string, attribute: string, view: Parameters<typeof ReactNodeViewRenderer>[0]) =>
  Node.create({
    name,
    ...whole,
    addAttributes: () => ({ value: kept(attribute) }),
    parseHTML: () => [{ tag: `div[${nodeAttribute}="${type}"]` }],
    renderHTML: ({ node: { attrs } }) => [
      "div",
      mergeAttributes(written({ [nodeAttribute]: type, [attribute]: attrs.value })),
    ],
    addNodeView: () => ReactNodeViewRenderer(view),
  });

/** A picture that is still to come; `source` is where the server may fetch it from, and no part of the text. */
const Missing = box("missing", richNodes.missing, "data-note", MissingView).extend({
  addAttributes() {
    const source = {
      default: null,
      rendered: false,
      parseHTML: (element: HTMLElement) => element.dataset.source ?? null,
    };
    return { ...this.parent?.(), source };
  },
});

const LastLine = Extension.create({
  name: "lastLine",
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, _before, { doc, schema, tr }) => {
        const isWritable = doc.lastChild?.isTextblock || doc.lastChild?.type.name.endsWith("List");
        const line = schema.nodes.paragraph;
        if (!line || isWritable || !transactions.some(({ docChanged }) => docChanged)) return null;
        return tr.insert(doc.content.size, line.create());
      },
    }),
  ],
});

export const ownNodes = [
  LastLine,
  Picture,
  Missing,
  box("video", richNodes.video, "data-src", VideoView),
  box("estate", richNodes.estate, "data-id", EstateView),
];

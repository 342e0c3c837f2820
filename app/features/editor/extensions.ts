import { Link } from "@mantine/tiptap";
import Color from "@tiptap/extension-color";
import Highlight from "@tiptap/extension-highlight";
import Placeholder from "@tiptap/extension-placeholder";
import Subscript from "@tiptap/extension-subscript";
import Superscript from "@tiptap/extension-superscript";
import Table from "@tiptap/extension-table";
import TableCell from "@tiptap/extension-table-cell";
import TableHeader from "@tiptap/extension-table-header";
import TableRow from "@tiptap/extension-table-row";
import TextAlign from "@tiptap/extension-text-align";
import TextStyle from "@tiptap/extension-text-style";
import Underline from "@tiptap/extension-underline";
import StarterKit from "@tiptap/starter-kit";
import { t } from "~/app/i18n/t";
import { alignments } from "~/contract/content/rich-text";
import { ownNodes } from "./nodes";

/** What a text may contain: the same as the server keeps (contract/content/rich-text.ts). */
export const extensions = [
  StarterKit.configure({ heading: { levels: [2, 3, 4] }, dropcursor: { color: "var(--app-brand)", width: 2 } }),
  Underline,
  Subscript,
  Superscript,
  TextStyle,
  Color,
  Highlight.configure({ multicolor: true }),
  TextAlign.configure({ types: ["heading", "paragraph"], alignments: [...alignments] }),
  Link.configure({ openOnClick: false, autolink: true, defaultProtocol: "https", protocols: ["mailto", "tel"] }),
  Table.configure({ resizable: false }),
  TableRow,
  TableHeader,
  TableCell,
  Placeholder.configure({ placeholder: () => t("在此输入正文，可直接粘贴 Word、公众号文章，拖入或粘贴图片") }),
  ...ownNodes,
];

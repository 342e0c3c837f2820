import { expect, it } from "vitest";
import { keyOf, strangeIn, tidyText } from "~/server/lib/text";

it("composes, ends lines plainly and cuts outer spaces", () => {
  expect(tidyText("e\u0301te\u0301")).toBe("été");
  expect(tidyText("一\r\n二\r三\n四")).toBe("一\n二\n三\n四");
  expect(tidyText("\u3000\u00A0 王 小明 \t\n")).toBe("王 小明");
});

it("drops what nobody sees", () => {
  const hidden = ["\u200B", "\u200E", "\u200F", "\u202A", "\u202E", "\u2060", "\u2066", "\u2069", "\uFEFF", "\u00AD"];
  for (const one of [...hidden, "\u200C", "\u200D", "\u3164", "\u{E0041}"])
    for (const text of [`${one}wx_ming`, `wx_${one}ming`, `wx_ming${one}`])
      expect(tidyText(text), one.codePointAt(0)?.toString(16)).toBe("wx_ming");
  expect(tidyText("王\u200D小\u200C明")).toBe("王小明");
});

it("leaves the joiners that a picture or a script needs", () => {
  const pictures = [
    "👨‍👩‍👧",
    "🏳️‍🌈",
    "❤️‍🔥",
    "👩🏽‍🚀",
    "🏴‍☠️",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
  ];
  const scripts = ["می‌خواهم", "ක්‍ය", "क्‍ष", "ക്‍"];
  for (const text of [...pictures, ...scripts]) expect(tidyText(text)).toBe(text);
});

it("keeps what people write", () => {
  for (const text of ["葛󠄀城", "1️⃣", "①㈱ Ａ", "ｱﾊﾟｰﾄ", "Ünïcödé", "第1行\n\t第2行"]) expect(tidyText(text)).toBe(text);
});

it("takes for the same what looks the same", () => {
  const same = [
    "Wx_Ming",
    "ｗｘ＿ｍｉｎｇ",
    "wx_ming\u200B",
    "\u202Awx_ming\u202C",
    " WX_MING ",
    "wx\u00AD_ming\uFE0F",
  ];
  expect(new Set(same.map(keyOf))).toEqual(new Set(["wx_ming"]));
  expect(keyOf("ÉTÉ")).toBe(keyOf("été".normalize("NFD")));
});

it("names what a text may not hold", () => {
  expect(strangeIn("张\uE863")).toContain("U+E863");
  expect(strangeIn("张\uE863")).toContain("生僻字");
  expect(strangeIn("张\u{F0001}")).toContain("U+F0001");
  expect(strangeIn("张\u0007")).toBe("控制字符（U+0007）");
  expect(strangeIn("张三\n\t𠮷")).toBeUndefined();
});

import { MantineProvider } from "@mantine/core";
import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { cleanPasted } from "~/app/features/editor/paste";
import { RichField } from "~/app/features/editor/rich-field";
import { readable } from "~/app/features/notice/readable";
import { parseHtml, withoutHandlers } from "~/app/features/rich-text/parse-html";
import { RichText } from "~/app/features/rich-text/rich-text";
import { ViewerProvider } from "~/app/session/viewer-context";
import { someViewer } from "../../support/render-route";
import { scriptPayloads } from "../../support/script-payloads";

const isHandler = ({ name }: Attr) => name.startsWith("on");

function elementsIn(root: ParentNode): Element[] {
  return [...root.querySelectorAll("*")].flatMap((element) => [
    element,
    ...(element instanceof HTMLTemplateElement ? elementsIn(element.content) : []),
  ]);
}

it.each([
  [`<img src=x onerror=go()>`, `<img src=x >`],
  [`<p ONCLICK="a > b" class='c'>文</p>`, `<p  class='c'>文</p>`],
  [`<p onclick = 'a "b"' onload>文</p>`, `<p  >文</p>`],
  [`<p\n\tonclick\n=\n"go()"\n>文</p>`, `<p\n\t\n>文</p>`],
  [`<img/src="x"/onerror=go()/a>`, `<img/src="x"/>`],
  [`<img src="x"onerror="go()"alt="y">`, `<img src="x"alt="y">`],
  [`<img alt="a>b" onerror=go()>`, `<img alt="a>b" >`],
  [`<!--><img onerror=go()>-->`, `<!--><img >-->`],
  [`<style>a<b c="</style><img onerror=go()>`, `<style>a<b c="</style><img >`],
])("cuts the handlers out of %s", (html, rest) => {
  expect(withoutHandlers(html)).toBe(rest);
});

it.each([
  `a onerror=b`,
  `1 < 2 onclick=x > 0`,
  `<p title="a onclick=b" data-on="1" xon=y>onclick="go()"</p>`,
  `<p title='<img onerror=go()>'>文</p>`,
  `<a href=?a&onclick=1>文</a>`,
  `<!-- <img onerror=go()> -->`,
  `<textarea><img onerror=go()></textarea>`,
  `&lt;img onerror=go()&gt;`,
])("leaves %s as it is", (html) => {
  expect(withoutHandlers(html)).toBe(html);
});

it("leaves no handler of all known attempts, and all else as a browser reads it", () => {
  // jsdom parses the content of a select as browsers did until 2025.
  const attempts = scriptPayloads().filter((html) => !html.startsWith("<select>"));
  const wrong = attempts.filter((html) => {
    const asIs = new DOMParser().parseFromString(html, "text/html");
    for (const element of elementsIn(asIs))
      for (const { name } of [...element.attributes].filter(isHandler)) element.removeAttribute(name);
    return parseHtml(html).documentElement.outerHTML !== asIs.documentElement.outerHTML;
  });
  expect(wrong).toEqual([]);
});

it("stands before each parser that is given what is pasted, written or shown", () => {
  const parse = vi.spyOn(DOMParser.prototype, "parseFromString");
  const html = `<p onclick="go()">文</p><img data-media-id="7" src="/x" onerror="go()">`;
  const input = { id: "text", label: "正文", error: undefined, withAsterisk: false, onBlur: () => undefined };
  const field = {
    name: "text",
    label: "正文",
    control: "rich" as const,
    isRequired: false,
    hasDefault: false,
    isMany: false,
  };
  const draw = (value: string) => (
    <MantineProvider>
      <ViewerProvider value={someViewer()}>
        <RichText html={value} />
        <RichField input={input} field={field} value={value} onChange={() => undefined} />
      </ViewerProvider>
    </MantineProvider>
  );
  const { rerender } = render(draw(html));
  // As a draft comes from outside.
  rerender(draw(`${html}<p onclick="go()">续</p>`));
  const paste = createEvent.paste(screen.getByRole("textbox", { name: "正文" }), {
    clipboardData: { files: [new File([], "x.png")], getData: (type: string) => (type === "text/html" ? html : "") },
  });
  fireEvent(screen.getByRole("textbox", { name: "正文" }), paste);
  expect([cleanPasted(html), readable(html)].filter((text) => text.includes("go()"))).toEqual([]);
  expect(parse.mock.calls.map(([text]) => text).filter((text) => text.includes("go()"))).toEqual([]);
  expect(parse.mock.calls.length).toBeGreaterThan(6);
});

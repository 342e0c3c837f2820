import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { RichText } from "~/app/features/rich-text/rich-text";
import { missingPictureText } from "~/contract/content/rich-text";
import { scriptPayloads } from "../../support/script-payloads";

const show = (html: string, isInside = false) =>
  render(
    <MantineProvider>
      <RichText html={html} isInside={isInside} />
    </MantineProvider>,
  ).container.lastElementChild;

it("draws what the editor writes", () => {
  const shown = show(
    '<h2 style="text-align: center">景观</h2><p>临<strong>海</strong><mark style="background-color: #fff3bf">标</mark></p><ol start="3"><li>三</li></ol><table><tbody><tr><td colspan="2">格</td></tr></tbody></table><p><a href="https://a.example/">链接</a></p><img data-media-id="7" src="/api/upload/media/7/file/x" alt="外观" data-width="50"><div data-type="video" data-src="https://player.bilibili.com/x"></div>',
  );
  expect(screen.getByText("景观").outerHTML).toBe('<h4 style="text-align: center;">景观</h4>');
  expect(screen.getByText("标").style.backgroundColor).toBe("rgb(255, 243, 191)");
  expect([shown?.querySelector("ol")?.start, shown?.querySelector("td")?.colSpan]).toEqual([3, 2]);
  expect(screen.getByText("链接")).toMatchObject({ href: "https://a.example/", target: "_blank" });
  expect(screen.getByAltText("外观").style.width).toBe("50%");
  expect(screen.getByText(/观看视频/)).toHaveProperty("href", "https://player.bilibili.com/x");
});

it("says to the house alone that a picture is missing", () => {
  const html = '<p>前</p><div data-type="missing-picture"></div>';
  expect(show(html)?.textContent).toBe("前");
  expect(show(html, true)?.textContent).toBe("前 有图片待上传，客户看不到此处");
  expect(missingPictureText).toContain("重新上传");
});

it("draws nothing that runs, of texts that nobody has made safe", () => {
  const tags = [
    "div",
    "p",
    "br",
    "hr",
    "h4",
    "h5",
    "h6",
    "blockquote",
    "pre",
    "code",
    "strong",
    "em",
    "u",
    "s",
    "sub",
    "sup",
  ];
  tags.push("mark", "span", "a", "ul", "ol", "li", "table", "colgroup", "col", "thead", "tbody", "tr", "th", "td");
  tags.push("figure", "figcaption", "img");
  const names = [
    "class",
    "style",
    "href",
    "title",
    "rel",
    "target",
    "src",
    "alt",
    "loading",
    "colspan",
    "rowspan",
    "span",
  ];
  names.push("start", "data-align");
  const wrong = scriptPayloads().flatMap((payload) => {
    const shown = show(payload);
    const faults = [...(shown?.querySelectorAll("*:not(svg, svg *)") ?? [])].filter(
      (element) =>
        !tags.includes(element.localName) ||
        [...element.attributes].some(
          ({ name, value }) =>
            !names.includes(name) ||
            (name === "href" && !/^(https?|mailto|tel):/.test(value)) ||
            (name === "src" && !/^(\/(?!\/)|https?:)/.test(value)),
        ),
    );
    return faults.length ? [{ payload, shown: shown?.innerHTML }] : [];
  });
  expect(wrong).toEqual([]);
});

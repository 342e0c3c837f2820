import { JSDOM } from "jsdom";
import { describe, expect, test } from "vitest";
import { letterCount, mediaIn, paragraphsOf, richOf, richTags, textOf } from "~/contract/content/rich-text";
import { cleanHtml } from "~/server/lib/rich-text/clean";
import { escapeHtml, forEditor, forPreview, forReaders } from "~/server/lib/rich-text/display";
import { faultsIn, parsed } from "~/test/support/rich-faults";
import { scriptPayloads } from "~/test/support/script-payloads";

const videoHosts = ["player.bilibili.com"];
const rules = { videoHosts };
const display = { ...rules, urlOf: (id: number) => `/picture/${id}?a=1&b=2` };
const card = { title: "云汀<b>", cover: null, facts: [{ label: "总价", value: '"5,980万日元"' }], url: null };
const payloads = scriptPayloads();

describe("no script survives", () => {
  test(`there are ${payloads.length} attempts, each another one`, () => {
    expect(new Set(payloads).size).toBeGreaterThanOrEqual(250);
  });

  test.each([
    ["alone", (payload: string) => payload],
    ["in a paragraph", (payload: string) => `<p>前${payload}后</p>`],
    ["in a cell", (payload: string) => `<table><tbody><tr><td>${payload}</td></tr></tbody></table>`],
    ["in an attribute", (payload: string) => `<img data-media-id="7" alt="${escapeHtml(payload)}">`],
    ["behind what is left open", (payload: string) => `<p><strong title='${payload}`],
  ])("%s, as it is kept, edited, read and previewed", (_, around) => {
    const wrong = payloads.flatMap((payload) => {
      const kept = cleanHtml(around(payload), rules);
      const readers = forReaders(kept, display, () => card);
      const shown = [
        ["kept", kept, richTags],
        ["edited", forEditor(kept, display), richTags],
        ["read", readers, [...richTags, "iframe"]],
        ["previewed", forPreview(kept, display, () => card), [...richTags, "iframe"]],
      ] as const;
      const faults = shown.flatMap(([where, html, tags]) => faultsIn(html, tags).map((fault) => `${where}: ${fault}`));
      // What a browser writes back of it is as safe, and cleaning it once more changes nothing.
      const again = parsed(parsed(kept).innerHTML).innerHTML;
      faults.push(...faultsIn(again, richTags), ...(cleanHtml(kept, rules) === kept ? [] : [`not stable: ${kept}`]));
      return faults.length ? [{ payload, faults }] : [];
    });
    expect(wrong).toEqual([]);
  });

  test("a document of all of them runs nothing", () => {
    const body = payloads.map((payload) => forPreview(cleanHtml(payload, rules), display, () => card)).join("\n");
    const dom = new JSDOM(
      `<!doctype html><script>window.ran = 0; window.alert = () => window.ran++;</script><body>${body}`,
      {
        runScripts: "dangerously",
      },
    );
    for (const element of dom.window.document.querySelectorAll<HTMLElement>("body *")) element.click();
    expect(Reflect.get(dom.window, "ran")).toBe(0);
  });
});

describe("what the editor writes stays", () => {
  const written = [
    '<h2 style="text-align: center">标题</h2>',
    '<p>正文<strong>粗</strong><em>斜</em><u>线</u><s>删</s><span style="color: #d83931">红</span><mark style="background-color: #fff3bf">标</mark></p>',
    "<ul><li><p>一</p><ul><li><p>二</p></li></ul></li></ul>",
    '<ol start="3"><li><p>三</p></li></ol>',
    '<table><colgroup><col span="2" /></colgroup><tbody><tr><th colspan="2"><p>头</p></th></tr><tr><td><p>格</p></td><td rowspan="2"><p>格</p></td></tr></tbody></table>',
    '<p><a href="https://a.example/x?a=1&amp;b=2" rel="noopener noreferrer nofollow" target="_blank">链接</a></p>',
    '<img data-media-id="7" alt="外观" data-width="50" data-align="center" />',
    '<div data-type="video" data-src="https://player.bilibili.com/player.html?bvid=BV1"></div>',
    '<div data-type="estate" data-id="9"></div>',
    "<blockquote><p>引</p></blockquote><pre><code>x</code></pre><hr />",
  ].join("");

  test("unchanged", () => expect(cleanHtml(written, rules)).toBe(written));

  test("with addresses for the editor; with frames and cards for readers, who see no estate that is not online", () => {
    expect(forEditor(written, display)).toContain('<img data-media-id="7" src="/picture/7?a=1&amp;b=2" alt="外观"');
    const read = forReaders(written, display, () => card);
    expect(read).toContain('sandbox="allow-scripts allow-same-origin allow-presentation"');
    expect(read).toContain("云汀&lt;b&gt;");
    expect(read).toContain('style="width:50%"');
    expect(forReaders(written, display, () => undefined)).not.toContain("estate");
  });

  test("counted and read as words", () => {
    expect(textOf("<p>一 &amp; 二</p><table><tr><td>三</td><td>四</td></tr></table>")).toBe("一 & 二\n三\t四");
    expect(letterCount("<p>一 二</p><p>👍</p>")).toBe(3);
    expect(mediaIn(written)).toEqual([7]);
  });
});

test("plain words become paragraphs in which nothing is a tag, and stay so; what begins with a block is rich already", () => {
  const words = ' 面积 < 50㎡ & "安静"\r\n\n  <script>alert(1)</script> \n';
  const html = paragraphsOf(words);
  expect(html).toBe('<p>面积 &lt; 50㎡ &amp; "安静"</p><p>&lt;script&gt;alert(1)&lt;/script&gt;</p>');
  expect(cleanHtml(html, rules)).toBe(html);
  expect(textOf(html)).toBe('面积 < 50㎡ & "安静"\n<script>alert(1)</script>');
  expect(richOf("第一段\n第二段")).toBe("<p>第一段</p><p>第二段</p>");
  expect([richOf(html), richOf("<b>词</b>"), richOf(" ")]).toEqual([html, "<p>&lt;b&gt;词&lt;/b&gt;</p>", ""]);
});

test("pictures of others, and those that are not there, are to be uploaded again; readers see nothing of it, a preview says so", () => {
  const html =
    '<p>前<img src="https://other.example/x.png" alt="景观"><img src="data:image/png;base64,AAAA"></p><img data-media-id="8" alt="">';
  const kept = cleanHtml(html, { ...rules, isShown: (id) => id !== 8 });
  expect(kept.match(/missing-picture/g)).toHaveLength(3);
  expect(kept).toContain('data-note="景观"');
  expect(kept).not.toContain("other.example");
  expect(forReaders(kept, display, () => undefined)).not.toMatch(/missing|重新上传/);
  expect(forPreview(kept, display, () => undefined)).toContain("请重新上传");
});

test("what Word and others paste becomes what the editor writes", () => {
  expect(
    cleanHtml(
      `<!--StartFragment--><h1 class="MsoTitle" style="mso-style:1;text-align:center">题</h1><p class=MsoNormal style='margin:0'><b>粗</b><o:p></o:p></p>
<section><font color="red">字</font></section><div><p>段</p></div>`,
      rules,
    ).replace(/\s+/g, " "),
  ).toBe(
    '<h2 style="text-align: center">题</h2><p><strong>粗</strong></p> <p><span>字</span></p><p></p><p>段</p><p></p>',
  );
});

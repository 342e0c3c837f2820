import { Editor } from "@tiptap/core";
import { expect, it } from "vitest";
import { extensions } from "~/app/features/editor/extensions";
import { cleanPasted } from "~/app/features/editor/paste";
import { headingLevels, richTags } from "~/contract/content/rich-text";
import { cleanHtml } from "~/server/lib/rich-text/clean";

/** What the editor writes of what is pasted, as the server keeps it. */
function pasted(html: string): string {
  const editor = new Editor({ extensions, content: cleanPasted(html) });
  const written = editor.getHTML();
  editor.destroy();
  return cleanHtml(written, { videoHosts: [] });
}

const item = (level: number, sign: string, words: string) =>
  `<p class=MsoListParagraph style='margin-left:${level * 18}pt;text-indent:-18pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
lang=EN-US style='font-family:Wingdings'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span>${words}</span></p>`;

it("knows Word: headings, titles, emphasis, nested lists", () => {
  const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"><style><!--
@font-face {font-family:宋体;} p.MsoNormal {margin:0cm; text-align:justify; font-weight:normal} h1 {font-weight:bold; text-align:center}
p.Wichtig, li.Wichtig {font-weight:bold} @list l0:level1 {mso-level-text:"%1\\.";} --></style></head><body lang=ZH-CN><!--StartFragment-->
<p class=MsoTitle>港区报告</p><h1>一、市场<o:p></o:p></h1>
<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>粗</b><i>斜</i><u>线</u><s>删</s><b>全<span style='font-weight:normal'>细</span></b>文<o:p></o:p></p>
<p class=Wichtig>要紧</p><p class=MsoNormal style='mso-outline-level:5'>小节</p>
${item(1, "l", "甲")}${item(2, "Ø", "甲一")}${item(2, "Ø", "甲二")}${item(1, "l", "乙")}
<p class=MsoNormal>其间</p>${item(1, "3.", "三")}${item(2, "(a)", "三甲")}${item(1, "4.", "四")}<!--EndFragment--></body></html>`;
  expect(pasted(word)).toBe(
    [
      '<h2>港区报告</h2><h2 style="text-align: center">一、市场</h2>',
      "<p><strong>粗</strong><em>斜</em><u>线</u><s>删</s><strong>全</strong>细文</p>",
      "<p><strong>要紧</strong></p><h4>小节</h4>",
      "<ul><li><p>甲</p><ul><li><p>甲一</p></li><li><p>甲二</p></li></ul></li><li><p>乙</p></li></ul><p>其间</p>",
      '<ol start="3"><li><p>三</p><ol><li><p>三甲</p></li></ol></li><li><p>四</p></li></ol>',
    ].join(""),
  );
});

it("knows WPS: weight in its runs, signs of its lists", () => {
  const wps = `<html><body><!--StartFragment--><h1><b style="mso-bidi-font-weight:normal"><span style="mso-spacerun:'yes';font-weight:bold;font-size:22.0000pt">概况</span></b></h1>
<p class=MsoNormal><span style="mso-spacerun:'yes';font-weight:bold;">价格</span><span style="mso-spacerun:'yes';font-style:italic;">约</span><span style="text-decoration:underline;text-underline:single;">一亿</span></p>
<p class=MsoNormal style="text-indent:-21.0000pt;mso-list:l1 level1 lfo2;"><![if !supportLists]><span style="font-family:宋体;"><span style='mso-list:Ignore;'>一、<span>&nbsp;</span></span></span><![endif]><span>交通</span></p>
<p class=MsoNormal style="text-indent:-21.0000pt;mso-list:l1 level1 lfo2;"><span style='mso-list:Ignore;'>二、<span>&nbsp;</span></span><span>学校</span></p><!--EndFragment--></body></html>`;
  expect(pasted(wps)).toBe(
    "<h2><strong>概况</strong></h2><p><strong>价格</strong><em>约</em><u>一亿</u></p><ol><li><p>交通</p></li><li><p>学校</p></li></ol>",
  );
});

it("knows Google Docs: the wrapper that is not bold, looks in spans, lists below lists", () => {
  const docs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-size:20pt;font-weight:400;font-style:normal;text-decoration:none;">市场</span></h1>
<p dir="ltr"><span style="font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;">平</span><span style="font-weight:700;">粗</span><span style="font-weight:400;font-style:italic;">斜</span><span style="text-decoration:underline;-webkit-text-decoration-skip:none;text-decoration-skip-ink:none;">线</span><span style="text-decoration:line-through;">删</span><span style="font-size:0.6em;vertical-align:super;">2</span><a href="https://a.example/" style="text-decoration:none;"><span style="text-decoration:underline;">链</span></a></p>
<ul><li dir="ltr" style="font-weight:400;" aria-level="1"><p role="presentation"><span style="font-weight:400;">甲</span></p></li><ul><li aria-level="2"><p><span>甲一</span></p></li></ul><li aria-level="1"><p><span>乙</span></p></li></ul></b><br class="Apple-interchange-newline">`;
  expect(pasted(docs)).toBe(
    [
      "<h2>市场</h2><p>平<strong>粗</strong><em>斜</em><u>线</u><s>删</s><sup>2</sup>",
      '<a href="https://a.example/" rel="noopener noreferrer nofollow" target="_blank">链</a></p>',
      "<ul><li><p>甲</p><ul><li><p>甲一</p></li></ul></li><li><p>乙</p></li></ul>",
    ].join(""),
  );
});

it("knows Outlook and its page, where boxes say how their words look", () => {
  const outlook = `<div class="WordSection1"><p class="MsoNormal">您好</p><div style="font-weight:bold; text-align:center"><p class="x_MsoNormal">报价</p><div>见下<i style="font-style:normal">文</i></div></div></div>${item(1, "·", "甲")}${item(1, "·", "乙")}`;
  expect(pasted(outlook)).toBe(
    '<p>您好</p><p style="text-align: center"><strong>报价</strong></p><p style="text-align: center"><strong>见下文</strong></p><ul><li><p>甲</p></li><li><p>乙</p></li></ul>',
  );
});

it("knows Pages, whose classes are in its sheet", () => {
  const pages = `<!DOCTYPE html><html><head><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">
p.p1 {margin: 0.0px; text-align: center; font: 18.0px 'PingFang SC'} span.s1 {text-decoration: underline} span.s2 {font-weight: bold} li.li1 {margin: 0.0px}</style></head>
<body><p class="p1"><b>标题</b></p><p><span class="s1">线</span><span class="s2">粗</span><i>斜</i></p><ol class="ol1"><li class="li1"><span></span>甲</li><li class="li1">乙</li></ol></body></html>`;
  expect(pasted(pages)).toBe(
    '<p style="text-align: center"><strong>标题</strong></p><p><u>线</u><strong>粗</strong><em>斜</em></p><ol><li><p>甲</p></li><li><p>乙</p></li></ol>',
  );
});

it("knows Word in the browser, with a list for each entry", () => {
  const entry = (tag: string, level: number, words: string) =>
    `<div class="ListContainerWrapper"><${tag}><li data-listid="1" data-aria-level="${level}" data-aria-posinset="1"><p><span>${words}</span></p></li></${tag}></div>`;
  expect(pasted(entry("ul", 1, "甲") + entry("ul", 2, "甲一") + entry("ul", 1, "乙") + entry("ol", 1, "一"))).toBe(
    "<ul><li><p>甲</p><ul><li><p>甲一</p></li></ul></li><li><p>乙</p></li></ul><ol><li><p>一</p></li></ol>",
  );
});

it("takes a site's weights as they look, and every level of heading", () => {
  const site = `<div style="font-weight: 300"><h1>一</h1><h2>二</h2><h3>三</h3><h4>四</h4><h5>五</h5><h6>六</h6><p style="font-weight: 600">重<em style="font-style: normal">正</em></p><p><span style="font-weight: 500">中</span><strong style="font-weight: 700">粗</strong></p></div>`;
  expect(pasted(site)).toBe(
    "<h2>一</h2><h2>二</h2><h3>三</h3><h4>四</h4><h4>五</h4><h4>六</h4><p><strong>重正</strong></p><p>中<strong>粗</strong></p>",
  );
  expect(Object.values(headingLevels).every((level) => (richTags as readonly string[]).includes(level))).toBe(true);
});

it("keeps the editor's own colours, which are copied within it", () => {
  expect(
    pasted(
      '<p><span style="color: rgb(216, 57, 49)">红</span><mark style="background-color: rgb(255, 243, 191)">标</mark><span style="color: rgb(1, 2, 3)">他</span></p>',
    ),
  ).toBe('<p><span style="color: #d83931">红</span><mark style="background-color: #fff3bf">标</mark>他</p>');
});

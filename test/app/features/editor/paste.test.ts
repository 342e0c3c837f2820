import { expect, it } from "vitest";
import { filmAddress } from "~/app/features/editor/film-address";
import { cleanPasted } from "~/app/features/editor/paste";

it("takes words, emphasis and lists out of a Word document, and nothing of its looks", () => {
  const word = `<html xmlns:o="urn:x"><head><style>p{color:red}</style></head><body><!--[if gte mso 9]><xml>x</xml><![endif]-->
<p class=MsoNormal style='margin:0cm;font-family:宋体'><b>要点</b><o:p></o:p></p><p class=MsoNormal>&nbsp;</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>看房</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>2.<span>&nbsp; </span></span>签约</p>
<p style="text-align:center">居中</p></body></html>`;
  const clean = cleanPasted(word).replace(/\n/g, "");
  expect(clean).toContain('<p class="MsoNormal"><b>要点</b></p>');
  expect(clean).toContain("<ol><li>看房</li><li>签约</li></ol>");
  expect(clean).toContain('<p style="text-align: center">居中</p>');
  expect(clean).not.toMatch(/宋体|<style|mso-|<!--|&nbsp;/);
});

it("takes an article of WeChat apart: sections become paragraphs, pictures of others a place for them that knows where they were, films stay", () => {
  const article = `<section style="color:rgb(1,2,3)"><section><strong>湾岸</strong>新盘</section>
<section><img data-src="https://mmbiz.qpic.cn/a.png" alt="外观"><img src="data:image/png;base64,AA" width="600"><img src="https://x.test/1.gif" width="1"></section>
<iframe class="video_iframe" data-src="https://v.qq.com/x/page/abc123.html"></iframe><script>alert(1)</script></section>`;
  const clean = cleanPasted(article).replace(/\n/g, "");
  expect(clean).toBe(
    [
      "<p><strong>湾岸</strong>新盘</p>",
      '<div data-type="missing-picture" data-note="外观" data-source="https://mmbiz.qpic.cn/a.png"></div><div data-type="missing-picture"></div>',
      '<div data-type="video" data-src="https://v.qq.com/txp/iframe/player.html?vid=abc123"></div>',
    ].join(""),
  );
});

it("leaves what was copied out of the editor itself as it is", () => {
  const own = '<p>文</p><img data-media-id="7" alt="外观"><div data-type="estate" data-id="3"></div>';
  expect(cleanPasted(own)).toBe(own);
});

it("knows a film by its page, its frame and the code of one", () => {
  expect(filmAddress("https://www.bilibili.com/video/BV1xx411c7mD/?spm=1")).toBe(
    "https://player.bilibili.com/player.html?bvid=BV1xx411c7mD",
  );
  expect(filmAddress('<iframe src="//player.bilibili.com/player.html?bvid=BV1"></iframe>')).toBe(
    "https://player.bilibili.com/player.html?bvid=BV1",
  );
  expect(filmAddress("https://youtu.be/dQw4w9WgXcQ")).toBe("https://www.youtube.com/embed/dQw4w9WgXcQ");
  expect(filmAddress("看这个视频")).toBeUndefined();
});

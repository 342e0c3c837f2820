import { expect, test } from "vitest";
import { fieldOf } from "~/app/blocks/form/field/schema-fields";
import { news } from "~/app/routes/article/news-kind";
import { investmentKind } from "~/app/routes/resource/investment-kind";
import { reportKind } from "~/app/routes/resource/report-kind";
import { videoKind } from "~/app/routes/resource/video-kind";
import { seoArticles } from "~/app/routes/seo/article/article-kind";
import { cityIntroduction } from "~/app/routes/seo/city-kind";
import { encyclopaediaOf } from "~/app/routes/seo/encyclopaedia-kind";
import { specialKind } from "~/app/routes/special/special-kind";
import { contentKinds } from "~/contract/content/content-kinds";
import { contents as served } from "~/server/resources/areas";

const shown = [
  ...[news, investmentKind, reportKind, videoKind, seoArticles, cityIntroduction],
  ...[encyclopaediaOf(undefined), specialKind],
];

test("each kind's form stars what the server demands at its publication, and looks for the cover that is one of it", () => {
  expect(shown.map(({ kind }) => kind).sort()).toEqual(Object.keys(contentKinds).sort());
  for (const { kind, whole, endpoints, seo } of shown) {
    expect([kind, whole === served[kind].whole]).toEqual([kind, true]);
    if (!seo) continue;
    const { body } = endpoints.create;
    const picture = Object.keys(body.shape).find(
      (name) => fieldOf(body, name).control === "media" && fieldOf(whole, name).isRequired,
    );
    expect([kind, seo.cover]).toEqual([kind, picture]);
  }
});

test.each(shown)("$kind has every field in its form, once", ({ sections, endpoints }) => {
  const names = sections(undefined).flatMap(({ fields }) =>
    fields.map((one) => (typeof one === "string" ? one : one.name)),
  );
  expect(names.sort()).toEqual(Object.keys(endpoints.create.body.shape).sort());
});

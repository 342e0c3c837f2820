import { sheetOf } from "~/server/resources/content/page";

export const sheet = sheetOf(`
:root { color-scheme: light; --ink: #1f2329; --soft: #575e69; --line: #dee0e3; --wash: #f5f7fa; --deep: #14467f; --accent: #1a62d6; }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body { margin: 0; font: 16px/1.75 -apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; color: var(--ink); background: #fff; overflow-wrap: anywhere; }
img { display: block; max-width: 100%; height: auto; }
a { color: var(--accent); }
h1 { margin: 0; font-size: 40px; line-height: 1.3; text-wrap: balance; }
h2 { margin: 0 0 20px; font-size: 26px; line-height: 1.4; text-wrap: balance; }
h3 { margin: 24px 0 8px; font-size: 18px; }
p { margin: 0 0 16px; }
.strip { position: sticky; z-index: 3; top: 0; padding: 6px 16px; font-size: 13px; line-height: 20px; color: #5c3c00; background: #fff3bf; text-align: center; }
.block { padding: 48px 24px; }
.block:nth-child(even) { background: var(--wash); }
.inner { max-width: 1080px; margin: 0 auto; }
.narrow { max-width: 760px; margin: 0 auto; }
.banner { position: relative; display: grid; min-height: 320px; background: var(--deep); color: #fff; overflow: hidden; }
.banner > picture, .banner > .words { grid-area: 1 / 1; }
.banner picture img { width: 100%; height: 100%; max-height: 560px; object-fit: cover; }
.banner .words { position: relative; align-self: end; padding: 96px 24px 40px; background: linear-gradient(to top, rgb(10 26 48 / 0.86), rgb(10 26 48 / 0.6) 55%, rgb(10 26 48 / 0)); }
.banner .words > div { max-width: 1080px; margin: 0 auto; }
.banner h2 { margin: 0; font-size: 34px; }
.banner p { margin: 12px 0 0; font-size: 19px; }
.button { display: inline-block; min-height: 48px; padding: 10px 28px; font: inherit; font-weight: 600; line-height: 28px; color: #fff; background: var(--accent); border: 0; border-radius: 6px; text-align: center; text-decoration: none; cursor: pointer; }
.button:hover { background: #154fae; }
.button:focus-visible, input:focus-visible, select:focus-visible, textarea:focus-visible, summary:focus-visible, a:focus-visible { outline: 3px solid #ffb020; outline-offset: 2px; }
.banner .button { margin-top: 20px; }
.figure { margin: 0; }
.figure img { width: 100%; border-radius: 6px; }
.figure figcaption { margin-top: 8px; font-size: 14px; color: var(--soft); text-align: center; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 20px; margin: 0; padding: 0; list-style: none; }
.estate { display: flex; flex-direction: column; height: 100%; background: #fff; border: 1px solid var(--line); border-radius: 8px; color: inherit; text-decoration: none; overflow: hidden; }
a.estate:hover { border-color: var(--accent); }
.estate img, .estate .blank { width: 100%; aspect-ratio: 3 / 2; object-fit: cover; background: #e8ecf1; }
.estate strong { padding: 14px 16px 4px; font-size: 18px; line-height: 1.4; }
.estate dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; margin: 0; padding: 0 16px 16px; font-size: 14px; color: var(--soft); }
.estate dd { margin: 0; }
.estate .price { color: #b4341f; font-weight: 600; }
.scroll { overflow-x: auto; }
.scroll table { width: 100%; min-width: 480px; border-collapse: collapse; background: #fff; }
th, td { padding: 10px 14px; border: 1px solid var(--line); text-align: left; vertical-align: top; }
th { background: #eaf1fb; }
.text table { display: block; max-width: 100%; border-collapse: collapse; overflow-x: auto; }
.text img { margin: 0 auto 16px; }
.text .estate { display: block; height: auto; margin: 0 0 16px; padding: 12px; }
.text .estate img { float: left; width: 120px; aspect-ratio: auto; height: 80px; margin: 0 12px 0 0; }
.text .estate strong { display: block; padding: 0; }
.text .estate span { display: inline-block; margin-right: 16px; font-size: 14px; color: var(--soft); }
blockquote { margin: 0 0 16px; padding: 4px 16px; border-left: 3px solid #c9d3e0; color: var(--soft); }
details { margin: 0 0 12px; background: #fff; border: 1px solid var(--line); border-radius: 6px; }
summary { min-height: 48px; padding: 10px 16px; font-weight: 600; cursor: pointer; }
details p { padding: 0 16px; white-space: pre-line; }
.video { position: relative; padding-top: 56.25%; background: #e8ecf1; border-radius: 6px; overflow: hidden; }
.video iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; }
.film { display: block; width: 100%; max-height: 80vh; background: #000; border-radius: 6px; }
.place { padding: 20px 24px; background: #fff; border: 1px solid var(--line); border-left: 4px solid var(--accent); border-radius: 6px; }
.place strong { font-size: 18px; }
.place p { margin: 8px 0 0; white-space: pre-line; }
.count { padding: 32px 24px; text-align: center; color: #fff; background: #8c2d19; }
.count strong { display: block; font-size: 34px; line-height: 1.4; }
.count h2 { margin: 0; }
.call { padding: 40px 24px; text-align: center; color: #fff; background: var(--deep); }
.call .button { color: var(--deep); background: #fff; }
.call .button:hover { background: #e2ecf9; }
.call p { white-space: pre-line; }
form, .sent { max-width: 560px; margin: 0 auto; padding: 28px; background: #fff; border: 1px solid var(--line); border-radius: 8px; box-shadow: 0 4px 24px rgb(20 40 80 / 0.08); }
.sent { border-color: #2f8f4e; text-align: center; font-size: 18px; }
.sent p { margin: 0; }
.field { margin: 0 0 16px; }
.field label { display: block; margin-bottom: 4px; font-size: 15px; }
.field .need { color: #c0271a; }
input, select, textarea { width: 100%; min-height: 48px; padding: 8px 12px; font: inherit; color: inherit; background: #fff; border: 1px solid #8f959e; border-radius: 6px; }
textarea { min-height: 112px; resize: vertical; }
[aria-invalid="true"] { border-color: #c0271a; border-width: 2px; }
.pair { display: grid; grid-template-columns: minmax(110px, 150px) 1fr; gap: 8px; }
.wrong { margin: 4px 0 0; font-size: 14px; color: #c0271a; }
.summary { margin: 0 0 16px; padding: 10px 14px; color: #8c1d12; background: #fdecea; border-radius: 6px; }
#form h2 { text-align: center; }
.trap { position: absolute; left: -9999px; width: 1px; height: 1px; overflow: hidden; }
form .button { width: 100%; }
form .button[disabled] { background: #8f959e; cursor: default; }
.hint { margin: 12px 0 0; font-size: 13px; color: var(--soft); }
footer { padding: 28px 24px 96px; font-size: 14px; color: var(--soft); text-align: center; border-top: 1px solid var(--line); }
.bar { display: none; }
.gone { max-width: 560px; margin: 20vh auto 0; padding: 0 24px; text-align: center; }
.visually { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 600px) {
  .block { padding: 32px 16px; }
  h1, .banner h2 { font-size: 27px; }
  h2 { margin-bottom: 16px; font-size: 21px; }
  .banner { min-height: 260px; }
  .banner .words { padding: 72px 16px 24px; }
  .banner p { font-size: 16px; }
  .cards { grid-template-columns: 1fr; }
  form, .sent { padding: 20px 16px; }
  .bar { position: fixed; z-index: 2; right: 0; bottom: 0; left: 0; display: block; padding: 8px 16px calc(8px + env(safe-area-inset-bottom)); background: #fff; border-top: 1px solid var(--line); }
  .bar .button { display: block; }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
`);

import { sheetOf } from "~/server/resources/content/page";
import { sheet as special } from "~/server/resources/special/sheet";

/** That of special pages, whose form it has, with the parts that only shares have. */
export const sheet = sheetOf(`${special.css}
.head { padding: 28px 24px 12px; }
.head h1 { font-size: 30px; }
.head p { margin: 8px 0 0; white-space: pre-line; }
.soft { font-size: 14px; color: var(--soft); white-space: pre-line; }
.notice { padding: 10px 14px; color: #8c1d12; background: #fdecea; border-radius: 6px; }
.shown h2 { margin: 20px 0 4px; }
.shown h2 small { display: block; font-size: 15px; font-weight: 400; color: var(--soft); }
.shown .lead { width: 100%; border-radius: 8px; }
.shown dl { display: grid; grid-template-columns: minmax(84px, max-content) 1fr; gap: 6px 16px; margin: 16px 0; }
.shown dt { color: var(--soft); }
.shown dd { margin: 0; }
.shown .marks { display: flex; flex-wrap: wrap; gap: 8px; margin: 16px 0; padding: 0; list-style: none; }
.shown .marks li { padding: 2px 12px; font-size: 14px; background: #eaf1fb; border-radius: 4px; }
.shown .words { white-space: pre-line; }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); gap: 12px; }
.pictures img { width: 100%; aspect-ratio: 3 / 2; object-fit: cover; border-radius: 6px; }
.bill { width: 100%; margin: 0 0 24px; border-collapse: collapse; background: #fff; }
.bill caption { padding: 0 0 8px; font-weight: 600; text-align: left; }
.bill td:last-child, .bill th:last-child { text-align: right; white-space: nowrap; }
.bill small { display: block; color: var(--soft); }
.person { display: flex; gap: 16px; align-items: center; padding: 20px 24px; background: #fff; border: 1px solid var(--line); border-radius: 8px; }
.person img { width: 64px; height: 64px; object-fit: cover; border-radius: 50%; }
.person p { margin: 0; }
.person strong { font-size: 20px; }
@media (max-width: 600px) { .head { padding: 20px 16px 8px; } .head h1 { font-size: 24px; } .bill td:last-child, .bill th:last-child { white-space: normal; } }
`);

/**
 * The frame of the first paint, which waits for nothing: no style sheet, no Mantine. The server writes its shape on the document's
 * root (`data-frame`: list or page; absent: only a spinner); the head's script removes it for users who are not signed in.
 */
export function FirstFrame({ product, label }: { product: string; label: string }) {
  return (
    <div className="ff" role="status" aria-label={label}>
      <div className="ff-side">
        <b>{product}</b>
        {lines(9)}
      </div>
      <div className="ff-head">
        <i />
        <i />
      </div>
      <div className="ff-main">
        <div className="ff-panel">{lines(3)}</div>
        <div className="ff-panel ff-rows">{lines(11)}</div>
      </div>
      <div className="ff-tabs">{lines(4)}</div>
      <div className="ff-spinner" />
    </div>
  );
}

// biome-ignore lint/suspicious/noArrayIndexKey: drawn once, and never anew.
const lines = (count: number) => Array.from({ length: count }, (_, index) => <i key={index} />);

/** Its style, part of the document: the measures of layout/frame.module.css, in both colour schemes. */
export const firstFrameStyle = (icon: string, fontFamily: string) => `
.ff{--canvas:#f2f1ed;--body:#fff;--bar:#e9e6e0;--text:#1a2430;position:fixed;top:0;right:0;bottom:0;left:0;background:var(--canvas);color:var(--text);font-family:${fontFamily}}
[data-mantine-color-scheme=dark] .ff{--canvas:#12161b;--body:#1c2229;--bar:#313944;--text:#d8dde5}
.ff div{box-sizing:border-box}
.ff i{display:block;height:14px;border-radius:4px;background:var(--bar)}
.ff-side,.ff-head,.ff-main,.ff-tabs{display:none;position:absolute;overflow:hidden}
.ff-tabs,.ff-panel{background:var(--body)}
.ff-side{top:0;bottom:0;left:0;width:232px;padding:0 18px}
.ff-side b{display:block;padding-left:40px;font-size:17px;font-weight:600;letter-spacing:.02em;line-height:56px;white-space:nowrap;background:url("${icon}") 0/30px no-repeat}
.ff-side i{width:110px;margin:13px 0 27px 30px}
.ff-head{top:0;right:0;left:232px;height:56px;align-items:center;justify-content:space-between;padding:0 24px}
.ff-head i{width:150px}
.ff-main{top:56px;right:0;bottom:0;left:232px;padding:20px 24px}
.ff-panel{margin-bottom:12px;padding:16px;border-radius:12px}
.ff-panel i{width:28%;margin:9px 0}
.ff-rows{height:100%}
.ff-rows i{width:auto;margin:13px 0 23px}
.ff-rows i:nth-child(even){margin-right:18%}
[data-frame=page] .ff-rows i{margin-right:40%}
.ff-spinner{position:absolute;top:0;right:0;bottom:0;left:0;width:36px;height:36px;margin:auto;border:3px solid rgba(37,127,255,.2);border-top-color:#257fff;border-radius:50%;animation:ff-turn .8s linear infinite}
[data-frame] .ff-side,[data-frame] .ff-main{display:block}
[data-frame] .ff-head{display:flex}
[data-frame] .ff-spinner{display:none}
[data-frame] .ff-panel i{animation:ff-wait 1.6s ease-in-out infinite}
[data-folded] .ff-side{width:64px}
[data-folded] .ff-side b{font-size:0}
[data-folded] .ff-side i{width:20px;margin-left:4px}
[data-folded] .ff-head,[data-folded] .ff-main{left:64px}
[data-phone] .ff-side{display:none}
[data-phone] .ff-head{left:0;height:48px;padding:0 16px}
[data-phone] .ff-main{top:48px;left:0;padding:12px}
[data-frame][data-phone] .ff-tabs{display:flex;right:0;bottom:0;left:0;height:56px;align-items:center;justify-content:space-around}
.ff-tabs i{width:34px}
@keyframes ff-turn{to{transform:rotate(1turn)}}
@keyframes ff-wait{50%{opacity:.45}}
@media (prefers-reduced-motion:reduce){.ff-spinner{animation-duration:3s}[data-frame] .ff-panel i{animation:none}}
`;

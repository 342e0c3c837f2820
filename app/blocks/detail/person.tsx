import { useState } from "react";
import basic from "~/app/basic.module.css";
import { initialsOf, tintOf } from "./avatar";
import classes from "./person.module.css";

export function Face({ name, picture, size = 30 }: { name: string; picture?: string | null; size?: number }) {
  // An expired address, or a deleted file.
  const [failed, setFailed] = useState<string>();
  if (!picture || picture === failed) return <Initials name={name} size={size} />;
  return (
    <img
      src={picture}
      alt=""
      width={size}
      height={size}
      className={basic.fixed}
      style={{ borderRadius: "50%", objectFit: "cover" }}
      onError={() => setFailed(picture)}
    />
  );
}

/** The style sheet draws the letters: they are no part of the text to read, copy or search. */
function Initials({ name, size }: { name: string; size: number }) {
  const initials = initialsOf(name, size < 28 ? 1 : 2);
  const [pale, dark] = tintOf(name);
  const colors = { "--face-pale": pale, "--face-dark": dark };
  const fontSize = size * (initials.length > 1 ? 0.37 : 0.55);
  return (
    <span
      className={`${classes.face} ${basic.inlineRow} ${basic.centered} ${basic.fixed}`}
      style={{ ...colors, width: size, height: size, fontSize }}
      data-initials={initials}
      aria-hidden
    />
  );
}

export const Person = ({ name }: { name: string }) => (
  <span className={`${basic.inlineRow} ${basic.gap6} ${classes.person}`}>
    <Initials name={name} size={20} />
    <span className={basic.clipped} style={{ textOverflow: "ellipsis" }}>
      {name}
    </span>
  </span>
);

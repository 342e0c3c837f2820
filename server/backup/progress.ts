/** Tells on a terminal what is being done and how much of it; elsewhere one line for each thing that is finished. */
export function progressOn(output: NodeJS.WriteStream) {
  const eraseLine = "\r\u001b[2K";
  let isOpen = false;
  return {
    show(what: string, done: number, total: number) {
      const line = `  ${what === "files" ? "上传的文件" : what} ${done}/${total}`;
      if (output.isTTY) output.write(`${eraseLine}${line}`);
      else if (done === total) output.write(`${line}\n`);
      isOpen = output.isTTY;
    },
    /** Leaves the terminal at the beginning of an empty line. */
    end() {
      if (isOpen) output.write(eraseLine);
      isOpen = false;
    },
  };
}

/** As much of jsdom as tests call by themselves. */
declare module "jsdom" {
  export class JSDOM {
    constructor(html: string, options?: { runScripts?: "dangerously" });
    readonly window: Window & typeof globalThis;
  }
}

/** Language → Chinese source text → translation. Chinese needs none; a language is offered once its catalogue is complete. */
export const catalogues: Readonly<Record<string, Readonly<Record<string, string>>>> = {};

/** Of a text whose own words are more than so many percent of it, search engines think that it was written for them. */
export const densityLimit = 5;

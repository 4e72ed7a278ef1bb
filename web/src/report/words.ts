/** Keeps numbers, their signs and their units on one line. */
export const tied = (text: string) =>
  text.replace(/ (%|points|± )/g, "\u00a0$1").replace(/([±×]) /g, "$1\u00a0");

/** For whom something is said, and what, as a sentence of its own. */
export function sentenceIn(told: string): { whom: string; what: string } {
  const end = told.indexOf(": ");
  const what = told.slice(end + 2);
  return { whom: told.slice(0, end), what: what.charAt(0).toUpperCase() + what.slice(1) };
}

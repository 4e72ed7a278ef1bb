// Tables that are asked for names which anybody may have written, such as those of a link.

/** What a table has of its own under a name: nothing for `constructor` and the like. */
export function lookup<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

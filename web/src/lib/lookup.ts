// Looking up names that anybody may have written, such as those in a link.

/** The value under a name; nothing for `constructor` and what else every object inherits. */
export function lookup<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

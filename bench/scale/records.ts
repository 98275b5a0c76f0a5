/** Records with the same names, or with names that are known. */
export const recordOf = <Name extends string, T>(names: readonly Name[], make: (name: Name) => T): Record<Name, T> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, T>;

export const mapRecord = <Name extends string, From, To>(
  record: Readonly<Record<Name, From>>,
  change: (from: From) => To,
): Record<Name, To> => recordOf(Object.keys(record) as Name[], (name) => change(record[name]));

// Documents of the API, and the paths of their fields as in violations, such as retry.maxAttempts.

/** Returns a copy without the fields that are undefined or an empty text. */
export const present = (document) =>
  Object.fromEntries(Object.entries(document).filter(([, value]) => !isBlank(value)));

const isBlank = (value) => value === undefined || value === "";

export const valueAt = (document, path) =>
  path.split(".").reduce((inner, name) => inner?.[name], document);

/** Returns a copy with a value at the path. A blank value removes the field. */
export function withValue(document, path, value) {
  const [name, ...rest] = path.split(".");
  const { [name]: old, ...others } = document;
  if (!rest.length) {
    return isBlank(value) ? others : { ...document, [name]: value };
  }
  const inner = withValue(old ?? {}, rest.join("."), value);
  return Object.keys(inner).length ? { ...document, [name]: inner } : others;
}

/** Builds a document from values by path. */
export const documentOf = (values) =>
  Object.entries(values).reduce((sum, [path, value]) => withValue(sum, path, value), {});

/** Returns the differences as [{path, from, to}]. An absent value is undefined. */
export function differences(from, to, prefix = "") {
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((name) => {
    const [a, b] = [from[name], to[name]];
    if (JSON.stringify(a) === JSON.stringify(b)) {
      return [];
    }
    return isObject(a) && isObject(b)
      ? differences(a, b, `${prefix}${name}.`)
      : [{ path: prefix + name, from: a, to: b }];
  });
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

// What a list of tasks is narrowed by: in the address of the page, and in the query of ListTasks.

export const STATES = [
  { value: "pending", name: "Unfinished", byPriority: true },
  { value: "running", name: "Running", byPriority: true },
  { value: "blocked", name: "Blocked", byPriority: true },
  { value: "waiting", name: "Waiting for a key" },
  { value: "dead", name: "Dead" },
  { value: "done", name: "Done" },
  { value: "any", name: "Any" },
];

/** Fields that the server narrows by, named as in its query; those of a list may be there often. */
const TEXTS = ["priority", "collection", "code", "after", "before"];
const LISTS = ["label"];

/** The filter that an address asks for. */
export function filterIn(query) {
  const said = query.get("state");
  const state = STATES.some(({ value }) => value === said) ? said : "pending";
  return {
    lambda: query.get("lambda") ?? "",
    state,
    token: query.get("token") ?? "",
    ...Object.fromEntries(TEXTS.map((name) => [name, query.get(name) ?? ""])),
    ...Object.fromEntries(LISTS.map((name) => [name, query.getAll(name)])),
  };
}

/** The address of a filter. */
export const addressOf = (filter) =>
  `/console/tasks?${new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) =>
      [value ?? ""].flat().flatMap((each) => (each ? [[name, each]] : [])),
    ),
  )}`;

/** The query of ListTasks for a filter, without its page. */
export const queryOf = (filter) =>
  Object.fromEntries(
    ["state", ...TEXTS, ...LISTS]
      .filter((name) => name !== "priority" || narrowsPriority(filter))
      .map((name) => [name, filter[name]]),
  );

export const narrowsPriority = ({ state }) =>
  Boolean(STATES.find(({ value }) => value === state)?.byPriority);

/** Whether a filter has more than a lambda, a state and a priority. */
export const isNarrow = (filter) =>
  [...TEXTS, ...LISTS].some((name) => name !== "priority" && filter[name].length > 0);

/** A filter in words, without its lambda: what a list shows, and what a change of all acts on. */
export const wordsOf = (filter) =>
  Object.entries(queryOf(filter))
    .flatMap(([name, value]) => [value ?? ""].flat().map((each) => [name, each]))
    .filter(([, value]) => value)
    .map(([name, value]) => `${NAMES[name] ?? name} ${value}`)
    .join(", ");

const NAMES = { code: "failure code", after: "due after", before: "due before" };

// The filter of a list of tasks, in the page's address and in the query of ListTasks.

export const STATES = [
  { value: "pending", name: "Unfinished", byPriority: true },
  { value: "running", name: "Running", byPriority: true },
  { value: "blocked", name: "Blocked", byPriority: true },
  { value: "waiting", name: "Waiting for a key" },
  { value: "dead", name: "Dead" },
  { value: "done", name: "Done" },
  { value: "any", name: "Any" },
];

/** The fields of the filter, named as in the query of ListTasks. Those of LISTS can be repeated. */
const TEXTS = ["priority", "collection", "code", "after", "before"];
const LISTS = ["label"];

/** Reads the filter from the query of an address. */
export function filterIn(query) {
  const requested = query.get("state");
  const state = STATES.some(({ value }) => value === requested) ? requested : "pending";
  return {
    lambda: query.get("lambda") ?? "",
    state,
    token: query.get("token") ?? "",
    ...Object.fromEntries(TEXTS.map((name) => [name, query.get(name) ?? ""])),
    ...Object.fromEntries(LISTS.map((name) => [name, query.getAll(name)])),
  };
}

/** Returns the address of the page with a filter. */
export const addressOf = (filter) =>
  `/console/tasks?${new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) =>
      [value ?? ""].flat().flatMap((each) => (each ? [[name, each]] : [])),
    ),
  )}`;

/** Returns the query of ListTasks for a filter, without page size and token. */
export const queryOf = (filter) =>
  Object.fromEntries(
    ["state", ...TEXTS, ...LISTS]
      .filter((name) => name !== "priority" || narrowsPriority(filter))
      .map((name) => [name, filter[name]]),
  );

export const narrowsPriority = ({ state }) =>
  Boolean(STATES.find(({ value }) => value === state)?.byPriority);

/** Whether the filter has any field other than lambda, state and priority. */
export const isNarrow = (filter) =>
  [...TEXTS, ...LISTS].some((name) => name !== "priority" && filter[name].length > 0);

/** Describes a filter in words, without its lambda. */
export const wordsOf = (filter) =>
  Object.entries(queryOf(filter))
    .flatMap(([name, value]) => [value ?? ""].flat().map((each) => [name, each]))
    .filter(([, value]) => value)
    .map(([name, value]) => `${NAMES[name] ?? name} ${value}`)
    .join(", ");

const NAMES = { code: "failure code", after: "due after", before: "due before" };

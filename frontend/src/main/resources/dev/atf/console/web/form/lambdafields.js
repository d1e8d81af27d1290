// Fields that several forms have: a lambda, and one of its priorities.

export const lambdaChoice = (lambdas, chosen = lambdas[0]?.name) => ({
  name: "lambda",
  label: "Lambda",
  kind: "select",
  required: true,
  value: chosen,
  options: lambdas.map(({ name }) => ({ value: name, name })),
});

/** An onSet for forms that clears the priority after a change of the lambda. */
export function forgetPriority(texts, typed) {
  if (/(^|\.)lambda$/.test(typed)) {
    texts[typed.replace(/lambda$/, "priority")] = "";
  }
}

/**
 * @param path prefix of the fields in the document, such as "to."; empty: no prefix
 */
export const priorityChoice = (lambdas, value = "", path = "") => ({
  name: `${path}priority`,
  label: "Priority",
  kind: "select",
  value,
  options: (texts) => {
    const lambda = texts[`${path}lambda`];
    const { priorities = [], defaultPriority } = lambdas.find(({ name }) => name === lambda) ?? {};
    const names = new Set([...priorities, value]);
    return [
      { value: "", name: defaultPriority ? `Default: ${defaultPriority}` : "Default" },
      ...[...names].filter(Boolean).map((name) => ({ value: name, name })),
    ];
  },
});

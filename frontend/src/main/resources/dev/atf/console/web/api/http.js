import { ApiError } from "./error.js";
import { token } from "./token.js";

/** The headers of every call: the token, if there is one. */
export function headers() {
  const known = token.get();
  return known ? { authorization: `Bearer ${known}` } : {};
}

const BODILESS = new Set(["GET", "DELETE"]);

/** Makes one call and reads its answer; a list in the query is given once for each. Throws ApiError, or AbortError. */
export async function call(method, path, { body, query, signal } = {}) {
  const response = await answer(method, path, body, query, signal);
  const read = await response.json().catch((thrown) => {
    if (thrown.name === "AbortError") {
      throw thrown;
    }
    return null;
  });
  if (!response.ok) {
    throw new ApiError(response.status, read);
  }
  return read;
}

async function answer(method, path, body, query, signal) {
  const said = Object.entries(query ?? {}).flatMap(([name, value]) =>
    [value ?? ""].flat().flatMap((each) => (each === "" ? [] : [[name, each]])),
  );
  const tail = said.length ? `?${new URLSearchParams(said)}` : "";
  try {
    return await fetch(path + tail, {
      method,
      signal,
      cache: "no-store",
      headers: {
        ...headers(),
        ...(BODILESS.has(method) ? {} : { "content-type": "application/json" }),
      },
      body: BODILESS.has(method) ? undefined : JSON.stringify(body ?? {}),
    });
  } catch (thrown) {
    if (thrown.name === "AbortError") {
      throw thrown;
    }
    throw new ApiError(0, null);
  }
}

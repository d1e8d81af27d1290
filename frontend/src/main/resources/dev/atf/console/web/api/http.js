import { ApiError } from "./error.js";
import { token } from "./token.js";

/** Returns the headers that every call needs: the token, if there is one. */
export function headers() {
  const known = token.get();
  return known ? { authorization: `Bearer ${known}` } : {};
}

const BODILESS = new Set(["GET", "DELETE"]);

/**
 * Makes one call and reads its response. A list in the query becomes one parameter per element, and
 * blank parameters are omitted.
 *
 * @throws ApiError if the call fails or gets no response; AbortError if the signal aborts it
 */
export async function call(method, path, { body, query, signal } = {}) {
  const response = await send(method, path, body, query, signal);
  const answer = await response.json().catch((thrown) => {
    if (thrown.name === "AbortError") {
      throw thrown;
    }
    return null;
  });
  if (!response.ok) {
    throw new ApiError(response.status, answer);
  }
  return answer;
}

async function send(method, path, body, query, signal) {
  const params = Object.entries(query ?? {}).flatMap(([name, value]) =>
    [value ?? ""].flat().flatMap((each) => (each === "" ? [] : [[name, each]])),
  );
  const tail = params.length ? `?${new URLSearchParams(params)}` : "";
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

import { ApiError } from "./error.js";
import { token } from "./token.js";

/** The headers of every call: the token, if there is one. */
export function headers() {
  const known = token.get();
  return known ? { authorization: `Bearer ${known}` } : {};
}

/** Makes one call and reads its answer; throws ApiError, or AbortError. */
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
  const said = Object.entries(query ?? {}).filter(([, value]) => value !== "" && value != null);
  const tail = said.length ? `?${new URLSearchParams(said)}` : "";
  try {
    return await fetch(path + tail, {
      method,
      signal,
      cache: "no-store",
      headers: { ...headers(), ...(method === "GET" ? {} : { "content-type": "application/json" }) },
      body: method === "GET" ? undefined : JSON.stringify(body ?? {}),
    });
  } catch (thrown) {
    if (thrown.name === "AbortError") {
      throw thrown;
    }
    throw new ApiError(0, null);
  }
}

package dev.atf.frontend;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Answer to an HTTP call. */
public record Answer(int status, String contentType, String body) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public JsonNode json() {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + status + " " + body, e);
    }
  }

  public Answer requireOk() {
    if (status != 200) {
      throw new AssertionError(status + " " + body);
    }
    return this;
  }

  /** Returns the reason in its ErrorInfo; empty if there is none. */
  public String reason() {
    for (var detail : json().path("details")) {
      if (detail.path("@type").asText().endsWith("ErrorInfo")) {
        return detail.path("reason").asText();
      }
    }
    return "";
  }

  /** Returns the fields that its BadRequest names, in order, joined by commas. */
  public String violatedFields() {
    var fields = new StringBuilder();
    for (var detail : json().path("details")) {
      for (var violation : detail.path("fieldViolations")) {
        fields.append(fields.isEmpty() ? "" : ",").append(violation.path("field").asText());
      }
    }
    return fields.toString();
  }
}

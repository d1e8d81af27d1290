package dev.atf.frontend.route;

import dev.atf.model.Payload;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.route.RouteLimits;
import dev.atf.model.route.RuleAttribute;
import dev.atf.model.route.RuleFacts;
import dev.atf.model.route.RuleValue;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.runtime.auth.Principal;
import dev.atf.validation.JsonValues;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Schedule request in the form that rules see: as its caller sent it, before it is validated. The
 * payload is parsed once, if a rule needs it. Not thread-safe.
 */
public final class RequestFacts implements RuleFacts {
  private final ScheduleRequest request;
  private final String principal;
  private final String tenant;
  private final Instant now;
  private boolean isParsed;
  private boolean isMeasured;
  private Optional<PayloadField> json = Optional.empty();
  private Optional<RuleValue> bytes = Optional.empty();

  /**
   * Creates the facts of a request.
   *
   * @param principal name of the caller; empty if unknown
   * @param tenant tenant of the caller; empty if there is none
   */
  RequestFacts(ScheduleRequest request, String principal, String tenant, Instant now) {
    this.request = request;
    this.principal = principal;
    this.tenant = tenant;
    this.now = now;
  }

  /** Returns the facts about a request of the caller whose call this thread serves. */
  public static RequestFacts ofCaller(ScheduleRequest request, Instant now) {
    var caller = Principal.current();
    return new RequestFacts(
        request,
        caller.map(Principal::name).orElse(""),
        caller.map(Principal::tenant).orElse(""),
        now);
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public Optional<RuleValue> find(RuleAttribute attribute) {
    return switch (attribute.source()) {
      case CALLER_PRINCIPAL -> text(principal);
      case CALLER_TENANT -> text(tenant);
      case COLLECTION -> text(request.getCollection());
      case PRIORITY -> text(request.getPriority());
      case PAYLOAD_BYTES -> bytes();
      case LABELS ->
          Optional.ofNullable(request.getLabelsMap().get(attribute.path().get(0)))
              .map(RuleValue.Text::new);
      case JSON -> json().flatMap(root -> inside(root, attribute.path()));
    };
  }

  private static Optional<RuleValue> text(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(new RuleValue.Text(text));
  }

  private Optional<RuleValue> bytes() {
    if (!isMeasured) {
      isMeasured = true;
      bytes = size().map(size -> new RuleValue.Numeric(BigDecimal.valueOf(size)));
    }
    return bytes;
  }

  /** Returns the size as stored; empty for JSON that is refused. */
  private Optional<Integer> size() {
    if (!request.hasJson()) {
      return Optional.of(request.getData().size());
    }
    try {
      return Optional.of(JsonValues.text(JsonValues.toJson("json", request.getJson())).length);
    } catch (InvalidFieldException e) {
      return Optional.empty();
    }
  }

  /** Returns the root of the payload, in the form in which the caller sent it. */
  private Optional<PayloadField> json() {
    if (!isParsed) {
      isParsed = true;
      json = request.hasJson() ? Optional.of(PayloadField.of(request.getJson())) : parsed();
    }
    return json;
  }

  /** Parses the payload of a caller that sends JSON as bytes, like the Java client. */
  private Optional<PayloadField> parsed() {
    var data = request.getData();
    return data.size() <= RouteLimits.JSON_TEXT_BYTES_MAX
            && new Payload(new byte[0], request.getContentType()).isJson()
        ? JsonValues.tree(data.toByteArray()).map(PayloadField::of)
        : Optional.empty();
  }

  private static Optional<RuleValue> inside(PayloadField root, List<String> path) {
    var at = Optional.of(root);
    for (var name : path) {
      at = at.flatMap(field -> field.child(name));
    }
    return at.flatMap(PayloadField::value);
  }
}

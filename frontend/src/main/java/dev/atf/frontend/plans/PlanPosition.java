package dev.atf.frontend.plans;

import dev.atf.frontend.rpc.PageToken;
import dev.atf.plans.row.PlanId;
import dev.atf.store.plans.PlanPage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Position at which the next page of some lists of plans begins. It is opaque to callers and
 * carries no right and no secret.
 *
 * @param list number of the list
 * @param after last plan that was read from the list; empty for its beginning
 */
public record PlanPosition(int list, Optional<PlanPage.Mark> after) {
  private static final String SEPARATOR = "|";

  /**
   * Returns the position after a page, in the same list or the next one; empty after the last page.
   *
   * @param lists number of lists
   */
  public Optional<PlanPosition> next(PlanPage page, int lists) {
    if (page.next().isPresent()) {
      return Optional.of(new PlanPosition(list, page.next()));
    }
    return list + 1 < lists
        ? Optional.of(new PlanPosition(list + 1, Optional.empty()))
        : Optional.empty();
  }

  /**
   * Returns the page token of this position.
   *
   * @param request other parameters on which the pages depend
   */
  public String encode(List<String> request) {
    var text =
        String.join(
            SEPARATOR,
            String.join(SEPARATOR, request),
            Integer.toString(list),
            after.map(mark -> Long.toString(mark.at().toEpochMilli())).orElse(""),
            after.map(mark -> mark.id().value()).orElse(""));
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Parses a page token.
   *
   * @param token page token; empty for the first page
   * @param request parameters with which it was encoded
   * @param lists number of lists
   * @throws io.grpc.StatusRuntimeException PAGE_TOKEN_INVALID
   */
  public static PlanPosition decode(String token, List<String> request, int lists) {
    if (token.isEmpty()) {
      return new PlanPosition(0, Optional.empty());
    }
    try {
      var text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
      int own = request.size();
      var parts = text.split("\\" + SEPARATOR, own + 4);
      if (parts.length == own + 3) {
        Optional<PlanPage.Mark> after =
            parts[own + 2].isEmpty()
                ? Optional.empty()
                : Optional.of(
                    new PlanPage.Mark(
                        Instant.ofEpochMilli(Long.parseLong(parts[own + 1])),
                        new PlanId(parts[own + 2])));
        var position = new PlanPosition(Integer.parseInt(parts[own]), after);
        if (position.list >= 0 && position.list < lists && position.encode(request).equals(token)) {
          return position;
        }
      }
    } catch (IllegalArgumentException e) {
      // A token that is not base64, or has a malformed number or id, is refused like any forgery.
    }
    throw PageToken.invalid();
  }
}

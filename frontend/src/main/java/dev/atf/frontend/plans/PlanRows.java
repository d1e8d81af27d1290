package dev.atf.frontend.plans;

import dev.atf.frontend.rpc.BatchCalls;
import dev.atf.frontend.rpc.IndexPages;
import dev.atf.frontend.rpc.PageToken;
import dev.atf.hints.Hints;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanList;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.store.RepeatedWrite;
import dev.atf.store.plans.PlanPage;
import dev.atf.store.plans.PlanResult;
import dev.atf.store.plans.Plans;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Steps of the calls about plans that are the same for every kind: read the row of a plan, list
 * rows page by page, and change a row by compare-and-set. A kind brings its messages and its
 * decisions.
 */
public final class PlanRows {
  private static final Logger log = LoggerFactory.getLogger(PlanRows.class);

  /**
   * Maximum number of tries of a change. A supervisor writes the row of a busy plan several times a
   * second.
   */
  private static final int TRIES_MAX = 8;

  private final Plans plans;
  private final Hints hints;
  private final BatchCalls batchCalls;

  @Inject
  PlanRows(Plans plans, Hints hints, BatchCalls batchCalls) {
    this.plans = plans;
    this.hints = hints;
    this.batchCalls = batchCalls;
  }

  /**
   * Page of a list.
   *
   * @param nextToken token of the next page; empty on the last page
   */
  public record Page(List<Plan> rows, String nextToken) {}

  /**
   * Decision about a plan.
   *
   * @param row next version of the plan; the version that was read if nothing has to change
   * @param answer result of the call. It is made before the row is written, so that no call fails
   *     after its write.
   */
  public record Next<T>(Plan row, T answer) {}

  /**
   * Returns the row of a plan.
   *
   * @param missing reason and message of the refusal if there is none
   * @throws StatusRuntimeException with that reason
   */
  public Plan require(PlanId id, ErrorReason missing, String message) {
    return plans.find(id).orElseThrow(() -> RpcErrors.of(missing, message));
  }

  /**
   * Reads lists of the index of plans as one, and returns the rows of a page. The index may be
   * seconds behind, so a plan that moves while pages are read may appear twice or not at all.
   *
   * @param readsMax maximum number of lists that are read for one page. A page may be short
   *     although there is a next one.
   * @param scope parameters of the request on which its pages depend
   * @throws StatusRuntimeException PAGE_TOKEN_INVALID, OVERLOADED
   */
  public Page list(
      List<PlanList> lists, int readsMax, List<String> scope, String pageToken, int pageSize) {
    var start = Position.decode(pageToken, scope, lists.size());
    // It reads up to a thousand rows, one after the other.
    var call = batchCalls.begin();
    try (call) {
      return list(lists, readsMax, scope, start, pageSize);
    }
  }

  private Page list(
      List<PlanList> lists, int readsMax, List<String> scope, Position start, int pageSize) {
    var ids = new LinkedHashSet<PlanId>();
    int at = start.list();
    var after = start.after();
    for (int reads = 0; at < lists.size() && reads < readsMax && ids.size() < pageSize; reads++) {
      var page = plans.read(lists.get(at), IndexPages.ALWAYS, pageSize - ids.size(), after);
      page.entries().forEach(mark -> ids.add(mark.id()));
      after = page.next();
      at += after.isEmpty() ? 1 : 0;
    }
    var rows = ids.stream().flatMap(id -> listed(id).stream()).toList();
    return new Page(rows, at < lists.size() ? new Position(at, after).encode(scope) : "");
  }

  /** Returns a row of a list; empty if it is gone, or cannot be read, which hides no other. */
  private Optional<Plan> listed(PlanId id) {
    try {
      return plans.find(id);
    } catch (IllegalArgumentException e) {
      log.warn("plan={} cannot be read and is not listed: {}", id, e.toString());
      return Optional.empty();
    }
  }

  /**
   * Changes a plan by compare-and-set. If another writer was faster, decides again about its
   * version. It does not decide again if an earlier put, whose answer was lost, was possibly
   * applied and others have written since: the call could have its effect twice.
   *
   * @param read version with which to begin
   * @param decision returns the next version, or refuses the call
   * @param busy message of the refusal if other writers are faster each time
   * @throws StatusRuntimeException CHANGED_MEANWHILE, or the refusal of the decision
   */
  public <T> T change(Plan read, Function<Plan, Next<T>> decision, String busy) {
    var seen = read;
    for (int tried = 0; tried < TRIES_MAX; tried++) {
      var next = decision.apply(seen);
      var wanted = next.row();
      if (wanted.version() == seen.version()) {
        return next.answer();
      }
      var puts = new AtomicInteger();
      var result =
          RepeatedWrite.of(
              () -> {
                puts.incrementAndGet();
                return plans.put(wanted);
              });
      if (!(result instanceof PlanResult.Refused refused) || result.isStored(wanted)) {
        hints.written(wanted);
        return next.answer();
      }
      seen = refused.found().orElseThrow(() -> changed(busy));
      if (puts.get() > 1 && !wanted.isVersionOf(seen)) {
        throw changed(
            "it is unknown whether %s was changed by this call or only by others; read it before you repeat the call"
                .formatted(read.name()));
      }
    }
    throw changed(busy);
  }

  private static StatusRuntimeException changed(String busy) {
    return RpcErrors.of(ErrorReason.CHANGED_MEANWHILE, busy);
  }

  /**
   * Position at which the next page begins. It is opaque to callers and carries no right and no
   * secret.
   *
   * @param list number of the list
   * @param after last plan that was read from the list; empty for its beginning
   */
  private record Position(int list, Optional<PlanPage.Mark> after) {
    private static final String SEPARATOR = "|";

    /**
     * Returns the page token of this position.
     *
     * @param request other parameters on which the pages depend
     */
    String encode(List<String> request) {
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
    static Position decode(String token, List<String> request, int lists) {
      if (token.isEmpty()) {
        return new Position(0, Optional.empty());
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
          var position = new Position(Integer.parseInt(parts[own]), after);
          if (position.list >= 0
              && position.list < lists
              && position.encode(request).equals(token)) {
            return position;
          }
        }
      } catch (IllegalArgumentException e) {
        // A token that is not base64, or has a malformed number or id, is refused like any forgery.
      }
      throw PageToken.invalid();
    }
  }
}

package dev.atf.frontend.plans.order;

import dev.atf.frontend.rpc.IndexPages;
import dev.atf.frontend.rpc.PageToken;
import dev.atf.frontend.task.TaskListing;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.protocol.v1.ListKeysRequest;
import dev.atf.protocol.v1.ListKeysResponse;
import dev.atf.protocol.v1.OrderingKey;
import dev.atf.store.plans.PlanPage;
import dev.atf.store.plans.Plans;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Lists the keys of one lambda whose turn is waited for, including held ones. */
public final class KeyListing {
  private static final String SEPARATOR = "|";
  private static final int PARTS = 5;

  private final Plans plans;
  private final KeyView view;

  @Inject
  KeyListing(Plans plans, KeyView view) {
    this.plans = plans;
    this.view = view;
  }

  /** Position at which a list continues. */
  private record Start(int list, Optional<PlanPage.Mark> after) {}

  /**
   * @throws io.grpc.StatusRuntimeException PAGE_TOKEN_INVALID, FIELD_INVALID
   */
  ListKeysResponse list(ListKeysRequest request, LambdaDefinition lambda) {
    int pageSize = TaskListing.pageSize(request.getPageSize());
    var lists = lists(lambda);
    var start = start(request, lists.size());
    var page = plans.read(lists.get(start.list()), IndexPages.ALWAYS, pageSize, start.after());
    var response = ListKeysResponse.newBuilder();
    page.entries().stream()
        .map(PlanPage.Mark::id)
        .distinct()
        .flatMap(id -> plans.find(id).stream())
        .filter(KeyListing::isListed)
        .map(row -> view.brief(row, lambda))
        .filter(key -> !request.getHeld() || key.getState() == OrderingKey.State.HELD)
        .forEach(response::addKeys);
    next(page, start, lists.size())
        .ifPresent(next -> response.setNextPageToken(encode(request, next)));
    return response.build();
  }

  /** Returns whether a key is listed; the index may be behind. */
  private static boolean isListed(Plan row) {
    return PlanList.of(row).isPresent();
  }

  private static Optional<Start> next(PlanPage page, Start start, int lists) {
    if (page.next().isPresent()) {
      return Optional.of(new Start(start.list(), page.next()));
    }
    return start.list() + 1 < lists
        ? Optional.of(new Start(start.list() + 1, Optional.empty()))
        : Optional.empty();
  }

  public static List<PlanList> lists(LambdaDefinition lambda) {
    var lists = new ArrayList<PlanList>();
    for (int shard = 0; shard < lambda.shards(); shard++) {
      lists.add(PlanList.live(lambda.name(), PlanKind.ORDER, shard));
    }
    return lists;
  }

  private static Start start(ListKeysRequest request, int lists) {
    if (request.getPageToken().isEmpty()) {
      return new Start(0, Optional.empty());
    }
    try {
      var text =
          new String(Base64.getUrlDecoder().decode(request.getPageToken()), StandardCharsets.UTF_8);
      var parts = text.split("\\" + SEPARATOR, -1);
      if (parts.length == PARTS) {
        Optional<PlanPage.Mark> after =
            parts[4].isEmpty()
                ? Optional.empty()
                : Optional.of(
                    new PlanPage.Mark(
                        Instant.ofEpochMilli(Long.parseLong(parts[3])), new PlanId(parts[4])));
        var start = new Start(Integer.parseInt(parts[2]), after);
        if (start.list() < lists && encode(request, start).equals(request.getPageToken())) {
          return start;
        }
      }
    } catch (IllegalArgumentException e) {
      // Not base64, not a number, not an id: refused like any other forgery.
    }
    throw PageToken.invalid();
  }

  private static String encode(ListKeysRequest request, Start start) {
    var parts =
        List.of(
            request.getLambda(),
            Boolean.toString(request.getHeld()),
            Integer.toString(start.list()),
            start.after().map(mark -> Long.toString(mark.at().toEpochMilli())).orElse(""),
            start.after().map(mark -> mark.id().value()).orElse(""));
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(String.join(SEPARATOR, parts).getBytes(StandardCharsets.UTF_8));
  }
}

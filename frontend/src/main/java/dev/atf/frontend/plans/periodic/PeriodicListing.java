package dev.atf.frontend.plans.periodic;

import dev.atf.frontend.rpc.IndexPages;
import dev.atf.frontend.rpc.PageToken;
import dev.atf.frontend.task.TaskListing;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.protocol.v1.ListPeriodicRequest;
import dev.atf.protocol.v1.ListPeriodicResponse;
import dev.atf.store.plans.PlanPage;
import dev.atf.store.plans.Plans;
import dev.atf.validation.Violations;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * Lists the periodic tasks of one lambda, one list of the index after the other. The index may be
 * seconds behind, and one that moves while pages are read may appear twice or not at all.
 */
public final class PeriodicListing {
  /** Chosen: lists that are read for one page. A page may be short, and have a next one. */
  private static final int READS_MAX = 64;

  private static final int PAGE_SIZE_DEFAULT = 100;
  private static final String SEPARATOR = "|";
  private static final int TOKEN_PARTS = 4;

  private final Plans plans;

  @Inject
  PeriodicListing(Plans plans) {
    this.plans = plans;
  }

  /** Returns whether the lambda has any. */
  public boolean any(LambdaDefinition lambda) {
    return lists(lambda).stream()
        .anyMatch(
            list -> !plans.read(list, IndexPages.ALWAYS, 1, Optional.empty()).entries().isEmpty());
  }

  ListPeriodicResponse list(ListPeriodicRequest request, LambdaDefinition lambda, Instant now) {
    var violations = new Violations();
    int size =
        violations.parse(() -> TaskListing.pageSize(request.getPageSize()), PAGE_SIZE_DEFAULT);
    violations.refuse();
    var lists = lists(lambda);
    var place = Place.decode(request.getPageToken(), lambda, lists.size());
    var ids = new LinkedHashSet<PlanId>();
    int at = place.list();
    var after = place.after();
    for (int reads = 0; at < lists.size() && reads < READS_MAX && ids.size() < size; reads++) {
      var page = plans.read(lists.get(at), IndexPages.ALWAYS, size - ids.size(), after);
      page.entries().forEach(mark -> ids.add(mark.id()));
      after = page.next();
      at += after.isEmpty() ? 1 : 0;
    }
    var response = ListPeriodicResponse.newBuilder();
    for (var id : ids) {
      plans
          .find(id)
          .map(PeriodicTasks::found)
          .ifPresent(found -> response.addTasks(PeriodicView.brief(found, now)));
    }
    if (at < lists.size()) {
      response.setNextPageToken(new Place(at, after).encode(lambda));
    }
    return response.build();
  }

  /** Returns the lists in which a periodic task may be. */
  public static List<PlanList> lists(LambdaDefinition lambda) {
    var lists = new ArrayList<PlanList>();
    for (int shard = 0; shard < lambda.shards(); shard++) {
      lists.add(PlanList.live(lambda.name(), PlanKind.PERIODIC, shard));
    }
    lists.add(PlanList.resting(lambda.name(), PlanKind.PERIODIC));
    return lists;
  }

  /** Position at which a list continues. Opaque to callers; it carries no right and no secret. */
  private record Place(int list, Optional<PlanPage.Mark> after) {
    String encode(LambdaDefinition lambda) {
      var parts =
          List.of(
              lambda.name().value(),
              Integer.toString(list),
              after.map(mark -> Long.toString(mark.at().toEpochMilli())).orElse(""),
              after.map(mark -> mark.id().value()).orElse(""));
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(String.join(SEPARATOR, parts).getBytes(StandardCharsets.UTF_8));
    }

    static Place decode(String token, LambdaDefinition lambda, int lists) {
      if (token.isEmpty()) {
        return new Place(0, Optional.empty());
      }
      try {
        var text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        var parts = text.split("\\" + SEPARATOR, -1);
        if (parts.length == TOKEN_PARTS) {
          Optional<PlanPage.Mark> after =
              parts[3].isEmpty()
                  ? Optional.empty()
                  : Optional.of(
                      new PlanPage.Mark(
                          Instant.ofEpochMilli(Long.parseLong(parts[2])), new PlanId(parts[3])));
          var place = new Place(Integer.parseInt(parts[1]), after);
          if (place.list >= 0 && place.list < lists && place.encode(lambda).equals(token)) {
            return place;
          }
        }
      } catch (IllegalArgumentException e) {
        // Not base64, not a number, not an id: refused like any other forgery.
      }
      throw PageToken.invalid();
    }
  }
}

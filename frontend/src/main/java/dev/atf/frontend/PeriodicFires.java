package dev.atf.frontend;

import dev.atf.model.Association;
import dev.atf.model.IdempotencyKey;
import dev.atf.model.LambdaDefinition;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskHeader;
import dev.atf.model.TaskId;
import dev.atf.model.periodic.Fire;
import dev.atf.model.periodic.FireTimes;
import dev.atf.model.periodic.PeriodicName;
import dev.atf.model.periodic.PeriodicTask;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.BackfillPeriodicRequest;
import dev.atf.protocol.v1.BackfillPeriodicResponse;
import dev.atf.protocol.v1.ListFiresRequest;
import dev.atf.protocol.v1.ListFiresResponse;
import dev.atf.protocol.v1.PreviewPeriodicRequest;
import dev.atf.protocol.v1.PreviewPeriodicResponse;
import dev.atf.protocol.v1.TriggerPeriodicRequest;
import dev.atf.protocol.v1.TriggerPeriodicResponse;
import dev.atf.runtime.CallEnd;
import dev.atf.store.TaskAssociations;
import dev.atf.validation.CheckedTimes;
import dev.atf.validation.Violations;
import dev.atf.validation.WellFormed;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The fires of periodic tasks: those to come, those that were, and those that somebody wants
 * besides. Which task a fire has is not kept: its id is a hash of the fire's time.
 */
final class PeriodicFires {
  private static final int PAGE_SIZE_DEFAULT = 100;
  private static final int PREVIEW_DEFAULT = 10;

  /** Chosen: a page is made, and its tasks are read or written, within the time of a call. */
  private static final int FIRES_MAX = 1_000;

  private final PeriodicTasks tasks;
  private final TaskAssociations associations;
  private final ExpressLane express;
  private final RandomGenerator random;

  @Inject
  PeriodicFires(
      PeriodicTasks tasks,
      TaskAssociations associations,
      ExpressLane express,
      RandomGenerator random) {
    this.tasks = tasks;
    this.associations = associations;
    this.express = express;
    this.random = random;
  }

  PreviewPeriodicResponse preview(PreviewPeriodicRequest request, Instant now) {
    var violations = new Violations();
    int count = count("count", request.getCount(), PREVIEW_DEFAULT, violations);
    var after =
        request.hasAfter()
            ? violations.parse(() -> CheckedTimes.instant("after", request.getAfter()), now)
            : now;
    var times = times(request, violations);
    var response = PreviewPeriodicResponse.newBuilder();
    times
        .preview(after, count)
        .forEach(fire -> response.addFires(PeriodicView.fire(fire, id(times, fire))));
    return response.build();
  }

  private FireTimes times(PreviewPeriodicRequest request, Violations violations) {
    var lambda = new LambdaName(request.getLambda());
    if (request.hasSchedule()) {
      var schedule = PeriodicDefinition.schedule(request.getSchedule(), violations);
      var name =
          request.getName().isEmpty()
              ? new PeriodicName("preview")
              : violations.parse(
                  () -> new PeriodicName(request.getName()), new PeriodicName("preview"));
      violations.refuse();
      return new FireTimes(schedule, PeriodicTask.planId(lambda, name));
    }
    if (request.getName().isEmpty()) {
      violations.add("schedule", "not given", "a schedule, or the name of a periodic task");
    }
    violations.refuse();
    return tasks.require(lambda, new PeriodicName(request.getName())).task().fireTimes();
  }

  private static TaskId id(FireTimes times, Fire fire) {
    return times.plan().task(fire.member());
  }

  ListFiresResponse list(ListFiresRequest request, PeriodicTasks.Found found, Instant now) {
    var violations = new Violations();
    int size = count("pageSize", request.getPageSize(), PAGE_SIZE_DEFAULT, violations);
    var before =
        request.hasBefore()
            ? violations.parse(() -> CheckedTimes.instant("before", request.getBefore()), now)
            : now.plusMillis(1);
    var from =
        request.hasAfter()
            ? violations.parse(() -> CheckedTimes.instant("after", request.getAfter()), now)
            : found.plan().createdAt();
    violations.refuse();
    var times = found.task().fireTimes();
    var fires = times.latest(from.minusMillis(1), before.minusMillis(1), size);
    var known = associations.findAll(fires.stream().map(fire -> id(times, fire)).toList());
    var response = ListFiresResponse.newBuilder();
    for (int i = fires.size() - 1; i >= 0; i--) {
      var id = id(times, fires.get(i));
      response.addFires(PeriodicView.fire(fires.get(i), id, Optional.ofNullable(known.get(id))));
    }
    if (fires.size() == size) {
      response.setNextBefore(ProtoTimes.proto(fires.get(0).at()));
    }
    return response.build();
  }

  /**
   * A task now, besides the schedule. With a key it may be repeated at will while the first one's
   * task is remembered.
   */
  TriggerPeriodicResponse trigger(
      TriggerPeriodicRequest request,
      PeriodicTasks.Found found,
      LambdaDefinition lambda,
      Instant now) {
    var key =
        request.hasIdempotencyKey()
            ? new IdempotencyKey(WellFormed.require("idempotencyKey", request.getIdempotencyKey()))
                .value()
            : TaskId.random(random).value();
    var header = header(found.task(), "trigger/" + key, now, lambda, now);
    var place = express.enter(header, lambda, now);
    boolean created;
    try {
      created =
          associations.create(
              place.map(ExpressPlace::task).orElseGet(() -> Association.scheduled(header)));
      if (created) {
        place.ifPresent(ExpressPlace::born);
      }
    } finally {
      place.ifPresent(ExpressPlace::close);
    }
    return TriggerPeriodicResponse.newBuilder()
        .setTaskId(header.taskId().value())
        .setCreated(created)
        .build();
  }

  /** Stops early when the call is over; what is done is done, and the same call goes on with it. */
  BackfillPeriodicResponse backfill(
      BackfillPeriodicRequest request,
      PeriodicTasks.Found found,
      LambdaDefinition lambda,
      Instant now) {
    var violations = new Violations();
    int max = count("max", request.getMax(), PAGE_SIZE_DEFAULT, violations);
    var from = violations.parse(() -> CheckedTimes.instant("from", request.getFrom()), now);
    var until = violations.parse(() -> CheckedTimes.instant("until", request.getUntil()), now);
    if (!request.hasFrom() || !request.hasUntil()) {
      violations.add("from", "a range without two ends", "from and until");
    } else if (!from.isBefore(until)) {
      violations.add("until", until, "after from, " + from);
    } else if (until.isAfter(now)) {
      violations.add("until", until, "not after the server's time, " + now);
    }
    violations.refuse();
    return backfill(found.task(), from, until, max, lambda, now);
  }

  private BackfillPeriodicResponse backfill(
      PeriodicTask task,
      Instant from,
      Instant until,
      int max,
      LambdaDefinition lambda,
      Instant now) {
    var end = CallEnd.current();
    var times = task.fireTimes();
    var response = BackfillPeriodicResponse.newBuilder();
    var looked = new ArrayList<Fire>();
    for (var fire : times.between(from.minusMillis(1), until.minusMillis(1), max)) {
      if (end.isOver()) {
        break;
      }
      var header = header(task, fire.member(), fire.dueAt(), lambda, now);
      if (associations.create(Association.scheduled(header))) {
        response.addFires(PeriodicView.fire(fire, header.taskId()));
      } else {
        response.setExisting(response.getExisting() + 1);
      }
      looked.add(fire);
    }
    next(times, looked, from, until)
        .ifPresent(next -> response.setNextFrom(ProtoTimes.proto(next)));
    return response.build();
  }

  /** Where a backfill goes on. */
  private static Optional<Instant> next(
      FireTimes times, List<Fire> looked, Instant from, Instant until) {
    var last = looked.isEmpty() ? from.minusMillis(1) : looked.get(looked.size() - 1).at();
    return times.next(last).map(Fire::at).filter(at -> at.isBefore(until));
  }

  private static TaskHeader header(
      PeriodicTask task, String member, Instant scheduledAt, LambdaDefinition lambda, Instant now) {
    return task.header(member, scheduledAt, lambda.shards(), lambda.retention(), now);
  }

  private static int count(String field, int asked, int otherwise, Violations violations) {
    if (asked < 0 || asked > FIRES_MAX) {
      violations.add(field, asked, "0 to " + FIRES_MAX);
    }
    return asked <= 0 ? otherwise : Math.min(asked, FIRES_MAX);
  }
}

package dev.atf.frontend.plans.periodic;

import dev.atf.frontend.express.ExpressLane;
import dev.atf.frontend.rpc.BatchCalls;
import dev.atf.frontend.schedule.ScheduleQuota;
import dev.atf.hints.Hints;
import dev.atf.model.IdempotencyKey;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.periodic.Fire;
import dev.atf.plans.periodic.FireTimes;
import dev.atf.plans.periodic.PeriodicName;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanPart;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.BackfillPeriodicRequest;
import dev.atf.protocol.v1.BackfillPeriodicResponse;
import dev.atf.protocol.v1.ListFiresRequest;
import dev.atf.protocol.v1.ListFiresResponse;
import dev.atf.protocol.v1.PreviewPeriodicRequest;
import dev.atf.protocol.v1.PreviewPeriodicResponse;
import dev.atf.protocol.v1.TriggerPeriodicRequest;
import dev.atf.protocol.v1.TriggerPeriodicResponse;
import dev.atf.runtime.rpc.CallEnd;
import dev.atf.store.TaskAssociations;
import dev.atf.store.plans.FireNote;
import dev.atf.store.plans.Plans;
import dev.atf.validation.CheckedTimes;
import dev.atf.validation.Violations;
import dev.atf.validation.WellFormed;
import io.grpc.protobuf.StatusProto;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * Past and future fires of periodic tasks, and fires that callers request in addition. The task of
 * a fire is not stored with the plan, because its id is a hash of the fire's time. Tasks that a
 * call creates count against the lambda's rate, like scheduled tasks.
 */
final class PeriodicFires {
  private static final int PAGE_SIZE_DEFAULT = 100;
  private static final int PREVIEW_DEFAULT = 10;

  /**
   * Maximum number of fires in a page, so that the page is computed and its tasks are read or
   * written within one call.
   */
  private static final int FIRES_MAX = 1_000;

  private final PeriodicTasks tasks;
  private final TaskAssociations associations;
  private final ExpressLane express;
  private final ScheduleQuota quota;
  private final BatchCalls batchCalls;
  private final Notes notes;
  private final Hints hints;
  private final RandomGenerator random;

  @Inject
  PeriodicFires(
      PeriodicTasks tasks,
      TaskAssociations associations,
      ExpressLane express,
      ScheduleQuota quota,
      BatchCalls batchCalls,
      Plans plans,
      Hints hints,
      RandomGenerator random) {
    this.tasks = tasks;
    this.associations = associations;
    this.express = express;
    this.quota = quota;
    this.batchCalls = batchCalls;
    this.notes = new Notes(plans);
    this.hints = hints;
    this.random = random;
  }

  PreviewPeriodicResponse preview(PreviewPeriodicRequest request, Instant now) {
    var violations = new Violations();
    int count = count("count", request.getCount(), PREVIEW_DEFAULT, violations);
    var after =
        request.hasAfter()
            ? violations.parse(() -> CheckedTimes.instant("after", request.getAfter()), now)
            : now;
    var lambda = new LambdaName(request.getLambda());
    if (!request.hasSchedule() && request.getName().isEmpty()) {
      violations.add("schedule", "not given", "a schedule, or the name of a periodic task");
    }
    if (request.hasSchedule()) {
      var times = times(request, lambda, violations);
      return preview(times, times.preview(after, count));
    }
    violations.refuse();
    var found = tasks.require(lambda, new PeriodicName(request.getName()));
    var times = found.task().fireTimes();
    return preview(
        times,
        request.hasAfter()
            ? times.preview(after, count)
            : found.state().nextFires(times, now, count));
  }

  private static PreviewPeriodicResponse preview(FireTimes times, List<Fire> fires) {
    var response = PreviewPeriodicResponse.newBuilder();
    fires.forEach(fire -> response.addFires(PeriodicView.fire(fire, id(times, fire))));
    return response.build();
  }

  private static FireTimes times(
      PreviewPeriodicRequest request, LambdaName lambda, Violations violations) {
    var schedule = PeriodicValidation.schedule(request.getSchedule(), violations);
    var name =
        request.getName().isEmpty()
            ? new PeriodicName("preview")
            : violations.parse(
                () -> new PeriodicName(request.getName()), new PeriodicName("preview"));
    violations.refuse();
    return new FireTimes(schedule, PeriodicTask.planId(lambda, name));
  }

  private static TaskId id(FireTimes times, Fire fire) {
    return times.plan().task(fire.member());
  }

  /**
   * Returns a page of past fires. Fires before the latest change of the schedule cannot be
   * computed: of these, it has only those that are fires of the present schedule, too, and have a
   * task.
   *
   * @param retention time for which a task is stored after its end
   */
  ListFiresResponse list(
      ListFiresRequest request, PeriodicTasks.Found found, Duration retention, Instant now) {
    var violations = new Violations();
    int size = count("pageSize", request.getPageSize(), PAGE_SIZE_DEFAULT, violations);
    var before =
        request.hasBefore()
            ? violations.parse(() -> CheckedTimes.instant("before", request.getBefore()), now)
            : now.plusMillis(1);
    var from =
        request.hasAfter()
            ? violations.parse(() -> CheckedTimes.instant("after", request.getAfter()), now)
            : notes.earliest(found.plan());
    violations.refuse();
    var all = past(found, from, before, size);
    var page = all.subList(0, end(all, size));
    var known = associations.findAll(page.stream().map(Past::taskId).toList());
    var response = ListFiresResponse.newBuilder();
    for (var past : page) {
      var task = Optional.ofNullable(known.get(past.taskId()));
      if (task.isEmpty() && !found.state().isOfSchedule(past.fire().at())) {
        // The schedule of that time had other fires, and possibly none at this time.
        continue;
      }
      boolean remembered = past.fire().at().plus(retention).isAfter(now);
      response.addFires(
          PeriodicView.fire(past.fire(), past.taskId(), task, found.state(), remembered));
    }
    if (page.size() >= size) {
      response.setNextBefore(ProtoTimes.proto(page.get(page.size() - 1).fire().at()));
    }
    return response.build();
  }

  /** Past fire, or a task that was triggered in addition. */
  private record Past(Fire fire, TaskId taskId) {}

  /**
   * Returns past fires and triggered tasks, latest first. The result has at least the requested
   * number of them, if there are enough.
   */
  private List<Past> past(PeriodicTasks.Found found, Instant from, Instant before, int size) {
    var times = found.task().fireTimes();
    var all = new ArrayList<Past>();
    times
        .latest(from.minusMillis(1), before.minusMillis(1), size)
        .forEach(fire -> all.add(new Past(fire, id(times, fire))));
    notes.triggered(found.plan(), from, before, FIRES_MAX).stream()
        .map(one -> new Past(new Fire(one.at(), one.at()), one.taskId()))
        .forEach(all::add);
    all.sort(Comparator.comparing((Past past) -> past.fire().at()).reversed());
    return all;
  }

  /**
   * Returns the end of a page. The next page continues before an instant, so fires at the same
   * instant are never split.
   */
  private static int end(List<Past> all, int size) {
    int end = Math.min(size, all.size());
    while (end > 0 && end < all.size() && sameInstant(all, end)) {
      end++;
    }
    return end;
  }

  private static boolean sameInstant(List<Past> all, int place) {
    return all.get(place).fire().at().equals(all.get(place - 1).fire().at());
  }

  /**
   * Triggers a task now, in addition to the schedule. With a key, the call is safe to repeat while
   * the task of the first call is stored.
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
    var header =
        found.task().header(Fire.TRIGGERED + key, now, lambda.shards(), lambda.retention(), now);
    boolean known = request.hasIdempotencyKey() && associations.find(header.taskId()).isPresent();
    return TriggerPeriodicResponse.newBuilder()
        .setTaskId(header.taskId().value())
        .setCreated(!known && trigger(found, header, lambda, now))
        .build();
  }

  private boolean trigger(
      PeriodicTasks.Found found, TaskHeader header, LambdaDefinition lambda, Instant now) {
    var refusal = quota.take(lambda);
    if (refusal.isPresent()) {
      throw StatusProto.toStatusRuntimeException(refusal.get());
    }
    return created(
        lambda,
        () -> {
          notes.triggered(found.plan(), header);
          return make(header, lambda, now);
        });
  }

  /** Returns whether a task was created. If not, its token is returned. */
  private boolean created(LambdaDefinition lambda, BooleanSupplier creation) {
    boolean created = false;
    try {
      created = creation.getAsBoolean();
    } finally {
      if (!created) {
        quota.refund(lambda);
      }
    }
    return created;
  }

  private boolean make(TaskHeader header, LambdaDefinition lambda, Instant now) {
    var place = express.enter(header, lambda, now);
    try {
      var task =
          place.map(ExpressLane.Reservation::task).orElseGet(() -> Association.scheduled(header));
      boolean created = associations.create(task);
      if (created) {
        hints.written(task);
        place.ifPresent(ExpressLane.Reservation::created);
      }
      return created;
    } finally {
      place.ifPresent(ExpressLane.Reservation::close);
    }
  }

  /**
   * Creates the tasks of past fires. Stops early when the call times out or the lambda's rate is
   * used up. Created tasks stay, and a repeated call continues after them.
   *
   * @throws io.grpc.StatusRuntimeException QUOTA_EXCEEDED or OVERLOADED, if nothing was done
   */
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
    var call = batchCalls.begin();
    try (call) {
      notes.backfilled(
          found.plan(), from, now.plus(found.task().lifetime()).plus(lambda.retention()));
      return backfill(found.task(), from, until, max, lambda, now);
    }
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
      var refusal = quota.take(lambda);
      if (refusal.isPresent() && looked.isEmpty()) {
        throw StatusProto.toStatusRuntimeException(refusal.get());
      }
      if (refusal.isPresent()) {
        break;
      }
      var header = task.backfilled(fire, lambda.shards(), lambda.retention(), now);
      var filled = Association.scheduled(header);
      if (created(lambda, () -> associations.create(filled))) {
        hints.written(filled);
        response.addFires(
            PeriodicView.fire(fire, task.taskOf(fire)).toBuilder()
                .setCause(dev.atf.protocol.v1.Fire.Cause.BACKFILL));
      } else {
        response.setExisting(response.getExisting() + 1);
      }
      looked.add(fire);
    }
    next(times, looked, from, until)
        .ifPresent(next -> response.setNextFrom(ProtoTimes.proto(next)));
    return response.build();
  }

  /** Returns the time from which a backfill continues. */
  private static Optional<Instant> next(
      FireTimes times, List<Fire> looked, Instant from, Instant until) {
    var last = looked.isEmpty() ? from.minusMillis(1) : looked.get(looked.size() - 1).at();
    return times.next(last).map(Fire::at).filter(at -> at.isBefore(until));
  }

  private static int count(String field, int asked, int otherwise, Violations violations) {
    if (asked < 0 || asked > FIRES_MAX) {
      violations.add(field, asked, "0 to " + FIRES_MAX);
    }
    return asked <= 0 ? otherwise : Math.min(asked, FIRES_MAX);
  }

  /**
   * Notes on fires that do not follow from the schedule of a periodic task: when it was triggered
   * by a call, and how far back it was backfilled. They are parts of its plan, cost one unit each,
   * and expire with the tasks. Their names begin with the creation time of the periodic task, so
   * that a later periodic task of the same name does not show its fires.
   */
  private static final class Notes {
    private static final long LATEST = 9_999_999_999_999L;

    private final Plans plans;

    /** Task that was created by a trigger, in addition to the schedule. */
    record Triggered(Instant at, TaskId taskId) {}

    Notes(Plans plans) {
      this.plans = plans;
    }

    /**
     * Writes the note of a task before the task is created. A note without a task shows that a
     * trigger was tried.
     *
     * @param header header of the task, which is due at the time of the trigger
     */
    void triggered(Plan plan, TaskHeader header) {
      var name = triggersUntil(plan, header.scheduledAt()) + "/" + header.taskId();
      var body = FireNote.of(header.taskId());
      boolean unused = plans.putPart(new PlanPart(plan.id(), name, body, header.keepUntil()));
    }

    /** Returns the latest notes in a range of times, latest first, at most {@code limit}. */
    List<Triggered> triggered(Plan plan, Instant from, Instant before, int limit) {
      var prefix = prefix(plan, "triggered");
      return plans.parts(plan.id(), triggersUntil(plan, before.minusMillis(1)), limit).stream()
          .filter(part -> part.name().startsWith(prefix))
          .map(part -> new Triggered(at(part.name().split("/", -1)[2]), FireNote.read(part)))
          .takeWhile(triggered -> !triggered.at().isBefore(from))
          .toList();
    }

    /**
     * Writes the note that fires from this time on may have tasks, if the periodic task is younger
     * than that time.
     */
    void backfilled(Plan plan, Instant from, Instant forgottenAt) {
      if (from.isBefore(plan.createdAt())) {
        var name = prefix(plan, "backfilled") + digits(Math.max(0, from.toEpochMilli()));
        boolean unused = plans.putPart(new PlanPart(plan.id(), name, Bytes.EMPTY, forgottenAt));
      }
    }

    /** Returns the time before which no fire has a task. */
    Instant earliest(Plan plan) {
      var prefix = prefix(plan, "backfilled");
      return plans.parts(plan.id(), prefix, 1).stream()
          .map(PlanPart::name)
          .filter(name -> name.startsWith(prefix))
          .map(name -> Instant.ofEpochMilli(Long.parseLong(name.substring(prefix.length()))))
          .findFirst()
          .orElse(plan.createdAt());
    }

    /**
     * Returns the first name of the notes that are not later than this time. Names sort in the
     * reverse order of time.
     */
    private static String triggersUntil(Plan plan, Instant until) {
      return prefix(plan, "triggered") + digits(LATEST - Math.max(0, until.toEpochMilli()));
    }

    private static Instant at(String digits) {
      return Instant.ofEpochMilli(LATEST - Long.parseLong(digits));
    }

    private static String prefix(Plan plan, String what) {
      return what + "/" + digits(plan.createdAt().toEpochMilli()) + "/";
    }

    private static String digits(long millis) {
      return String.format(Locale.ROOT, "%013d", millis);
    }
  }
}

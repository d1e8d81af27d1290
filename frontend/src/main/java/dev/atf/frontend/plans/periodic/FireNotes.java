package dev.atf.frontend.plans.periodic;

import dev.atf.model.TaskId;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanPart;
import dev.atf.store.plans.FireNote;
import dev.atf.store.plans.Plans;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * Notes on fires that do not follow from the schedule of a periodic task: when it was triggered by
 * a call, and how far back it was backfilled. They are parts of its plan, cost one unit each, and
 * expire with the tasks. Their names begin with the creation time of the periodic task, so that a
 * later periodic task of the same name does not show its fires.
 */
final class FireNotes {
  private static final long LATEST = 9_999_999_999_999L;

  private final Plans plans;

  /** Task that was created by a trigger, in addition to the schedule. */
  record Triggered(Instant at, TaskId taskId) {}

  @Inject
  FireNotes(Plans plans) {
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

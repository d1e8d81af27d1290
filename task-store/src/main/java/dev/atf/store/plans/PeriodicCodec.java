package dev.atf.store.plans;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.atf.model.CollectionName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.plans.periodic.CatchUp;
import dev.atf.plans.periodic.Cron;
import dev.atf.plans.periodic.Interval;
import dev.atf.plans.periodic.LeftOutFires;
import dev.atf.plans.periodic.Overlap;
import dev.atf.plans.periodic.PeriodicName;
import dev.atf.plans.periodic.PeriodicState;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.periodic.Recurrence;
import dev.atf.plans.periodic.Schedule;
import dev.atf.plans.row.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * JSON of a periodic task's row: times in milliseconds since 1970, durations in milliseconds,
 * defaults left out, so that a row stays below 1 KB. Fields of a later version are ignored when it
 * is read, and lost when it is written.
 */
final class PeriodicCodec {
  private static final ObjectMapper JSON = new ObjectMapper();

  private PeriodicCodec() {}

  static String write(StoredPeriodic stored) {
    var root = JSON.createObjectNode();
    writeTask(root, stored.task());
    writeState(root.putObject("state"), stored.state());
    return root.toString();
  }

  static StoredPeriodic read(Plan plan) {
    try {
      var root = JSON.readTree(plan.state());
      return new StoredPeriodic(readTask(plan, root), readState(root.path("state")));
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new IllegalStateException("plan " + plan.id() + " cannot be read", e);
    }
  }

  private static void writeTask(ObjectNode to, PeriodicTask task) {
    to.put("priority", task.priority().value());
    if (task.collection() != null) {
      to.put("collection", task.collection().value());
    }
    writeSchedule(to, task.schedule());
    to.put("overlap", task.overlap().name());
    to.put("catchUp", task.catchUp().fireCountMax());
    to.put("contents", task.contents().value());
    to.put("lifetime", task.lifetime().toMillis());
    to.put("revision", task.revision());
  }

  private static PeriodicTask readTask(Plan plan, JsonNode from) {
    return new PeriodicTask(
        plan.lambda(),
        new PeriodicName(plan.name()),
        new Priority(from.path("priority").asText()),
        from.has("collection") ? new CollectionName(from.get("collection").asText()) : null,
        readSchedule(from),
        Overlap.valueOf(from.path("overlap").asText()),
        new CatchUp(from.path("catchUp").asInt()),
        new TaskId(from.path("contents").asText()),
        Duration.ofMillis(from.path("lifetime").asLong()),
        from.path("revision").asLong());
  }

  private static void writeSchedule(ObjectNode to, Schedule schedule) {
    if (schedule.recurrence() instanceof Cron cron) {
      to.put("cron", cron.expression()).put("zone", cron.zone().getId());
    } else if (schedule.recurrence() instanceof Interval interval) {
      to.put("every", interval.every().toMillis());
      to.put("anchor", interval.anchor().toEpochMilli());
    }
    putTime(to, "startAt", schedule.startAt());
    putTime(to, "until", schedule.until());
    if (!schedule.jitter().isZero()) {
      to.put("jitter", schedule.jitter().toMillis());
    }
  }

  private static Schedule readSchedule(JsonNode from) {
    Recurrence recurrence =
        from.has("cron")
            ? Cron.of(from.get("cron").asText(), from.path("zone").asText())
            : new Interval(
                Duration.ofMillis(from.path("every").asLong()),
                Instant.ofEpochMilli(from.path("anchor").asLong()));
    return new Schedule(
        recurrence,
        time(from, "startAt"),
        time(from, "until"),
        Duration.ofMillis(from.path("jitter").asLong()));
  }

  private static void writeState(ObjectNode to, PeriodicState state) {
    if (state.paused()) {
      to.put("paused", true);
    }
    putTime(to, "decidedUntil", state.decidedUntil());
    if (!state.pending().isEmpty()) {
      var pending = to.putArray("pending");
      state.pending().forEach(at -> pending.add(at.toEpochMilli()));
    }
    putTime(to, "last", state.last());
    putTime(to, "queued", state.queued());
    to.put("fired", state.firedCount());
    to.put("skipped", state.skippedCount());
    to.put("missed", state.missedCount());
    if (!state.leftOut().ranges().isEmpty()) {
      var ranges = to.putArray("leftOut");
      state.leftOut().ranges().forEach(range -> write(ranges.addArray(), range));
    }
  }

  private static PeriodicState readState(JsonNode from) {
    return new PeriodicState(
        from.path("paused").asBoolean(),
        Instant.ofEpochMilli(from.path("decidedUntil").asLong()),
        times(from.path("pending")),
        time(from, "last"),
        time(from, "queued"),
        from.path("fired").asLong(),
        from.path("skipped").asLong(),
        from.path("missed").asLong(),
        readLeftOut(from.path("leftOut")));
  }

  private static void write(ArrayNode to, LeftOutFires.Range range) {
    to.add(range.first().toEpochMilli())
        .add(range.last().toEpochMilli())
        .add(range.reason().name());
  }

  private static LeftOutFires readLeftOut(JsonNode from) {
    var ranges = new ArrayList<LeftOutFires.Range>();
    from.forEach(
        range ->
            ranges.add(
                new LeftOutFires.Range(
                    Instant.ofEpochMilli(range.path(0).asLong()),
                    Instant.ofEpochMilli(range.path(1).asLong()),
                    LeftOutFires.Reason.valueOf(range.path(2).asText()))));
    return new LeftOutFires(ranges);
  }

  private static List<Instant> times(JsonNode from) {
    var times = new ArrayList<Instant>();
    from.forEach(at -> times.add(Instant.ofEpochMilli(at.asLong())));
    return times;
  }

  private static void putTime(ObjectNode to, String field, @Nullable Instant at) {
    if (at != null) {
      to.put(field, at.toEpochMilli());
    }
  }

  private static @Nullable Instant time(JsonNode from, String field) {
    return from.has(field) ? Instant.ofEpochMilli(from.get(field).asLong()) : null;
  }
}

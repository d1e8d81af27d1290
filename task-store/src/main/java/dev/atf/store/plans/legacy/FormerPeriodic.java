package dev.atf.store.plans.legacy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.model.TaskId;
import dev.atf.plans.row.Bytes;
import dev.atf.store.codec.StoredIds;
import dev.atf.store.stored.plans.StoredPlans;

/** Former texts of periodic tasks: JSON, with defaults left out. */
final class FormerPeriodic {
  private static final ObjectMapper JSON = new ObjectMapper();

  private FormerPeriodic() {}

  static Bytes state(String text) {
    try {
      var root = JSON.readTree(text);
      var message = StoredPlans.Periodic.newBuilder();
      readTask(root, message);
      readState(root.path("state"), message);
      return new Bytes(message.build().toByteArray());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not the state of a periodic task", e);
    }
  }

  private static void readTask(JsonNode from, StoredPlans.Periodic.Builder to) {
    to.setPriority(from.path("priority").asText())
        .setCollection(from.path("collection").asText(""))
        .setCron(from.path("cron").asText(""))
        .setZone(from.path("zone").asText(""))
        .setEvery(from.path("every").asLong())
        .setAnchor(from.path("anchor").asLong())
        .setJitter(from.path("jitter").asLong())
        .setOverlap(StoredPlans.Periodic.Overlap.valueOf(from.path("overlap").asText()))
        .setCatchUp(from.path("catchUp").asInt())
        .setContents(StoredIds.of(new TaskId(from.path("contents").asText())))
        .setLifetime(from.path("lifetime").asLong())
        .setRevision(from.path("revision").asLong());
    if (from.has("startAt")) {
      to.setStartAt(from.get("startAt").asLong());
    }
    if (from.has("until")) {
      to.setUntil(from.get("until").asLong());
    }
  }

  private static void readState(JsonNode from, StoredPlans.Periodic.Builder to) {
    to.setPaused(from.path("paused").asBoolean())
        .setDecidedUntil(from.path("decidedUntil").asLong())
        .setFired(from.path("fired").asLong())
        .setSkipped(from.path("skipped").asLong())
        .setMissed(from.path("missed").asLong());
    from.path("pending").forEach(at -> to.addPending(at.asLong()));
    if (from.has("last")) {
      to.setLast(from.get("last").asLong());
    }
    if (from.has("queued")) {
      to.setQueued(from.get("queued").asLong());
    }
    for (var range : from.path("leftOut")) {
      to.addLeftOutBuilder()
          .setFirst(range.path(0).asLong())
          .setLast(range.path(1).asLong())
          .setReason(StoredPlans.LeftOut.Reason.valueOf(range.path(2).asText()));
    }
  }
}

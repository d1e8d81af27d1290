package dev.atf.plans.order;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskHeader;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.transition.Parent;
import java.time.Instant;
import java.util.Optional;

/** Encodes members for the row of their key, or a part of it. */
final class MemberCodec {
  private MemberCodec() {}

  static void write(FlatJson json, Member member) {
    var header = member.header();
    json.put("place", member.place().name())
        .put("priority", header.priority())
        .put("collection", Optional.ofNullable(header.collection()))
        .put("shard", header.shard())
        .put("created", header.createdAt().toEpochMilli())
        .put("scheduled", header.scheduledAt().toEpochMilli())
        .put("deadline", header.deadline().toEpochMilli())
        .put("keep", Optional.ofNullable(header.keepUntil()).map(Instant::getEpochSecond))
        .put("parent", Optional.ofNullable(header.parent()).map(Parent::toText));
  }

  /** Reads a member; empty if none was written. */
  static Optional<Member> read(FlatJson json, LambdaName lambda, OrderingKey key) {
    return json.find("place").map(Place::of).map(place -> read(json, place, lambda, key));
  }

  private static Member read(FlatJson json, Place place, LambdaName lambda, OrderingKey key) {
    var header =
        new TaskHeader(
            place.taskId(),
            lambda,
            new Priority(json.get("priority")),
            json.find("collection").map(CollectionName::new).orElse(null),
            Math.toIntExact(json.number("shard")),
            Instant.ofEpochMilli(json.number("created")),
            Instant.ofEpochMilli(json.number("scheduled")),
            Instant.ofEpochMilli(json.number("deadline")),
            json.find("keep").map(s -> Instant.ofEpochSecond(Long.parseLong(s))).orElse(null),
            key.origin(place.taskId(), lambda),
            null);
    var parent = json.find("parent").map(Parent::parse);
    return new Member(place, parent.map(header::withParent).orElse(header));
  }
}

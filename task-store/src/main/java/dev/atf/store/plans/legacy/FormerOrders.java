package dev.atf.store.plans.legacy;

import com.google.protobuf.Message;
import dev.atf.plans.order.Place;
import dev.atf.plans.row.Bytes;
import dev.atf.store.codec.OriginCodec;
import dev.atf.store.codec.StoredIds;
import dev.atf.store.legacy.FormerLinks;
import dev.atf.store.stored.plans.StoredPlans;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Former texts of ordering keys: JSON objects whose values are all text without escapes. */
final class FormerOrders {
  private static final String BETWEEN = "\":\"";

  private final Map<String, String> values;

  private FormerOrders(Map<String, String> values) {
    this.values = values;
  }

  static Bytes state(String text) {
    var json = new FormerOrders(values(text));
    var order = StoredPlans.Order.newBuilder();
    if (json.find("place").isPresent()) {
      order.setHolder(json.member());
    }
    json.find("passed").ifPresent(place -> order.setPassed(place(place)));
    json.find("over").ifPresent(place -> order.setOver(place(place)));
    order.setWaiting(json.find("waiting").isPresent());
    json.number("sequence").ifPresent(order::setSequence);
    json.number("last").ifPresent(order::setLastAt);
    json.number("held").ifPresent(order::setHeldAt);
    json.number("retryEpoch").ifPresent(epoch -> order.getRetryBuilder().setEpoch(epoch));
    json.number("retryDeadline").ifPresent(at -> order.getRetryBuilder().setDeadline(at));
    return bytes(order.build());
  }

  static Bytes member(String text) {
    return bytes(new FormerOrders(values(text)).member());
  }

  private StoredPlans.OrderMember member() {
    var member = StoredPlans.OrderMember.newBuilder();
    member
        .setPlace(place(get("place")))
        .setPriority(get("priority"))
        .setCollection(find("collection").orElse(""))
        .setShard(Integer.parseInt(get("shard")))
        .setCreatedAt(Long.parseLong(get("created")))
        .setScheduledAt(Long.parseLong(get("scheduled")))
        .setDeadline(Long.parseLong(get("deadline")));
    number("keep").ifPresent(member::setKeepUntil);
    find("parent")
        .ifPresent(parent -> member.setParent(OriginCodec.write(FormerLinks.parent(parent))));
    return member.build();
  }

  private static StoredPlans.OrderPlace place(String name) {
    var place = Place.of(name);
    return StoredPlans.OrderPlace.newBuilder()
        .setTaskId(StoredIds.of(place.taskId()))
        .setAt(place.at().toEpochMilli())
        .setSequence(place.sequence())
        .build();
  }

  private static Bytes bytes(Message message) {
    return new Bytes(message.toByteArray());
  }

  private static Map<String, String> values(String text) {
    var values = new HashMap<String, String>();
    int open = text.indexOf('"');
    while (open >= 0) {
      int nameEnd = text.indexOf('"', open + 1);
      int value = nameEnd + BETWEEN.length();
      int end = nameEnd >= 0 && text.startsWith(BETWEEN, nameEnd) ? text.indexOf('"', value) : -1;
      if (end >= 0) {
        values.put(text.substring(open + 1, nameEnd), text.substring(value, end));
      }
      open = text.indexOf('"', (end >= 0 ? end : open) + 1);
    }
    return values;
  }

  private Optional<String> find(String name) {
    return Optional.ofNullable(values.get(name));
  }

  private Optional<Long> number(String name) {
    return find(name).map(Long::valueOf);
  }

  private String get(String name) {
    return find(name).orElseThrow(() -> new IllegalArgumentException("no " + name));
  }
}

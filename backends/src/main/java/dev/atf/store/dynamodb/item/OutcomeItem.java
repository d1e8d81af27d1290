package dev.atf.store.dynamodb.item;

import static dev.atf.store.dynamodb.item.Attributes.CHILDREN;
import static dev.atf.store.dynamodb.item.Attributes.DIGEST;
import static dev.atf.store.dynamodb.item.Attributes.FAILURE_CODE;
import static dev.atf.store.dynamodb.item.Attributes.FAILURE_DETAILS;
import static dev.atf.store.dynamodb.item.Attributes.FAILURE_MESSAGE;
import static dev.atf.store.dynamodb.item.Attributes.FAILURE_RETRIABLE;
import static dev.atf.store.dynamodb.item.Attributes.JOINS;
import static dev.atf.store.dynamodb.item.Attributes.NOTICES;
import static dev.atf.store.dynamodb.item.Attributes.NOTICES_DUE;
import static dev.atf.store.dynamodb.item.Attributes.OUTBOX;
import static dev.atf.store.dynamodb.item.Attributes.RESULT;
import static dev.atf.store.dynamodb.item.Attributes.RESULT_APART;
import static dev.atf.store.dynamodb.item.Attributes.RESULT_TYPE;

import dev.atf.model.Failure;
import dev.atf.model.Payload;
import dev.atf.model.task.Children;
import dev.atf.model.task.Join;
import dev.atf.model.task.Notices;
import dev.atf.model.task.Outcome;
import dev.atf.store.codec.ChildrenCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Outcome as one attribute. */
public final class OutcomeItem {
  private OutcomeItem() {}

  public static AttributeValue of(Outcome outcome) {
    var map =
        new ItemWriter()
            .text(DIGEST, outcome.digest())
            .mark(RESULT_APART, outcome.resultStoredApart());
    var result = outcome.result();
    if (result != null) {
      map.bytes(RESULT, result.bytes()).text(RESULT_TYPE, result.contentType());
    }
    var failure = outcome.failure();
    if (failure != null) {
      map.text(FAILURE_CODE, failure.code())
          .text(FAILURE_MESSAGE, failure.message())
          .text(FAILURE_DETAILS, failure.details())
          .mark(FAILURE_RETRIABLE, failure.retriable());
    }
    var children = outcome.children();
    if (children.count() > 0) {
      map.number(CHILDREN, children.count());
    }
    if (children.pending()) {
      map.bytes(OUTBOX, ChildrenCodec.write(children.outbox()).toByteArray());
    }
    if (!children.joins().isEmpty()) {
      map.bytes(JOINS, ChildrenCodec.writeJoins(children.joins()).toByteArray());
    }
    var notices = outcome.notices();
    if (notices.pending()) {
      map.text(NOTICES_DUE, String.join(" ", notices.due()));
    }
    if (!notices.created().isEmpty()) {
      map.text(NOTICES, String.join(" ", notices.created()));
    }
    return AttributeValue.fromM(map.build());
  }

  static @Nullable Outcome read(@Nullable ItemReader map) {
    if (map == null) {
      return null;
    }
    return new Outcome(
        map.text(DIGEST),
        map.has(RESULT) ? new Payload(map.bytes(RESULT), map.text(RESULT_TYPE)) : null,
        map.has(RESULT_APART),
        map.has(FAILURE_CODE)
            ? new Failure(
                map.text(FAILURE_CODE),
                map.text(FAILURE_MESSAGE),
                map.text(FAILURE_DETAILS),
                map.has(FAILURE_RETRIABLE))
            : null,
        children(map),
        new Notices(names(map, NOTICES_DUE), names(map, NOTICES)));
  }

  private static List<String> names(ItemReader map, String attribute) {
    return map.has(attribute) ? List.of(map.text(attribute).split(" ")) : List.of();
  }

  private static Children children(ItemReader map) {
    var joins = map.has(JOINS) ? LinkItem.joins(map) : List.<Join>of();
    if (map.has(OUTBOX)) {
      return Children.toCreate(LinkItem.outbox(map), joins);
    }
    int count = map.has(CHILDREN) ? map.count(CHILDREN) : 0;
    return new Children(count, List.of(), joins, false);
  }
}

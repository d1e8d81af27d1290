package dev.atf.store.dynamodb.item;

import static dev.atf.store.dynamodb.item.Attributes.COLLECTION;
import static dev.atf.store.dynamodb.item.Attributes.CREATED_AT;
import static dev.atf.store.dynamodb.item.Attributes.DEADLINE;
import static dev.atf.store.dynamodb.item.Attributes.FAIRNESS_KEY;
import static dev.atf.store.dynamodb.item.Attributes.KEEP_UNTIL;
import static dev.atf.store.dynamodb.item.Attributes.LAMBDA;
import static dev.atf.store.dynamodb.item.Attributes.PRIORITY;
import static dev.atf.store.dynamodb.item.Attributes.SCHEDULED_AT;
import static dev.atf.store.dynamodb.item.Attributes.SHARD;
import static dev.atf.store.dynamodb.item.Attributes.TASK_ID;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.fairness.FairnessKey;
import dev.atf.model.task.TaskHeader;

/** Attributes that entity and association have in common. */
final class HeaderItem {
  private HeaderItem() {}

  static ItemWriter begin(TaskHeader header) {
    var collection = header.collection();
    var key = header.fairnessKey();
    var item = LinkItem.routedBy(new ItemWriter(), header);
    return item.text(TASK_ID, header.taskId().value())
        .text(LAMBDA, header.lambda().value())
        .text(PRIORITY, header.priority().value())
        .text(COLLECTION, collection == null ? null : collection.value())
        .text(FAIRNESS_KEY, key == null ? null : key.value())
        .number(SHARD, header.shard())
        .millis(CREATED_AT, header.createdAt())
        .millis(SCHEDULED_AT, header.scheduledAt())
        .millis(DEADLINE, header.deadline())
        .seconds(KEEP_UNTIL, header.keepUntil());
  }

  static TaskHeader read(ItemReader item) {
    return new TaskHeader(
        new TaskId(item.text(TASK_ID)),
        new LambdaName(item.text(LAMBDA)),
        new Priority(item.text(PRIORITY)),
        item.textOrNull(COLLECTION, CollectionName::new),
        item.count(SHARD),
        item.millis(CREATED_AT),
        item.millis(SCHEDULED_AT),
        item.millis(DEADLINE),
        item.secondsOrNull(KEEP_UNTIL),
        LinkItem.origin(item),
        LinkItem.parent(item),
        LinkItem.onFinish(item),
        item.textOrNull(FAIRNESS_KEY, FairnessKey::new),
        LinkItem.routedBy(item));
  }
}

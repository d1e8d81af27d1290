package dev.atf.store.dynamodb.item;

import static dev.atf.store.dynamodb.item.Attributes.CONTENT_TYPE;
import static dev.atf.store.dynamodb.item.Attributes.EXPIRES_AT;
import static dev.atf.store.dynamodb.item.Attributes.FILES;
import static dev.atf.store.dynamodb.item.Attributes.FINGERPRINT;
import static dev.atf.store.dynamodb.item.Attributes.LABELS;
import static dev.atf.store.dynamodb.item.Attributes.PAYLOAD;
import static dev.atf.store.dynamodb.item.Attributes.TASK_ID;

import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.resource.TaskFiles;
import dev.atf.model.task.TaskEntity;
import dev.atf.store.codec.FilesCodec;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Items of the entities table: entities, large results, parts of logs, and the outputs of attempts.
 */
public final class EntityItem {
  private EntityItem() {}

  public static Map<String, AttributeValue> of(TaskEntity entity) {
    var labels = new ItemWriter();
    entity.labels().forEach(labels::text);
    return HeaderItem.begin(entity.header())
        .bytes(PAYLOAD, entity.payload().bytes())
        .text(CONTENT_TYPE, entity.payload().contentType())
        .put(LABELS, AttributeValue.fromM(labels.build()))
        .text(FINGERPRINT, entity.fingerprint())
        .bytes(FILES, FilesCodec.bytes(entity.files()))
        .seconds(EXPIRES_AT, entity.expiresAt())
        .build();
  }

  public static TaskEntity read(Map<String, AttributeValue> attributes) {
    var item = new ItemReader(attributes);
    var labels = new HashMap<String, String>();
    item.map(LABELS).forEach((key, value) -> labels.put(key, value.s()));
    return new TaskEntity(
        HeaderItem.read(item),
        payload(item),
        labels,
        item.text(FINGERPRINT),
        item.has(FILES) ? FilesCodec.read(item.bytes(FILES)) : TaskFiles.NONE,
        item.seconds(EXPIRES_AT));
  }

  public static Map<String, AttributeValue> ofResult(
      TaskId taskId, long epoch, Payload result, Instant expiresAt) {
    return item(resultKey(taskId, epoch), result, expiresAt);
  }

  public static Map<String, AttributeValue> ofLog(
      TaskId taskId, long epoch, int number, Payload part, Instant expiresAt) {
    return item(logKey(taskId, epoch, number), part, expiresAt);
  }

  public static Map<String, AttributeValue> ofOutputs(
      TaskId taskId, long epoch, TaskFiles outputs, Instant expiresAt) {
    return new ItemWriter()
        .text(TASK_ID, outputsKey(taskId, epoch))
        .bytes(FILES, FilesCodec.bytes(outputs))
        .seconds(EXPIRES_AT, expiresAt)
        .build();
  }

  public static TaskFiles readOutputs(Map<String, AttributeValue> attributes) {
    return FilesCodec.read(new ItemReader(attributes).bytes(FILES));
  }

  private static Map<String, AttributeValue> item(String key, Payload payload, Instant expiresAt) {
    return new ItemWriter()
        .text(TASK_ID, key)
        .bytes(PAYLOAD, payload.bytes())
        .text(CONTENT_TYPE, payload.contentType())
        .seconds(EXPIRES_AT, expiresAt)
        .build();
  }

  /** Reads a result, or a part of a log. */
  public static Payload readResult(Map<String, AttributeValue> attributes) {
    return payload(new ItemReader(attributes));
  }

  public static String resultKey(TaskId taskId, long epoch) {
    return taskId + "/result/" + epoch;
  }

  public static String outputsKey(TaskId taskId, long epoch) {
    return taskId + "/outputs/" + epoch;
  }

  public static String logKey(TaskId taskId, long epoch, int number) {
    return taskId + "/log/" + epoch + "/" + number;
  }

  private static Payload payload(ItemReader item) {
    return new Payload(item.bytes(PAYLOAD), item.text(CONTENT_TYPE));
  }
}

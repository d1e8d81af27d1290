package dev.atf.store.dynamodb.item;

import static dev.atf.store.dynamodb.item.Attributes.CHECKPOINT;
import static dev.atf.store.dynamodb.item.Attributes.PROGRESS;
import static dev.atf.store.dynamodb.item.Attributes.RESULT;
import static dev.atf.store.dynamodb.item.Attributes.RESULT_TYPE;

import dev.atf.model.Payload;
import dev.atf.model.task.Notes;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Notes of a handler, as two attributes. */
public final class NotesItem {
  private NotesItem() {}

  static void write(ItemWriter item, Notes notes) {
    if (notes.progress() != null) {
      item.put(PROGRESS, of(notes.progress()));
    }
    if (notes.checkpoint() != null) {
      item.put(CHECKPOINT, of(notes.checkpoint()));
    }
  }

  public static AttributeValue of(Payload payload) {
    return AttributeValue.fromM(
        new ItemWriter()
            .bytes(RESULT, payload.bytes())
            .text(RESULT_TYPE, payload.contentType())
            .build());
  }

  static Notes read(ItemReader item) {
    return new Notes(payload(item.mapOrNull(PROGRESS)), payload(item.mapOrNull(CHECKPOINT)));
  }

  private static @Nullable Payload payload(@Nullable ItemReader map) {
    return map == null ? null : new Payload(map.bytes(RESULT), map.text(RESULT_TYPE));
  }
}

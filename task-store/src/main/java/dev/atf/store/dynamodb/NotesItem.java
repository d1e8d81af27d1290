package dev.atf.store.dynamodb;

import static dev.atf.store.dynamodb.Attributes.CHECKPOINT;
import static dev.atf.store.dynamodb.Attributes.PROGRESS;
import static dev.atf.store.dynamodb.Attributes.RESULT;
import static dev.atf.store.dynamodb.Attributes.RESULT_TYPE;

import dev.atf.model.Notes;
import dev.atf.model.Payload;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What a handler has said, as two attributes. */
final class NotesItem {
  private NotesItem() {}

  static void write(ItemWriter item, Notes notes) {
    if (notes.progress() != null) {
      item.put(PROGRESS, of(notes.progress()));
    }
    if (notes.checkpoint() != null) {
      item.put(CHECKPOINT, of(notes.checkpoint()));
    }
  }

  static AttributeValue of(Payload payload) {
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

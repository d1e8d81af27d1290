package dev.atf.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class TaskMessageTest {
  @Test
  void referencesHaveTheOrderOfTheirMessages() {
    var random = new Random(1);
    var refs = Stream.generate(() -> new TaskRef(TaskId.random(random), 1)).limit(20).toList();

    assertThat(TaskMessage.refs(refs.stream().map(TaskMessage::of).toList()))
        .containsExactlyElementsOf(refs);
  }
}

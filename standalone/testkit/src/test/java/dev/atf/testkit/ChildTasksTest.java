package dev.atf.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.client.TaskSpec;
import dev.atf.executor.ChildTask;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.WorkerBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests of children that handlers schedule with their success, through all services. */
final class ChildTasksTest {
  private final List<String> read = new ArrayList<>();
  private int failuresLeft;

  @RegisterExtension
  final AtfExtension atf =
      AtfExtension.serving(
          (WorkerBuilder worker) ->
              worker
                  .handle("crawl", JsonNode.class, this::crawl)
                  .handle("read", JsonNode.class, this::read));

  private Outcome crawl(JsonNode payload, TaskContext context) {
    context.schedule(ChildTask.of("read", "one"));
    context.schedule(ChildTask.of("read", "two"));
    return failuresLeft-- > 0 ? Outcome.retriable("NOT_YET", "later") : Outcome.success();
  }

  private Outcome read(JsonNode payload, TaskContext context) {
    read.add(payload.asText());
    return Outcome.success();
  }

  @Test
  void childrenRunWithTheirParent() {
    atf.client().schedule(TaskSpec.of("crawl"));

    assertThat(atf.runDueTasks()).isEqualTo(3);

    assertThat(read).containsExactlyInAnyOrder("one", "two");
  }

  @Test
  void anAttemptThatFailsHasNone() {
    failuresLeft = 1;
    var crawl = atf.client().schedule(TaskSpec.of("crawl")).taskId();

    assertThat(atf.runDueTasks()).isEqualTo(1);
    AtfAssertions.assertThat(atf.runUntilFinished(crawl)).hasSucceeded();

    assertThat(atf.tasks("read")).hasSize(2);
  }
}

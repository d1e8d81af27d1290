package dev.atf.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.TaskSpec;
import dev.atf.executor.ChildTask;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.WorkerBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Children of an ordering key, through all services, as handlers see them. */
final class ChildrenInOrderTest {
  private static final String OPEN = "open";
  private static final String POST = "post";
  private static final String KEY = "account 17";

  private final List<String> posted = new ArrayList<>();

  @RegisterExtension final AtfExtension atf = AtfExtension.serving(this::handlers);

  private WorkerBuilder handlers(WorkerBuilder worker) {
    return worker.handle(OPEN, String.class, this::open).handle(POST, String.class, this::post);
  }

  private Outcome open(String account, TaskContext context) {
    for (int entry = 0; entry < 4; entry++) {
      context.schedule(ChildTask.of(POST, account + "/" + entry).orderingKey(KEY));
    }
    return Outcome.success();
  }

  /** Fails at the first attempt at the second entry: the others of the key have to wait for it. */
  private Outcome post(String entry, TaskContext context) {
    if (entry.endsWith("/1") && context.attempt() == 1) {
      return Outcome.retriable("BUSY", "not now");
    }
    posted.add(entry);
    return Outcome.success();
  }

  @Test
  void childrenOfAKeyRunInScheduledOrderBehindEarlierTasks() {
    atf.client().schedule(TaskSpec.of(POST, "before/1").orderingKey(KEY));
    var parent = atf.client().schedule(TaskSpec.of(OPEN, "a")).taskId();

    runUntilPosted(5);

    assertThat(posted).containsExactly("before/1", "a/0", "a/1", "a/2", "a/3");
    var child = atf.task(parent).childTaskIds().get(3);
    assertThat(atf.task(child).task().getOrderingKey()).isEqualTo(KEY);
    assertThat(atf.task(child).parentTaskId()).contains(parent);
  }

  private void runUntilPosted(int count) {
    for (int i = 0; i < 300 && posted.size() < count; i++) {
      atf.runDueTasks();
      atf.clock().advance(Duration.ofSeconds(2));
    }
    atf.runDueTasks();
  }
}

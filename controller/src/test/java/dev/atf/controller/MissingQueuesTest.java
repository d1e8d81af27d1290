package dev.atf.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.queue.QueueAdmin;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MissingQueuesTest {
  private static final QueueName QUEUE =
      new QueueName(new LambdaName("resize"), new Priority("high"));

  private final List<QueueName> made = new ArrayList<>();
  private boolean available = true;

  private final QueueAdmin admin =
      new QueueAdmin() {
        @Override
        public void ensure(QueueName queue) {
          if (!available) {
            throw new QueueUnavailableException("off", new IllegalStateException("planted"));
          }
          made.add(queue);
        }

        @Override
        public boolean exists(QueueName queue) {
          throw new AssertionError(queue);
        }

        @Override
        public void delete(QueueName queue) {
          throw new AssertionError(queue);
        }
      };

  @Test
  void aQueueIsMadeOnceForEachTimeThatItIsMissed() {
    var missing = new QueuePolls.MissingQueues(true, admin);

    missing.restore(QUEUE);
    assertThat(made).isEmpty();

    missing.add(QUEUE);
    missing.restore(QUEUE);
    missing.restore(QUEUE);
    assertThat(made).containsExactly(QUEUE);
  }

  @Test
  void nothingIsMadeWhereOthersMakeQueues() {
    var missing = new QueuePolls.MissingQueues(false, admin);

    missing.add(QUEUE);
    missing.restore(QUEUE);

    assertThat(made).isEmpty();
  }

  @Test
  void theNextMissedPollTriesAgain() {
    var missing = new QueuePolls.MissingQueues(true, admin);
    available = false;
    missing.add(QUEUE);
    missing.restore(QUEUE);

    available = true;
    missing.add(QUEUE);
    missing.restore(QUEUE);

    assertThat(made).containsExactly(QUEUE);
  }
}

package dev.atf.storeconsumer.plans;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.storeconsumer.ConsumerRig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the turns of an ordering key when a hint reports the holder's end between two polls. */
final class HintedKeyTest {
  private final OrderRig order = new OrderRig();
  private final ConsumerRig rig = order.rig;
  private final TaskId first;
  private final TaskId second;

  HintedKeyTest() {
    // The round of this interval finds nothing: the next one is two seconds away.
    order.poll.turn();
    first = order.schedule();
    second = order.schedule();
    order.consumer.work();
  }

  @BeforeEach
  void end() {
    order.succeed(rig.claim(first));
    order.poll.turn();
    assertThat(rig.task(second).waits()).isTrue();
  }

  @Test
  void theTurnOfAKeyThatNoPollHasFoundYetIsPassedAtOnce() {
    order.hint(order.owned, first);
    order.poll.turn();

    assertThat(rig.task(second).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(rig.sender.pushed).contains(rig.task(second).ref());
  }

  @Test
  void aTurnThatTheRateOfTheLambdaDelaysNeedsNoPoll() {
    rig.register(rig.lambda().withDispatchRate(100));
    order.consumer.learn();

    order.hint(order.owned, first);
    order.poll.turn();
    order.consumer.releaseAll();

    assertThat(rig.task(second).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  @Test
  void aLostHintIsMadeUpForByTheNextLook() {
    order.later();

    assertThat(rig.task(second).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  @Test
  void aLateHintChangesNothing() {
    order.later();
    var row = order.row();

    order.hint(order.owned, first);
    order.poll.turn();

    assertThat(order.row()).isEqualTo(row);
    assertThat(rig.sender.pushed).containsOnlyOnce(rig.task(second).ref());
  }

  @Test
  void anUnusedKeyIsReadAndLeftAlone() {
    order.hint(order.owned, first);
    order.poll.turn();
    order.succeed(rig.claim(second));
    order.hint(order.owned, second);
    order.poll.turn();
    var row = order.row();
    assertThat(row.alarmAt()).isNull();

    order.hint(order.owned, second);
    order.poll.turn();

    assertThat(order.row()).isEqualTo(row);
  }

  @Test
  void onlyTheOwnerOfTheKeyLooks() {
    var other = rig.consumer("b");
    order.consumer.learn();
    var ownedByOther = new OwnedPlans(other.directory, other.membership);
    boolean othersKey = order.owned.lists(java.util.Set.of(order.row().kind())).isEmpty();
    var notOwner = othersKey ? order.owned : ownedByOther;
    var owner = othersKey ? ownedByOther : order.owned;
    var ofNotOwner = othersKey ? order.poll : order.poll(other, ownedByOther);
    var ofOwner = othersKey ? order.poll(other, ownedByOther) : order.poll;

    order.hint(notOwner, first);
    ofNotOwner.turn();
    assertThat(rig.task(second).waits()).isTrue();
    order.hint(owner, first);
    ofOwner.turn();

    assertThat(rig.task(second).status()).isEqualTo(TaskStatus.ENQUEUED);
  }
}

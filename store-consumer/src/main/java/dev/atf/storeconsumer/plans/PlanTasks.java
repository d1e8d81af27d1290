package dev.atf.storeconsumer.plans;

import dev.atf.model.Alarm;
import dev.atf.model.Association;
import dev.atf.queue.QueueName;
import dev.atf.store.RepeatedWrite;
import dev.atf.store.TaskAssociations;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.member.Shard;
import dev.atf.storeconsumer.poll.LookAhead;
import dev.atf.storeconsumer.poll.PollSettings;
import dev.atf.storeconsumer.release.DispatchRates;
import dev.atf.storeconsumer.release.PendingRelease;
import dev.atf.storeconsumer.release.QueueCapacity;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;

/**
 * Creates the tasks of plans and the children of tasks, and has those that are due before the next
 * poll released at their time by this consumer. One that it cannot hold is found by the poll like
 * any other.
 */
@Singleton
public final class PlanTasks {
  private final TaskAssociations associations;
  private final LookAhead lookAhead;
  private final LambdaDirectory directory;
  private final QueueCapacity room;
  private final DispatchRates rates;
  private final PollSettings settings;

  @Inject
  public PlanTasks(
      TaskAssociations associations,
      LookAhead lookAhead,
      LambdaDirectory directory,
      QueueCapacity room,
      DispatchRates rates,
      PollSettings settings) {
    this.associations = associations;
    this.lookAhead = lookAhead;
    this.directory = directory;
    this.room = room;
    this.rates = rates;
    this.settings = settings;
  }

  /**
   * Creates a task if there is none of its id.
   *
   * @return false if it was there already
   * @throws dev.atf.store.StoreException if it is not, or perhaps not, created; repeating is safe
   */
  boolean create(Association task, Instant now) {
    boolean created = RepeatedWrite.of(() -> associations.create(task));
    if (created) {
      due(task, now);
    }
    return created;
  }

  /** Schedules the release of a task that was just written with an alarm that rings soon. */
  void due(Association task, Instant now) {
    var header = task.header();
    var trigger = task.trigger();
    if (trigger == null
        || trigger.alarm() != Alarm.DUE
        || trigger.at().isAfter(now.plus(settings.lookAhead()))) {
      return;
    }
    directory
        .find(header.lambda())
        .filter(lambda -> lambda.priorities().contains(header.priority()))
        .map(lambda -> new Shard(lambda, header.priority(), header.shard()))
        .ifPresent(
            shard -> {
              var queue = shard.queue();
              lookAhead.offer(
                  new PendingRelease(
                      header.taskId(),
                      task.epoch(),
                      trigger.at(),
                      queue,
                      header.shard(),
                      header.collection(),
                      header.group(),
                      shard.lambda().weight(header.group())),
                  heldMax(queue, now),
                  shard.weight());
            });
  }

  private int heldMax(QueueName queue, Instant now) {
    return Math.min(room.left(queue, now), rates.heldMax(queue));
  }
}

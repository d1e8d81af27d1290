package dev.atf.model.task;

import dev.atf.model.Actor;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Event of a task. Each one is a conditional write of its association. */
public enum TaskEvent {
  /** A client scheduled the task. This write is the commit point. */
  SCHEDULE(Actor.FRONTEND),
  /**
   * A client scheduled a task that is due immediately. It is created ready, and the frontend pushes
   * its reference.
   */
  SCHEDULE_EXPRESS(Actor.FRONTEND),
  /** A client scheduled the task behind others with the same ordering key. */
  SCHEDULE_WAITING(Actor.FRONTEND),
  /** The Schedule was never answered, and the ordering key continues without the task. */
  ABANDON(Actor.STORE_CONSUMER),
  /** The turn of the ordering key has come to the task. */
  TURN(Actor.STORE_CONSUMER),
  /** The task is due, and the gate of its collection is closed. */
  HOLD(Actor.STORE_CONSUMER),
  /** The time of the task, or of its retry, has come. */
  RELEASE(Actor.STORE_CONSUMER),
  /** The task was pushed but not claimed. The message may be lost. */
  PUSH_AGAIN(Actor.STORE_CONSUMER),
  /** The queue refused the push, or still has no capacity for the refused reference. */
  PUSH_FAILED(Actor.FRONTEND, Actor.STORE_CONSUMER),
  /**
   * The gate of the task was closed after its push. The task returns to the store without losing an
   * attempt.
   */
  PARK(Actor.HSC, Actor.STORE_CONSUMER),
  /** An executor claims the task. */
  CLAIM(Actor.HSC),
  /**
   * An executor claims the task. The alarm, which would ring too late, is moved to the end of the
   * lease.
   */
  CLAIM_AND_MOVE_ALARM(Actor.HSC),
  HEARTBEAT(Actor.HSC),
  /** The alarm rang while the lease was alive. */
  LOOK_AGAIN(Actor.STORE_CONSUMER),
  SUCCEED(Actor.HSC),
  /** The handler succeeded and has scheduled children, which are still to be created. */
  SUCCEED_WITH_CHILDREN(Actor.HSC),
  /** The children of a success, or the notices of an end, are created. */
  SETTLE(Actor.STORE_CONSUMER),
  FAIL_RETRIABLY(Actor.HSC),
  FAIL_FATALLY(Actor.HSC),
  /** The handler stopped on request. */
  CONFIRM_CANCEL(Actor.HSC),
  /**
   * The task was returned, because it was not started or its executor was drained. The attempt does
   * not count.
   */
  RETURN(Actor.HSC),
  /** The handler makes the task wait for a condition. The attempt does not count. */
  BLOCK(Actor.HSC),
  /** The task was pushed, and waits for a condition that holds its whole lambda. */
  BLOCK_UNCLAIMED(Actor.HSC),
  /**
   * The condition has cleared, but a gate, a rate or a full queue delays the release of the task.
   */
  UNBLOCK(Actor.HSC, Actor.STORE_CONSUMER),
  /** The lease ended without an outcome. */
  EXPIRE(Actor.STORE_CONSUMER),
  /** The lease ended without an outcome, and no attempt is left. */
  EXPIRE_FATALLY(Actor.STORE_CONSUMER),
  /** The lease ended without an outcome, after a cancel request. */
  EXPIRE_CANCELLED(Actor.STORE_CONSUMER),
  /** The task was still not running at its deadline. */
  GIVE_UP(Actor.STORE_CONSUMER),
  /** A dropping gate ends the task. */
  DROP(Actor.HSC, Actor.STORE_CONSUMER),
  /** A client cancelled the task before it ran. */
  CANCEL(Actor.FRONTEND),
  /** A client requested that a running task stops. */
  REQUEST_CANCEL(Actor.FRONTEND),
  /**
   * A client requested the kill of the running attempt. The task continues as after any failure.
   */
  REQUEST_KILL(Actor.FRONTEND),
  /** A client changed the time of the task. */
  RESCHEDULE(Actor.FRONTEND),
  /** A client requested that the task, or its next attempt, runs immediately. */
  RUN_NOW(Actor.FRONTEND),
  /** A client requested another run of a dead letter, with its full number of attempts. */
  REDRIVE(Actor.FRONTEND, Actor.STORE_CONSUMER);

  private final Actor actor;
  private final Actor otherActor;

  TaskEvent(Actor actor) {
    this(actor, actor);
  }

  TaskEvent(Actor actor, Actor otherActor) {
    this.actor = actor;
    this.otherActor = otherActor;
  }

  /** Returns the services that may cause the event. */
  public Set<Actor> actors() {
    return Collections.unmodifiableSet(EnumSet.of(actor, otherActor));
  }
}

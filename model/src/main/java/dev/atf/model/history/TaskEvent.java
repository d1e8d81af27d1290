package dev.atf.model.history;

import dev.atf.model.Actor;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What can happen to a task; each is one conditional write on its association. */
public enum TaskEvent {
  /** A client scheduled it; the write is the commit point. */
  SCHEDULE(Actor.FRONTEND),
  /** The same, due at once: it is created ready, and the frontend itself pushes its reference. */
  SCHEDULE_EXPRESS(Actor.FRONTEND),
  /** A client scheduled it behind others of its ordering key. */
  SCHEDULE_WAITING(Actor.FRONTEND),
  /** Its Schedule was never answered, and the turn of its ordering key goes on without it. */
  ABANDON(Actor.STORE_CONSUMER),
  /** The turn of its ordering key has come to it. */
  TURN(Actor.STORE_CONSUMER),
  /** It is due, and the gate of its collection is closed. */
  HOLD(Actor.STORE_CONSUMER),
  /** Its time, or the time of its retry, has come. */
  RELEASE(Actor.STORE_CONSUMER),
  /** It was pushed and nobody has claimed it: the message may be lost. */
  PUSH_AGAIN(Actor.STORE_CONSUMER),
  /** The queue refused the push, or has no room yet for what it refused. */
  PUSH_FAILED(Actor.FRONTEND, Actor.STORE_CONSUMER),
  /** It was pushed, and its gate has been closed since: it goes back unharmed. */
  PARK(Actor.HSC, Actor.STORE_CONSUMER),
  /** An executor takes it. */
  CLAIM(Actor.HSC),
  /** The same, when the alarm would ring only after the lease has ended. */
  CLAIM_AND_MOVE_ALARM(Actor.HSC),
  HEARTBEAT(Actor.HSC),
  /** Its alarm rang while the lease was alive. */
  LOOK_AGAIN(Actor.STORE_CONSUMER),
  SUCCEED(Actor.HSC),
  /** The same, when its handler has scheduled others, which are still to be made. */
  SUCCEED_WITH_CHILDREN(Actor.HSC),
  /** The children of a task that succeeded are made. */
  SETTLE(Actor.STORE_CONSUMER),
  FAIL_RETRIABLY(Actor.HSC),
  FAIL_FATALLY(Actor.HSC),
  /** The handler stopped because it was asked to. */
  CONFIRM_CANCEL(Actor.HSC),
  /** Handed back without being started; the attempt does not count. */
  RETURN(Actor.HSC),
  /** Its lease ended without an outcome. */
  EXPIRE(Actor.STORE_CONSUMER),
  /** The same, and no attempt is left. */
  EXPIRE_FATALLY(Actor.STORE_CONSUMER),
  /** The same, after a cancel request. */
  EXPIRE_CANCELLED(Actor.STORE_CONSUMER),
  /** It was still not running at its deadline. */
  GIVE_UP(Actor.STORE_CONSUMER),
  /** A dropping gate ends it. */
  DROP(Actor.HSC, Actor.STORE_CONSUMER),
  /** A client cancels it before it runs. */
  CANCEL(Actor.FRONTEND),
  /** A client asks a running one to stop. */
  REQUEST_CANCEL(Actor.FRONTEND),
  /** A client gives it another time. */
  RESCHEDULE(Actor.FRONTEND),
  /** A client wants it, or its next attempt, at once. */
  RUN_NOW(Actor.FRONTEND),
  /** A client wants a dead letter tried anew, with all its attempts. */
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

  /** Who may bring it about. */
  public Set<Actor> actors() {
    return Collections.unmodifiableSet(EnumSet.of(actor, otherActor));
  }
}

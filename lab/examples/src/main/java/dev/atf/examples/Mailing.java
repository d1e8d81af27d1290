package dev.atf.examples;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSpec;
import dev.atf.protocol.v1.Gate;
import dev.atf.protocol.v1.SetGateRequest;

/**
 * Pauses and resumes a part of a lambda's tasks: a collection. Tasks that are scheduled during the
 * pause are kept.
 */
public final class Mailing {
  public static final String LAMBDA = "send-mail";
  public static final String MARKETING = "marketing";
  public static final String PASSWORDS = "password-reset";

  private final AtfClient atf;

  public Mailing(AtfClient atf) {
    this.atf = atf;
  }

  /**
   * Schedules a mail.
   *
   * @return id of the task
   */
  public String send(String collection, String mail) {
    return atf.schedule(TaskSpec.of(LAMBDA, mail).collection(collection)).taskId();
  }

  /** Pauses marketing mails. Mails about passwords continue. */
  public void pauseMarketing(String reason) {
    set(Gate.State.PAUSED, reason);
  }

  public void resumeMarketing() {
    set(Gate.State.OPEN, "");
  }

  private void set(Gate.State state, String reason) {
    var gate = SetGateRequest.newBuilder().setLambda(LAMBDA).setCollection(MARKETING);
    var ignored =
        atf.lambdaControl()
            .setGate(gate.setState(state).setReason(reason).setBy("mailing team").build());
  }
}

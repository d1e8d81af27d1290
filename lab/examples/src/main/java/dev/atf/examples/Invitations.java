package dev.atf.examples;

import dev.atf.client.AtfClient;
import dev.atf.client.BatchOutcome;
import dev.atf.client.TaskSpec;
import java.util.ArrayList;
import java.util.List;

/** Schedules many tasks with one call. A refused task does not affect the others. */
public final class Invitations {
  public static final String LAMBDA = "invite";

  private final AtfClient atf;

  public Invitations(AtfClient atf) {
    this.atf = atf;
  }

  /** Guest of the event, with the priority of the invitation. */
  public record Guest(String name, String priority) {}

  /**
   * Schedules an invitation for each guest.
   *
   * @param guests up to 1,000
   * @return guests whose invitations were refused, each with the reason
   */
  public List<String> invite(List<Guest> guests) {
    var specs =
        guests.stream()
            .map(
                guest ->
                    TaskSpec.of(LAMBDA, guest)
                        .priority(guest.priority())
                        .idempotencyKey("invite/" + guest.name()))
            .toList();
    var outcomes = atf.scheduleBatch(specs);
    var refused = new ArrayList<String>();
    for (int i = 0; i < outcomes.size(); i++) {
      if (outcomes.get(i) instanceof BatchOutcome.Refused refusal) {
        refused.add(guests.get(i).name() + ": " + refusal.error().reason().orElse(""));
      }
    }
    return refused;
  }
}

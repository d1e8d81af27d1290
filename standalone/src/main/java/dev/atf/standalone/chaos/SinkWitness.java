package dev.atf.standalone.chaos;

import dev.atf.model.TaskId;
import dev.atf.standalone.chaos.Chronicle.Word;
import dev.atf.standalone.processes.EffectSink.Run;
import dev.atf.standalone.processes.EffectSink.Witness;
import java.time.InstantSource;

/** Tells the chronicle what the sink hears, with its time. */
final class SinkWitness implements Witness {
  private final Chronicle chronicle;
  private final InstantSource instants = InstantSource.system();

  SinkWitness(Chronicle chronicle) {
    this.chronicle = chronicle;
  }

  @Override
  public void begun(String task, Run run) {
    tell(Word.BEGUN, task, run);
  }

  @Override
  public void effect(String task, Run run, boolean accepted) {
    if (accepted) {
      tell(Word.EFFECT_ACCEPTED, task, run);
    }
  }

  @Override
  public void ended(String task, Run run) {
    tell(Word.ENDED, task, run);
  }

  private void tell(Word word, String task, Run run) {
    chronicle.witnessed(
        instants.instant(),
        word,
        Long.toString(run.pid()),
        new TaskId(task),
        run.token(),
        run.attempt());
  }
}

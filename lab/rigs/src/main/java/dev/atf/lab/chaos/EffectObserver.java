package dev.atf.lab.chaos;

import dev.atf.lab.chaos.RunHistory.Word;
import dev.atf.lab.processes.EffectSink.Run;
import dev.atf.lab.processes.EffectSink.Witness;
import dev.atf.model.TaskId;
import java.time.InstantSource;

/** Reports the events of the sink to the history, with their times. */
final class EffectObserver implements Witness {
  private final RunHistory history;
  private final InstantSource instants = InstantSource.system();

  EffectObserver(RunHistory history) {
    this.history = history;
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
    history.witnessed(
        instants.instant(),
        word,
        Long.toString(run.pid()),
        new TaskId(task),
        run.token(),
        run.attempt());
  }
}

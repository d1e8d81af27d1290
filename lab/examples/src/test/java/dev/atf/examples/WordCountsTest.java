package dev.atf.examples;

import static dev.atf.testkit.AtfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.TaskSpec;
import dev.atf.examples.WordCounts.Book;
import dev.atf.examples.WordCounts.Chapter;
import dev.atf.examples.WordCounts.Parts;
import dev.atf.examples.WordCounts.Total;
import dev.atf.protocol.v1.JobStatus;
import dev.atf.testkit.AtfExtension;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class WordCountsTest {
  @RegisterExtension
  final AtfExtension atf =
      AtfExtension.serving(
          worker ->
              worker
                  .handle(WordCounts.BOOK, Book.class, WordCounts::book)
                  .handle(WordCounts.CHAPTER, Chapter.class, WordCounts::chapter)
                  .handle(WordCounts.TOTAL, Parts.class, WordCounts::total));

  @Test
  void theTotalIsCountedWhenEachChapterIsCountedOrGivenUp() {
    var book =
        atf.client()
            .schedule(
                TaskSpec.of(
                    WordCounts.BOOK, new Book(List.of("It was a dark night.", "", "The end."))))
            .taskId();

    for (int i = 0; i < 20; i++) {
      atf.runDueTasks();
      atf.clock().advance(Duration.ofSeconds(5));
    }

    assertThat(atf.task(book)).hasSucceeded();
    assertThat(atf.task(book).isSettled()).isTrue();
    var join = atf.task(book).joins().get(0);
    var job = atf.client().jobs().get(join.getLambda(), join.getName());
    assertThat(job.getStatus()).isEqualTo(JobStatus.JOB_SUCCEEDED);
    var total = job.getSteps(3).getUnit().getTaskId();
    assertThat(atf.task(total).resultAs(Total.class)).isEqualTo(new Total(7, 1));
  }
}

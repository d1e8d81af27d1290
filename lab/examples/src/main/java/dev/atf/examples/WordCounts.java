package dev.atf.examples;

import dev.atf.executor.ChildTask;
import dev.atf.executor.OnChildFailure;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Task that splits its work among children, and task that sums up their results. */
public final class WordCounts {
  public static final String BOOK = "count-book";
  public static final String CHAPTER = "count-chapter";
  public static final String TOTAL = "count-total";

  private WordCounts() {}

  /** Book whose words are counted. */
  public record Book(List<String> chapters) {}

  /** Chapter of a book. */
  public record Chapter(String text) {}

  /** Number of the parts. */
  public record Parts(int count) {}

  /** Sum of the counts, without the chapters that could not be read. */
  public record Total(int words, int unreadable) {}

  /**
   * Handles a book. The total follows when every chapter has been counted or has failed
   * permanently.
   */
  public static Outcome book(Book book, TaskContext context) {
    var chapters =
        book.chapters().stream().map(text -> ChildTask.of(CHAPTER, new Chapter(text))).toList();
    context.scheduleThen(
        chapters, ChildTask.of(TOTAL, new Parts(chapters.size())), OnChildFailure.CONTINUE);
    return Outcome.success();
  }

  /** Counts the words of a chapter. */
  public static Outcome chapter(Chapter chapter, TaskContext context) {
    return chapter.text().isEmpty()
        ? Outcome.fatal("UNREADABLE", "there is nothing in it")
        : Outcome.success(chapter.text().split("\\s+", -1).length);
  }

  /** Adds up the words of all chapters. */
  public static Outcome total(Parts parts, TaskContext context) {
    var job = context.job().orElseThrow();
    var counts =
        IntStream.range(0, parts.count())
            .mapToObj(part -> job.childResult(part, Integer.class))
            .flatMap(Optional::stream)
            .toList();
    int words = counts.stream().mapToInt(Integer::intValue).sum();
    return Outcome.success(new Total(words, parts.count() - counts.size()));
  }
}

package dev.atf.client;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Entries of a list in the order of the list. Pages are read only when they are needed, and each
 * iteration starts from the first page. A change of the list during an iteration may or may not be
 * visible.
 *
 * @param <T> type of an entry
 */
public final class Pages<T> implements Iterable<T> {
  private final Supplier<Iterator<T>> begin;

  private Pages(Supplier<Iterator<T>> begin) {
    this.begin = begin;
  }

  /**
   * Returns the entries of a list that is read page by page.
   *
   * @param first request for the first page
   * @param next returns the request for the page after an answer; empty after the last one
   */
  static <Q, A, T> Pages<T> of(
      Q first, Function<Q, A> call, Function<A, List<T>> entries, Function<A, Optional<Q>> next) {
    return new Pages<>(() -> new Entries<>(first, call, entries, next));
  }

  /** Returns the token of the next page; empty after the last page. */
  static Optional<String> token(String nextPageToken) {
    return Optional.of(nextPageToken).filter(token -> !token.isEmpty());
  }

  /**
   * Returns an iterator that calls the server when it needs a page.
   *
   * @throws AtfException from its methods, if a page cannot be read
   */
  @Override
  public Iterator<T> iterator() {
    return begin.get();
  }

  /** Returns the entries as a stream, which calls the server when it needs a page. */
  public Stream<T> stream() {
    return StreamSupport.stream(spliterator(), false);
  }

  private static final class Entries<Q, A, T> implements Iterator<T> {
    private final Function<Q, A> call;
    private final Function<A, List<T>> entries;
    private final Function<A, Optional<Q>> next;
    private Optional<Q> request;
    private Iterator<T> page = Collections.emptyIterator();

    Entries(
        Q first, Function<Q, A> call, Function<A, List<T>> entries, Function<A, Optional<Q>> next) {
      this.call = call;
      this.entries = entries;
      this.next = next;
      this.request = Optional.of(first);
    }

    @Override
    public boolean hasNext() {
      // A page may be empty and still have a next one.
      while (!page.hasNext() && request.isPresent()) {
        var answer = call.apply(request.get());
        page = entries.apply(answer).iterator();
        request = next.apply(answer);
      }
      return page.hasNext();
    }

    @Override
    public T next() {
      if (!hasNext()) {
        throw new NoSuchElementException("the list has no further entries");
      }
      return page.next();
    }
  }
}

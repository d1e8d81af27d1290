package dev.atf.store.embedded.database;

import dev.atf.store.StoreLocality;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.StoreUnavailableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.SstFileMetaData;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Keys and values on disk, in the order of the keys. When a write returns, the operating system has
 * it in the log, so that it survives the end of this process. Within {@link #together}, this is
 * true when that call returns. {@link #awaitDurable} waits until the write also survives a crash of
 * the machine. Readers see a write immediately. The log contains the writes in order, and the
 * durable writes are always a prefix of it: no write is durable before an earlier one.
 */
public final class Database implements StoreLocality, AutoCloseable {
  /**
   * Maximum number of tries to open a snapshot. A busy store deletes a log several times a second.
   */
  static final int SNAPSHOT_OPENS_MAX = 10;

  private final Path directory;
  private final RocksDB rocks;
  private final EngineOptions options;
  private final WriteOptions writeOptions = new WriteOptions();
  private final PendingWrites pending = new PendingWrites();

  /** Lock under which pending writes are added to the log in order. */
  private final ReentrantLock logging = new ReentrantLock();

  /** Number of the last write in the log. */
  private volatile long logged;

  /** Failure of a write. Later writes must not be logged after it. */
  private @Nullable RocksDBException failure;

  private final SyncedMark mark;
  private Manifest manifest = Manifest.UNKNOWN;
  private final GroupCommit commits;
  private final Consumer<String> whenFailed;
  private final boolean writable;

  /**
   * Lock that protects the native handle. Using the handle after it was closed would crash the
   * whole process.
   */
  private final ReentrantReadWriteLock life = new ReentrantReadWriteLock();

  private boolean closed;

  /** Set if the close has made all writes durable. */
  private boolean closedDurably;

  /** Last write for which this thread must wait at the end of {@link #together}. */
  private final ThreadLocal<@Nullable Long> awaitedTogether = new ThreadLocal<>();

  private Database(
      Path directory,
      RocksDB rocks,
      EngineOptions options,
      SyncedMark mark,
      boolean writable,
      Consumer<String> whenFailed) {
    this.directory = directory;
    this.rocks = rocks;
    this.options = options;
    this.mark = mark;
    this.whenFailed = whenFailed;
    this.writable = writable;
    commits = new GroupCommit(0, this::sync);
  }

  /**
   * Opens the database, or creates it. An unfinished write at the end of the log is dropped.
   *
   * @param whenFailed called with the reason when the disk refuses a write, so that no further
   *     write can be made durable, or when a read finds damage, possibly several times
   * @throws DamagedStoreException if durable writes are missing
   * @throws StoreInUseException if another process has it open
   */
  public static Database open(Path directory, Consumer<String> whenFailed) {
    return open(directory, true, whenFailed);
  }

  /**
   * Opens a snapshot for reading, even while another process has the database open. The snapshot is
   * consistent, and contains at least the writes that were durable before the call.
   *
   * @throws DamagedStoreException if the files are damaged
   * @throws StoreUnavailableException if the other process deletes its logs too often
   */
  public static Database openReadOnly(Path directory) {
    return openReadOnly(directory, () -> open(directory, false, reason -> {}));
  }

  /**
   * Opens a snapshot, and opens it again if the other process deleted files in the meantime.
   *
   * <p>RocksDB reads its list of files, and lists its logs after that. A log whose writes were
   * moved to a table in between is in neither of them. RocksDB does not report that, and the
   * snapshot would lack these writes.
   */
  static Database openReadOnly(Path directory, Supplier<Database> opening) {
    for (int opens = 1; ; opens++) {
      var before = logs(directory);
      RuntimeException failure;
      try {
        var opened = opening.get();
        if (logs(directory).containsAll(before)) {
          return opened;
        }
        opened.close();
        failure =
            new StoreUnavailableException(
                "%s is too busy for a snapshot: it deleted a log during each of %d tries to read it. Run this again when it writes less"
                    .formatted(directory, opens),
                null);
      } catch (DamagedStoreException e) {
        failure = e;
      }
      if (opens == SNAPSHOT_OPENS_MAX) {
        throw failure;
      }
    }
  }

  private static Set<String> logs(Path directory) {
    try (var files = Files.list(dataOf(directory))) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.endsWith(".log"))
          .collect(Collectors.toSet());
    } catch (NoSuchFileException | NotDirectoryException e) {
      return Set.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Database open(Path directory, boolean writable, Consumer<String> whenFailed) {
    loadLibrary(directory);
    var options = EngineOptions.create();
    var synced = directory.resolve("synced");
    var data = dataOf(directory);
    @Nullable SyncedMark mark = null;
    @Nullable RocksDB rocks = null;
    try {
      requireMark(directory, synced, data);
      mark = writable ? SyncedMark.open(synced) : SyncedMark.openReadOnly(synced);
      // Before RocksDB deletes the files that its list does not name.
      mark.atOpen().manifest().requireIn(directory, data);
      rocks =
          writable
              ? RocksDB.open(options.database(), data.toString())
              : RocksDB.openReadOnly(options.database(), data.toString());
      requireWhole(directory, mark.atOpen().number(), rocks.getLatestSequenceNumber());
      var database = new Database(directory, rocks, options, mark, writable, whenFailed);
      if (writable) {
        mark.set(mark.atOpen().number(), database.durableManifest());
      }
      return database;
    } catch (RocksDBException e) {
      throw closing(rocks, mark, options, DamagedStoreException.ofOpening(directory, e));
    } catch (RuntimeException e) {
      throw closing(rocks, mark, options, e);
    }
  }

  /**
   * Requires the mark of a store that exists. It is created before the other files, so it is only
   * missing if they were copied incompletely, and then writes may be missing, too.
   */
  private static void requireMark(Path directory, Path synced, Path data) {
    if (Files.notExists(synced) && Files.exists(data.resolve("CURRENT"))) {
      throw DamagedStoreException.of(
          directory,
          "its file synced is missing, so tasks are possibly missing, too (an empty file synced opens the store as it is)");
    }
  }

  private static Path dataOf(Path directory) {
    return directory.resolve("rocksdb");
  }

  private static void loadLibrary(Path directory) {
    try {
      NativeLibrary.loadFrom(Files.createDirectories(directory));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RuntimeException closing(
      @Nullable RocksDB rocks,
      @Nullable SyncedMark mark,
      EngineOptions options,
      RuntimeException failure) {
    if (rocks != null) {
      rocks.close();
    }
    if (mark != null) {
      mark.close();
    }
    options.close();
    return failure;
  }

  private static void requireWhole(Path directory, long promised, long found) {
    if (found < promised) {
      throw DamagedStoreException.of(
          directory,
          "its log ends at write %d, but write %d was durable".formatted(found, promised));
    }
  }

  public Optional<byte[]> get(byte[] key) {
    var change = pending.find(key);
    if (change.isPresent()) {
      return Optional.ofNullable(change.get().value());
    }
    return read(() -> Optional.ofNullable(rocks.get(key)));
  }

  /**
   * Writes one value.
   *
   * @return the number of the write
   */
  public long put(byte[] key, byte[] value) {
    return write(Changes.put(key, value));
  }

  public long delete(byte[] key) {
    return write(Changes.delete(key));
  }

  /**
   * Writes all changes or none.
   *
   * @return the number of the write
   */
  public long write(Changes changes) {
    long number = pending.add(changes);
    if (awaitedTogether.get() == null) {
      log(number);
    }
    return number;
  }

  /** Returns when the writes up to this number are in the log. */
  private void log(long number) {
    if (logged >= number) {
      return;
    }
    life.readLock().lock();
    logging.lock();
    try {
      if (failure != null) {
        throw unwritten(failure);
      }
      requireOpen();
      if (logged < number) {
        logPending();
      }
    } finally {
      logging.unlock();
      life.readLock().unlock();
    }
  }

  private static StoreOutcomeUnknownException unwritten(RocksDBException failure) {
    return new StoreOutcomeUnknownException(
        "the store could not be written: " + failure.getMessage(), failure);
  }

  /** Returns the reason why the process must exit. */
  private String refusal(Throwable failed) {
    return failed instanceof RocksDBException e && DamagedStoreException.isDamage(e)
        ? String.valueOf(DamagedStoreException.ofReading(directory, e).getMessage())
        : "the disk refuses to be written: " + failed.getMessage() + ".";
  }

  private void logPending() {
    var batch = pending.take();
    try (var writes = new WriteBatch()) {
      for (var entry : batch.entries()) {
        byte @Nullable [] value = entry.value();
        if (value == null) {
          writes.delete(entry.key());
        } else {
          writes.put(entry.key(), value);
        }
      }
      rocks.write(writeOptions, writes);
    } catch (RocksDBException e) {
      failure = e;
      whenFailed.accept(refusal(e));
      throw unwritten(e);
    }
    pending.written(batch);
    logged = batch.last();
  }

  /**
   * Waits until a write is durable. Within {@link #together}, the wait happens at the end.
   *
   * @throws StoreOutcomeUnknownException if the disk failed
   */
  public void awaitDurable(long number) {
    var last = awaitedTogether.get();
    if (last == null) {
      commits.await(number);
    } else {
      awaitedTogether.set(Math.max(last, number));
    }
  }

  @Override
  public boolean isNear() {
    return true;
  }

  @Override
  public <T> T together(Supplier<T> work) {
    if (awaitedTogether.get() != null) {
      return work.get();
    }
    awaitedTogether.set(0L);
    T result;
    long last;
    try {
      result = work.get();
    } finally {
      last = Objects.requireNonNull(awaitedTogether.get());
      awaitedTogether.remove();
      log(pending.last());
    }
    commits.await(last);
    return result;
  }

  /**
   * Visits the keys from {@code from} in order, as they are at the start of the call.
   *
   * @param behind first key that is not visited
   * @param visit returns whether to continue
   * @return number of visited keys
   */
  public int scan(byte[] from, byte[] behind, BiPredicate<byte[], byte[]> visit) {
    return scan(
        new ReadOptions(), behind, iterator -> iterator.seek(from), RocksIterator::next, visit);
  }

  /** Visits the same keys as {@link #scan} in reverse order. */
  public int scanBack(byte[] from, byte[] behind, BiPredicate<byte[], byte[]> visit) {
    try (var start = new Slice(from)) {
      return scan(
          new ReadOptions().setIterateLowerBound(start),
          behind,
          RocksIterator::seekToLast,
          RocksIterator::prev,
          visit);
    }
  }

  private int scan(
      ReadOptions readOptions,
      byte[] behind,
      Consumer<RocksIterator> begin,
      Consumer<RocksIterator> step,
      BiPredicate<byte[], byte[]> visit) {
    try (readOptions) {
      log(pending.last());
      return read(
          () -> {
            int visited = 0;
            try (var end = new Slice(behind);
                var iterator = rocks.newIterator(readOptions.setIterateUpperBound(end))) {
              begin.accept(iterator);
              boolean more = true;
              while (more && iterator.isValid()) {
                more = visit.test(iterator.key(), iterator.value());
                step.accept(iterator);
                visited++;
              }
              iterator.status();
            }
            return visited;
          });
    }
  }

  /** Visits all keys that start with a prefix, as {@link #scan} does. */
  public void each(byte[] prefix, BiConsumer<byte[], byte[]> visit) {
    scan(
        prefix,
        behind(prefix),
        (key, value) -> {
          visit.accept(key, value);
          return true;
        });
  }

  /**
   * Tables of the database.
   *
   * @param files number of table files
   * @param bytes their total size
   */
  public record Tables(long files, long bytes) {}

  /**
   * Reads every block of every table, and compares it with its checksum.
   *
   * @throws DamagedStoreException if a block is damaged
   */
  public Tables verifyTables() {
    return read(
        () -> {
          var files = rocks.getLiveFilesMetaData();
          rocks.verifyChecksum();
          return new Tables(files.size(), files.stream().mapToLong(SstFileMetaData::size).sum());
        });
  }

  /** Returns the first key after all keys that start with {@code prefix}. */
  public static byte[] behind(byte[] prefix) {
    int length = prefix.length;
    while (prefix[length - 1] == (byte) 0xff) {
      length--;
    }
    var behind = Arrays.copyOf(prefix, length);
    behind[length - 1]++;
    return behind;
  }

  private long sync() {
    life.readLock().lock();
    try {
      if (closed) {
        requireDurableClose();
        return Long.MAX_VALUE;
      }
      return syncOpen();
    } finally {
      life.readLock().unlock();
    }
  }

  private void requireDurableClose() {
    if (!closedDurably) {
      throw new StoreOutcomeUnknownException(
          "the store was closed, and its last writes are possibly not durable", failure);
    }
  }

  private long syncOpen() {
    try {
      long last = pending.last();
      log(last);
      syncLog();
      return last;
    } catch (RocksDBException | RuntimeException | Error e) {
      whenFailed.accept(refusal(e));
      throw new StoreUnavailableException("the log could not be synced: " + e.getMessage(), e);
    }
  }

  private void syncLog() throws RocksDBException {
    long number = rocks.getLatestSequenceNumber();
    rocks.syncWal();
    mark.set(number, durableManifest());
  }

  private Manifest durableManifest() throws RocksDBException {
    if (!manifest.isCurrent(dataOf(directory))) {
      manifest = Manifest.of(rocks);
    }
    return manifest;
  }

  private interface Reading<T> {
    T run() throws RocksDBException;
  }

  private <T> T read(Reading<T> reading) {
    life.readLock().lock();
    try {
      requireOpen();
      return reading.run();
    } catch (RocksDBException e) {
      var damaged = DamagedStoreException.ofReading(directory, e);
      whenFailed.accept(String.valueOf(damaged.getMessage()));
      throw damaged;
    } finally {
      life.readLock().unlock();
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new StoreUnavailableException("the store is closed", null);
    }
  }

  /**
   * Makes everything durable, and closes the database.
   *
   * @throws StoreOutcomeUnknownException if the disk failed
   */
  @Override
  public void close() {
    life.writeLock().lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      try (mark;
          options;
          writeOptions;
          rocks) {
        if (writable) {
          syncAtClose();
        }
      }
    } finally {
      life.writeLock().unlock();
    }
  }

  private void syncAtClose() {
    if (failure != null) {
      return;
    }
    logPending();
    try {
      syncLog();
    } catch (RocksDBException | RuntimeException e) {
      whenFailed.accept(refusal(e));
      throw new StoreOutcomeUnknownException(
          "the log could not be synced at the close: " + e.getMessage(), e);
    }
    closedDurably = true;
  }
}

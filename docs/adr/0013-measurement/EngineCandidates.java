import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteOptions;

/**
 * What ADR 0013 was decided by: durable writes of 1 KB under random keys with one fsync for many,
 * ordered reads, memory, disk, and the time to open.
 *
 * <p>{@code java -Xmx512m -cp rocksdbjni.jar:h2-mvstore.jar:sqlite-jdbc.jar:slf4j-api.jar
 * EngineCandidates.java rocksdb|mvstore|sqlite DIRECTORY}
 */
public final class EngineCandidates {
  private static final int VALUE_BYTES = 1_024;
  private static final long NANOS_EACH = 4_000_000_000L;

  interface Store extends AutoCloseable {
    void put(byte[] key, byte[] value) throws Exception;

    void sync() throws Exception;

    /** Answers the bytes of the values. */
    long range(byte[] from, int rows) throws Exception;
  }

  static final class Rocks implements Store {
    static {
      RocksDB.loadLibrary();
    }

    private final WriteOptions writes = new WriteOptions();
    private final RocksDB rocks;

    Rocks(Path directory) throws Exception {
      var options = new Options().setCreateIfMissing(true).setWriteBufferSize(32 << 20);
      rocks = RocksDB.open(options, directory.toString());
    }

    @Override
    public void put(byte[] key, byte[] value) throws Exception {
      rocks.put(writes, key, value);
    }

    @Override
    public void sync() throws Exception {
      rocks.syncWal();
    }

    @Override
    public long range(byte[] from, int rows) {
      long bytes = 0;
      try (var iterator = rocks.newIterator()) {
        iterator.seek(from);
        for (int i = 0; i < rows && iterator.isValid(); i++) {
          bytes += iterator.value().length;
          iterator.next();
        }
      }
      return bytes;
    }

    @Override
    public void close() {
      rocks.close();
    }
  }

  static final class MvStore implements Store {
    private final MVStore store;
    private final MVMap<String, byte[]> map;

    MvStore(Path directory) {
      store =
          new MVStore.Builder()
              .fileName(directory.resolve("mv").toString())
              .autoCommitDisabled()
              .cacheSize(64)
              .open();
      map = store.openMap("map");
    }

    @Override
    public void put(byte[] key, byte[] value) {
      map.put(HexFormat.of().formatHex(key), value);
    }

    @Override
    public void sync() {
      store.commit();
      store.sync();
    }

    @Override
    public long range(byte[] from, int rows) {
      long bytes = 0;
      var cursor = map.cursor(HexFormat.of().formatHex(from));
      for (int i = 0; i < rows && cursor.hasNext(); i++) {
        cursor.next();
        bytes += cursor.getValue().length;
      }
      return bytes;
    }

    @Override
    public void close() {
      store.close();
    }
  }

  static final class Sqlite implements Store {
    private final Connection connection;
    private final PreparedStatement insert;
    private final PreparedStatement range;

    Sqlite(Path directory) throws Exception {
      connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("sqlite"));
      try (var statement = connection.createStatement()) {
        statement.execute("pragma journal_mode=wal");
        statement.execute("pragma synchronous=full");
        statement.execute("create table if not exists t(k blob primary key, v blob) without rowid");
      }
      connection.setAutoCommit(false);
      insert = connection.prepareStatement("insert or replace into t values(?, ?)");
      range = connection.prepareStatement("select v from t where k >= ? order by k limit ?");
    }

    @Override
    public synchronized void put(byte[] key, byte[] value) throws Exception {
      insert.setBytes(1, key);
      insert.setBytes(2, value);
      insert.executeUpdate();
    }

    @Override
    public synchronized void sync() throws Exception {
      connection.commit();
    }

    @Override
    public synchronized long range(byte[] from, int rows) throws Exception {
      range.setBytes(1, from);
      range.setInt(2, rows);
      long bytes = 0;
      try (var found = range.executeQuery()) {
        while (found.next()) {
          bytes += found.getBytes(1).length;
        }
      }
      return bytes;
    }

    @Override
    public void close() throws Exception {
      connection.commit();
      connection.close();
    }
  }

  /** Who comes while a sync is under way shares the next. */
  static final class Group {
    private final Store store;
    private long asked;
    private long done;
    private boolean underWay;

    Group(Store store) {
      this.store = store;
    }

    void await() throws Exception {
      long upTo;
      synchronized (this) {
        long mine = ++asked;
        while (underWay && done < mine) {
          wait();
        }
        if (done >= mine) {
          return;
        }
        underWay = true;
        upTo = asked;
      }
      store.sync();
      synchronized (this) {
        done = upTo;
        underWay = false;
        notifyAll();
      }
    }
  }

  public static void main(String[] args) throws Exception {
    var directory = Files.createDirectories(Path.of(args[1]));
    long begun = System.nanoTime();
    var store = open(args[0], directory);
    System.out.printf("open, empty: %d ms%n", (System.nanoTime() - begun) / 1_000_000);
    for (int writers : new int[] {1, 8, 32, 32}) {
      write(store, writers, directory);
    }
    read(store);
    store.close();
    begun = System.nanoTime();
    store = open(args[0], directory);
    System.out.printf("open, with data: %d ms%n", (System.nanoTime() - begun) / 1_000_000);
    store.close();
  }

  private static Store open(String name, Path directory) throws Exception {
    return switch (name) {
      case "rocksdb" -> new Rocks(directory);
      case "mvstore" -> new MvStore(directory);
      case "sqlite" -> new Sqlite(directory);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static void write(Store store, int writers, Path directory) throws Exception {
    var group = new Group(store);
    var written = new AtomicLong();
    long end = System.nanoTime() + NANOS_EACH;
    long cpu = cpuMillis();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < writers; i++) {
      var thread =
          new Thread(
              () -> {
                try {
                  while (System.nanoTime() < end) {
                    store.put(bytes(16), bytes(VALUE_BYTES));
                    group.await();
                    written.incrementAndGet();
                  }
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (var thread : threads) {
      thread.join();
    }
    System.out.printf(
        "%d writers: %d durable writes/s, CPU %d ms, RSS %d MB, disk %d MB%n",
        writers,
        written.get() * 1_000_000_000L / NANOS_EACH,
        cpuMillis() - cpu,
        rssMegabytes(),
        diskMegabytes(directory));
  }

  private static void read(Store store) throws Exception {
    var random = new Random(1);
    long begun = System.nanoTime();
    long bytes = 0;
    for (int i = 0; i < 200; i++) {
      var from = new byte[16];
      random.nextBytes(from);
      bytes += store.range(from, 500);
    }
    System.out.printf(
        "ordered reads: %.0f rows/s%n", bytes / VALUE_BYTES * 1e9 / (System.nanoTime() - begun));
  }

  private static byte[] bytes(int count) {
    var bytes = new byte[count];
    ThreadLocalRandom.current().nextBytes(bytes);
    return bytes;
  }

  private static long cpuMillis() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis();
  }

  private static long rssMegabytes() throws Exception {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmRSS"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElse(0);
  }

  private static long diskMegabytes(Path directory) throws Exception {
    try (var files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).mapToLong(f -> f.toFile().length()).sum() >> 20;
    }
  }
}

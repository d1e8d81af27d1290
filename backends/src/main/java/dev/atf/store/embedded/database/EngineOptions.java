package dev.atf.store.embedded.database;

import java.util.Properties;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.WALRecoveryMode;

/**
 * Options of the database. The native code must be loaded before. The sizes fit a machine that also
 * does other work.
 */
record EngineOptions(Options database, LRUCache cache, BloomFilter filter)
    implements AutoCloseable {
  private static final long CACHE_BYTES = 64L << 20;

  /** Maximum size in bytes of the writes in memory, and in the log. */
  private static final long MEMTABLE_BYTES = 32L << 20;

  private static final int MEMTABLES_MAX = 3;
  private static final int BACKGROUND_JOBS_MAX = 2;

  /**
   * Number of bits of the filter for each key. With it, one of a hundred lookups of a missing key
   * reads the disk.
   */
  private static final double FILTER_BITS_A_KEY = 10;

  private static final long INFO_LOG_BYTES_MAX = 1L << 20;

  static EngineOptions create() {
    var cache = new LRUCache(CACHE_BYTES);
    var filter = new BloomFilter(FILTER_BITS_A_KEY);
    var table =
        new BlockBasedTableConfig()
            .setBlockCache(cache)
            .setFilterPolicy(filter)
            .setCacheIndexAndFilterBlocks(true);
    var database =
        trackingLogs()
            .setCreateIfMissing(true)
            // A torn end of the log is dropped; SyncedMark distinguishes it from damage.
            .setWalRecoveryMode(WALRecoveryMode.PointInTimeRecovery)
            .setParanoidChecks(true)
            .setTableFormatConfig(table)
            .setCompressionType(CompressionType.LZ4_COMPRESSION)
            .setWriteBufferSize(MEMTABLE_BYTES)
            .setMaxWriteBufferNumber(MEMTABLES_MAX)
            .setMaxBackgroundJobs(BACKGROUND_JOBS_MAX)
            .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
            .setMaxLogFileSize(INFO_LOG_BYTES_MAX)
            .setKeepLogFileNum(2)
            .setStatsDumpPeriodSec(0);
    return new EngineOptions(database, cache, filter);
  }

  /**
   * Returns options with which the list of files also contains the logs, so that a missing log is
   * detected even if later logs exist.
   */
  private static Options trackingLogs() {
    var set = new Properties();
    // RocksDB's Java API has no setter for it.
    set.setProperty("track_and_verify_wals_in_manifest", "true");
    try (var tracking = DBOptions.getDBOptionsFromProps(set);
        var columns = new ColumnFamilyOptions()) {
      return new Options(tracking, columns);
    }
  }

  @Override
  public void close() {
    database.close();
    filter.close();
    cache.close();
  }
}

package dev.atf.store.embedded;

import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.resource.Resource;
import dev.atf.model.resource.TaskFiles;
import dev.atf.model.task.TaskEntity;
import dev.atf.store.TaskEntities;
import dev.atf.store.embedded.database.Database;
import dev.atf.store.embedded.record.EntityRecord;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Entities, large results, logs and lists of outputs. Their writes do not wait for an fsync,
 * because the association that points to them is written after them in the same log, and waits.
 */
record EmbeddedEntities(Database database, StripedLocks locks) implements TaskEntities {
  @Override
  public Optional<TaskEntity> putIfAbsent(TaskEntity entity) {
    var key = Keys.entity(entity.taskId());
    return putIfAbsent(entity.taskId(), key, EntityRecord.of(entity)).map(EntityRecord::read);
  }

  @Override
  public Optional<TaskEntity> replace(TaskEntity seen, TaskEntity entity) {
    synchronized (locks.of(entity.taskId())) {
      var other = findEntity(entity.taskId()).filter(found -> !found.equals(seen));
      if (other.isEmpty()) {
        database.put(Keys.entity(entity.taskId()), EntityRecord.of(entity));
      }
      return other;
    }
  }

  @Override
  public void setExpiry(TaskId taskId, Instant at) {
    long written;
    synchronized (locks.of(taskId)) {
      var stored = database.get(Keys.entity(taskId));
      if (stored.isEmpty()) {
        return;
      }
      var next = EntityRecord.read(stored.get()).withExpiresAt(at);
      written = database.put(Keys.entity(taskId), EntityRecord.of(next, stored.get()));
    }
    database.awaitDurable(written);
  }

  @Override
  public Optional<TaskEntity> findEntity(TaskId taskId) {
    return database.get(Keys.entity(taskId)).map(EntityRecord::read);
  }

  @Override
  public Map<TaskId, TaskEntity> findEntities(Collection<TaskId> taskIds) {
    var all = new TreeMap<TaskId, TaskEntity>();
    for (var taskId : taskIds) {
      var key = Keys.entity(taskId);
      database
          .get(key)
          .flatMap(value -> ReadableRecords.read(key, value, EntityRecord::read))
          .ifPresent(found -> all.put(taskId, found));
    }
    return all;
  }

  @Override
  public void putResult(TaskId taskId, long epoch, Payload result, Instant expiresAt) {
    putIfAbsent(taskId, Keys.result(taskId, epoch), EntityRecord.ofResult(result, expiresAt));
  }

  @Override
  public Optional<Payload> findResult(TaskId taskId, long epoch) {
    return database.get(Keys.result(taskId, epoch)).map(EntityRecord::readResult);
  }

  /**
   * Writes a part of a log. It does not wait for an fsync, because a log must not slow down a
   * claim.
   */
  @Override
  public void putLog(TaskId taskId, long epoch, int number, Payload part, Instant expiresAt) {
    putIfAbsent(taskId, Keys.log(taskId, epoch, number), EntityRecord.ofResult(part, expiresAt));
  }

  @Override
  public List<Payload> findLog(TaskId taskId, long epoch, int from, int most) {
    return IntStream.range(from, from + most)
        .mapToObj(number -> database.get(Keys.log(taskId, epoch, number)))
        .takeWhile(Optional::isPresent)
        .map(record -> EntityRecord.readResult(record.orElseThrow()))
        .toList();
  }

  @Override
  public void putOutputs(TaskId taskId, long epoch, List<Resource> outputs, Instant expiresAt) {
    var files = new TaskFiles(outputs, List.of());
    putIfAbsent(taskId, Keys.outputs(taskId, epoch), EntityRecord.ofOutputs(files, expiresAt));
  }

  @Override
  public List<Resource> findOutputs(TaskId taskId, long epoch) {
    return database
        .get(Keys.outputs(taskId, epoch))
        .map(record -> EntityRecord.readOutputs(record).resources())
        .orElse(List.of());
  }

  /**
   * Puts a value if there is none.
   *
   * @return the previous value
   */
  private Optional<byte[]> putIfAbsent(TaskId taskId, byte[] key, byte[] value) {
    synchronized (locks.of(taskId)) {
      var found = database.get(key);
      if (found.isEmpty()) {
        database.put(key, value);
      }
      return found;
    }
  }
}

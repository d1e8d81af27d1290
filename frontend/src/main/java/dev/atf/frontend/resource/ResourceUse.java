package dev.atf.frontend.resource;

import dev.atf.access.Tenancy;
import dev.atf.blob.BlobKey;
import dev.atf.blob.Blobs;
import dev.atf.model.resource.Resource;
import dev.atf.model.resource.TaskFiles;
import dev.atf.model.task.TaskEntity;
import dev.atf.protocol.ErrorReason;
import dev.atf.validation.Violations;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;

/** Use of resources by tasks that are about to be stored. */
public final class ResourceUse {
  /** Chosen: a task whose entity is deleted late finds its files, too. */
  private static final Duration KEPT_BEYOND_ENTITY = Duration.ofDays(1);

  private final Blobs blobs;

  @Inject
  ResourceUse(Blobs blobs) {
    this.blobs = blobs;
  }

  /**
   * Has the resources of a task kept for as long as it may run.
   *
   * @return the task with the sizes of its resources; what is missing is in {@code violations}
   */
  public TaskEntity keep(TaskEntity task, Violations violations) {
    var asked = task.files();
    if (asked.resources().isEmpty()) {
      return task;
    }
    var tenant = Tenancy.of(task.header().lambda().value());
    var until = task.expiresAt().plus(KEPT_BEYOND_ENTITY);
    var kept = new ArrayList<Resource>();
    for (int i = 0; i < asked.resources().size(); i++) {
      var resource = asked.resources().get(i);
      var blob = blobs.use(new BlobKey(tenant, resource.digest()), until);
      if (blob.isEmpty()) {
        violations.add(
            ErrorReason.RESOURCE_MISSING,
            "resources[%d].sha256".formatted(i),
            resource.digest(),
            "one that is uploaded: PUT /v1/resources/{sha256}?lambda=, or UploadResource");
      } else {
        kept.add(new Resource(resource.path(), resource.digest(), blob.get().bytes()));
      }
    }
    return violations.isEmpty() ? task.withFiles(new TaskFiles(kept, asked.outputs())) : task;
  }
}

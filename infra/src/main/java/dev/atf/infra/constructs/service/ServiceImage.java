package dev.atf.infra.constructs.service;

import software.amazon.awscdk.services.ecr.Repository;
import software.amazon.awscdk.services.ecs.ContainerImage;
import software.constructs.Construct;

/** Source of the image of a container. */
public sealed interface ServiceImage {
  /**
   * Repository of the account's image registry.
   *
   * @param tag tag that never moves, such as the version, because a replaced task must get the same
   *     image as the other tasks
   */
  record FromRepository(String repository, String tag) implements ServiceImage {}

  /** Directory with a Dockerfile, from which the image is built when the cluster is deployed. */
  record FromDirectory(String directory) implements ServiceImage {}

  /**
   * Returns the image.
   *
   * @param id id within {@code scope}
   */
  default ContainerImage in(Construct scope, String id) {
    if (this instanceof FromRepository from) {
      return ContainerImage.fromEcrRepository(
          Repository.fromRepositoryName(scope, id, from.repository()), from.tag());
    }
    var from = (FromDirectory) this;
    return ContainerImage.fromAsset(from.directory());
  }
}

/** Services on ECS: tasks, containers, entrances and access. */
@NullMarked
package dev.atf.infra.constructs.service;

import org.jspecify.annotations.NullMarked;

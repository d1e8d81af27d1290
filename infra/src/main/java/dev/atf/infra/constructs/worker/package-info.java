/** Worker hosts: clusters, capacity, scaling and roles. */
@NullMarked
package dev.atf.infra.constructs.worker;

import org.jspecify.annotations.NullMarked;

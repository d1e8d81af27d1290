/** CDK app: its input is the file of a cluster, and its output are stacks. */
@NullMarked
package dev.atf.infra.app;

import org.jspecify.annotations.NullMarked;

/** Connections to a cluster, their credentials, and messages of failed calls. */
@NullMarked
package dev.atf.cli.access;

import org.jspecify.annotations.NullMarked;

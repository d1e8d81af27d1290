/** Input and output files of tasks. */
@NullMarked
package dev.atf.client.resource;

import org.jspecify.annotations.NullMarked;

/** Origins of tasks that a client did not schedule directly. */
@NullMarked
package dev.atf.model.origin;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.atf.model.task;

import org.jspecify.annotations.NullMarked;

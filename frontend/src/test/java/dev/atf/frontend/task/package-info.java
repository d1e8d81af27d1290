@NullMarked
package dev.atf.frontend.task;

import org.jspecify.annotations.NullMarked;

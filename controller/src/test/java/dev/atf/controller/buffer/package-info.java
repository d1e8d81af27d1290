@NullMarked
package dev.atf.controller.buffer;

import org.jspecify.annotations.NullMarked;

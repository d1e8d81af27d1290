@NullMarked
package dev.atf.controller.poll;

import org.jspecify.annotations.NullMarked;

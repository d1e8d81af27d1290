/** The settings that people see are those that services have. */
@NullMarked
package dev.atf.standalone.settings;

import org.jspecify.annotations.NullMarked;

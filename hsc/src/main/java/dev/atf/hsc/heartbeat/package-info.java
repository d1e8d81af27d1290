/** HeartbeatHandler of executors and sightings of their hosts. */
@NullMarked
package dev.atf.hsc.heartbeat;

import org.jspecify.annotations.NullMarked;

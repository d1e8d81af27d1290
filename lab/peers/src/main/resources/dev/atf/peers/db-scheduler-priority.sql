-- For the order in which db-scheduler reads with priorities switched on.
CREATE INDEX priority_execution_time_idx ON scheduled_tasks (priority DESC, execution_time ASC);

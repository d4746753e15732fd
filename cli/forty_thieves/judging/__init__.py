"""One game to a report; many games through any executor, in order, in constant memory; reports to bytes."""

namespace AzurePerf.Worker.Execution;

/// <summary>Where an execution meets the other workers that measure the same point. The runner calls the members in this order,
/// each once at the most.</summary>
internal interface IStartBarrier
{
    /// <summary>Called after the set-up; returns when the warm-up may begin.</summary>
    /// <exception cref="MissedStartException">There will be no common start for this execution.</exception>
    Task PreparedAsync(CancellationToken stop);

    /// <summary>Called after the warm-up; returns the agreed start, in nanoseconds of the execution's clock.</summary>
    /// <param name="clock">The clock of the execution.</param>
    /// <param name="stop">Ends the waiting.</param>
    /// <exception cref="MissedStartException">There will be no common start for this execution.</exception>
    Task<long> AgreeOnStartAsync(MeasurementClock clock, CancellationToken stop);

    /// <summary>Called after the last operation, also of an execution that was stopped. What was measured is there already, so it never
    /// throws for want of an answer.</summary>
    /// <param name="clock">The clock of the execution.</param>
    /// <param name="stop">Ends the waiting.</param>
    Task EndedAsync(MeasurementClock clock, CancellationToken stop);

    /// <summary>Called before what would slow the others; returns when no member measures any more. False when that is not sure, because
    /// one did not say so in time, the gang moved on or the execution is to stop. Throws for none of these.</summary>
    Task<bool> EverybodyHasEndedAsync(CancellationToken stop);
}

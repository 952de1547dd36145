namespace AzurePerf.Simulation.Executions;

/// <summary>How an execution goes.</summary>
/// <param name="Duration">How long it takes when nobody stops it.</param>
/// <param name="Failure">What it ends with; null for a result.</param>
/// <param name="StopsAfter">How long after an order it stops; null when it ignores commands.</param>
/// <param name="KeepsPart">Whether a stopped one hands over what it had.</param>
/// <param name="BeyondRow">How many characters its result has beyond what a row takes, 0 for a result that just fits; null for a short one.</param>
internal sealed record Conduct(TimeSpan Duration, Exception? Failure, TimeSpan? StopsAfter, bool KeepsPart, int? BeyondRow = null);

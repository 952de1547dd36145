namespace AzurePerf.Storage.Workers;

/// <summary>Limits that somebody gave a pool of workers.</summary>
/// <param name="Pool">measure or bag.</param>
/// <param name="Min">Workers that run even when there is nothing to do.</param>
/// <param name="Max">Workers that run at most.</param>
/// <param name="By">Who said so.</param>
/// <param name="At">When, by the clock of the web host.</param>
public sealed record PoolScale(string Pool, int Min, int Max, string By, DateTimeOffset At);
